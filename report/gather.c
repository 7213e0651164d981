/* gather.c - put the pages of a job's ranks together into one run
 *
 * Pages are looked at one at a time, so that a job of thousands of ranks
 * needs no more memory than its sums.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "report/alive.h"
#include "report/gather.h"
#include "report/image.h"
#include "report/iterations.h"
#include "report/list.h"
#include "report/ranges.h"
#include "report/table.h"
#include "report/tally.h"
#include "report/verdict.h"

enum { LARGEST_WORLD = 1 << 26 };

struct page_file {
    int rank;
    char *path;
};

/* A host, and when its ranks ran, by its own clock. */
struct host {
    struct run_host is;
    bool here;
    double tick;           /* seconds */
    bool guessed;          /* the tick, by lack of a rank that knows */
    uint64_t reference;    /* the same moment in ticks ... */
    uint64_t reference_ns; /* ... and of CLOCK_REALTIME */
    uint64_t start;
    uint64_t end;
    double load_sum;
    uint64_t load_samples;
};

/* What is needed of a rank until all are known. */
struct life {
    uint32_t host;
    uint64_t start; /* ticks */
    uint64_t end;
    uint64_t inside_since;
    bool goes_on; /* what it did last, until 'end' */
    bool waits;   /* the call it is in may wait for others */
};

struct gather {
    struct run *run;
    bool over;
    uint64_t now;
    struct list files; /* of struct page_file */
    struct list ranks; /* of struct run_rank */
    struct list lives; /* of struct life, one to each rank */
    table_t *hosts;    /* of struct host */
    tally_t *tally;
    iterations_t *iterations;
    struct verdict verdict;
    uint64_t cost_samples;
    double cost_ns;
    uint32_t paths[PAGE_SITES]; /* of the rank added last */
};

static int compare_files(const void *a, const void *b)
{
    const struct page_file *x = a, *y = b;
    int order = (x->rank > y->rank) - (x->rank < y->rank);

    return order ? order : strcmp(x->path, y->path);
}

/* The rank in "rank-N.page", or -1. */
static int rank_in_name(const char *name)
{
    int rank, end = 0;

    if (sscanf(name, "rank-%9d.page%n", &rank, &end) != 1 || end == 0
        || name[end] || rank < 0)
        return -1;
    return rank;
}

static int find_pages(struct gather *g, const char *folder, struct error *err)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    int rc = 0;

    if (!dir)
        return error_set(err, "%s: %s", folder, strerror(errno));
    while (rc == 0 && (entry = readdir(dir))) {
        int rank = rank_in_name(entry->d_name);
        struct page_file *file;

        if (rank < 0)
            continue;
        if (!(file = list_add(&g->files))
            || !(file->path = arena_print(g->run->arena, "%s/%s", folder,
                                          entry->d_name)))
            rc = error_set(err, "%s: %s", folder, strerror(ENOMEM));
        else
            file->rank = rank;
    }
    closedir(dir);
    return rc;
}

/* The size of the world a page is of; its own word for it may be damaged,
 * its number of peers is not.
 */
static int size_of(const struct page *p)
{
    if (p->peers < PAGE_PEERS || p->size < PAGE_PEERS)
        return p->peers;
    return p->size < LARGEST_WORLD ? p->size : LARGEST_WORLD;
}

static int take_program(struct run *run, const struct page *p)
{
    size_t count = 0;

    for (size_t at = 0; at < p->program_bytes;
         at += strlen(p->program + at) + 1)
        count++;
    if (!(run->program =
              arena_take(run->arena, count + 1, sizeof(*run->program))))
        return -1;
    for (size_t at = 0; run->arguments < count;
         at += strlen(p->program + at) + 1)
        if (!(run->program[run->arguments++] =
                  arena_print(run->arena, "%s", p->program + at)))
            return -1;
    return 0;
}

/* What all ranks say alike. */
static int take_job(struct run *run, const struct page *p)
{
    static const char *const levels[] = { "off", "counts", "times",
                                          "callsites", "trace" };

    run->level = p->level <= LEVEL_TRACE ? levels[p->level] : "";
    run->depth = p->depth;
    run->summary = p->summary != 0;
    if (!(run->job = arena_print(run->arena, "%s", p->job))
        || !(run->mpi = arena_print(run->arena, "%s", p->mpi))
        || !(run->folder = arena_print(run->arena, "%s", p->folder))
        || !(run->output = arena_print(run->arena, "%s", p->output)))
        return -1;
    return take_program(run, p);
}

static double measure_tick(void)
{
    return clock_tick_ns(clock_pair()) * 1e-9;
}

static struct host *find_host(struct gather *g,
                              const struct page *p,
                              uint32_t *number)
{
    struct host *host;

    *number = table_number(g->hosts, p->host, strlen(p->host));
    if (*number == TABLE_NONE)
        return NULL;
    host = table_at(g->hosts, *number);
    if (!host->is.name) {
        if (!(host->is.name = arena_print(g->run->arena, "%s", p->host)))
            return NULL;
        host->here = alive_here(p->host);
        host->guessed = true;
        host->tick = host->here ? measure_tick() : 1e-9;
        host->reference = p->birth;
        host->reference_ns = p->birth_ns;
        host->start = UINT64_MAX;
        host->is.load_first = p->load_first;
        host->is.memory_free_bytes = p->host_memory_free_bytes;
    }
    if (host->guessed && p->tick_ns > 0) {
        host->tick = p->tick_ns * 1e-9;
        host->guessed = false;
    }
    return host;
}

static void add_to_host(struct host *host,
                        const struct page *p,
                        const struct life *life)
{
    host->is.ranks++;
    host->is.cores = p->cores;
    host->is.load_last = p->load_last;
    host->is.memory_bytes = p->host_memory_bytes;
    if (p->host_memory_free_bytes < host->is.memory_free_bytes)
        host->is.memory_free_bytes = p->host_memory_free_bytes;
    host->load_sum += p->load_sum;
    host->load_samples += p->load_samples;
    if (life->start < host->start)
        host->start = life->start;
    if (life->end > host->end)
        host->end = life->end;
}

static enum run_state state_of(const struct gather *g,
                               const struct page *p,
                               const struct host *host,
                               bool *alive)
{
    static const enum run_state state[] = {
        [PAGE_STARTING] = RUN_STARTING,   [PAGE_RUNNING] = RUN_RUNNING,
        [PAGE_FINISHING] = RUN_FINISHING, [PAGE_FINISHED] = RUN_FINISHED,
        [PAGE_ABORTED] = RUN_ABORTED,     [PAGE_EXITED] = RUN_EXITED,
    };

    *alive = false;
    if (p->state > PAGE_EXITED)
        return RUN_KILLED;
    if (p->state > PAGE_FINISHING)
        return state[p->state];
    if (g->over)
        return RUN_KILLED;
    if (!host->here)
        return RUN_LOST;
    *alive = alive_process(p->pid, p->birth_ns);
    return *alive ? state[p->state] : RUN_KILLED;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* When a rank started and ended, as far as its page knows.  One that was
 * killed is taken to have lived until the end of the job when that is now.
 */
static struct life life_of(const struct gather *g,
                           const struct page *p,
                           const struct host *host,
                           bool alive)
{
    bool killed_now = g->over && host->here && p->state <= PAGE_FINISHING;
    struct life life = { .goes_on = alive || killed_now };

    life.start = p->init_enter ? p->init_enter : p->birth;
    if (p->finalize_enter)
        life.end = p->finalize_enter;
    else if (life.goes_on)
        life.end = g->now;
    else
        life.end = later(p->last, p->inside_since);
    life.end = later(life.end, life.start);
    life.inside_since = p->inside_since;
    return life;
}

static double ticks_to(uint64_t from, uint64_t to, double tick)
{
    return to > from ? (double)(to - from) * tick : 0;
}

/* While watching is off the page holds what was before minus the moment when
 * it was switched off.
 */
static uint64_t paused_ticks(const struct page *p, const struct life *life)
{
    uint64_t paused = p->paused_ticks;

    if (paused > INT64_MAX)
        paused += life->end;
    return paused <= life->end - life->start ? paused : 0;
}

static void take_rank(struct run_rank *rank,
                      const struct page *p,
                      const struct host *host,
                      const struct life *life)
{
    rank->host = host->is.name;
    rank->pid = p->pid;
    rank->abort_code = p->abort_code;
    rank->calls = p->calls;
    rank->file_read_bytes = p->file_read_bytes;
    rank->file_written_bytes = p->file_written_bytes;
    rank->memory_peak_bytes = p->memory_peak_bytes;
    rank->switches_voluntary = p->switches_voluntary;
    rank->switches_forced = p->switches_forced;
    rank->user_seconds = p->user_seconds;
    rank->system_seconds = p->system_seconds;
    rank->load =
        p->load_samples ? p->load_sum / p->load_samples : p->load_last;
    rank->threads = p->threads_used + p->lost_threads;
    rank->init = ticks_to(p->init_enter, p->init_leave, host->tick);
    rank->times.wall = ticks_to(life->start, life->end, host->tick);
    rank->times.mpi = p->mpi_ticks * host->tick + rank->init;
    rank->times.paused = paused_ticks(p, life) * host->tick;
}

/* The call it was in; tally_add() must have seen the page. */
static void take_inside(struct gather *g,
                        struct run_rank *rank,
                        struct life *life,
                        const struct page *p)
{
    uint32_t call = p->inside_call;

    rank->inside.peer = -1;
    rank->inside.at.object = RUN_NOWHERE;
    if (!p->inside_since || rank->state == RUN_FINISHED)
        return;
    rank->inside.call = tally_call(g->tally, call);
    if (!rank->inside.call)
        return;
    rank->inside.at = tally_frame(g->tally, p->inside_address);
    life->waits = tally_waits(g->tally, call);
}

/* The calls that the measured ones stand for. */
static uint64_t calls_like_measured(const struct page *p)
{
    uint64_t calls = 0;

    for (uint32_t i = 0; i < p->threads_used; i++)
        calls += p->thread[i].count;
    return p->cost_calls > 0 ? p->cost_calls : calls;
}

static void take_cost(struct gather *g,
                      const struct page *p,
                      const struct host *host)
{
    struct run_cost *cost = &g->run->cost;
    double each = 0, setup = p->cost_setup_ticks * host->tick;

    if (p->cost_samples > 0)
        each = p->cost_ticks * host->tick / p->cost_samples;
    cost->samples += p->cost_samples;
    cost->ns_per_call += each * 1e9 * p->cost_samples; /* a sum, for now */
    cost->seconds += each * calls_like_measured(p) + setup;
    if (setup > cost->setup)
        cost->setup = setup;
}

static int add_page(struct gather *g,
                    const struct page_file *file,
                    const image_t *im,
                    struct error *err)
{
    const struct page *p = image_page(im);
    struct run_rank *rank = list_add(&g->ranks);
    struct life *life = list_add(&g->lives);
    struct host *host = NULL;
    uint32_t number;
    bool alive;

    if (rank && life)
        host = find_host(g, p, &number);
    if (!host || (g->ranks.count == 1 && take_job(g->run, p) < 0))
        return error_set(err, "%s: %s", file->path, strerror(ENOMEM));
    rank->rank = file->rank;
    rank->state = state_of(g, p, host, &alive);
    *life = life_of(g, p, host, alive);
    life->host = number;
    add_to_host(host, p, life);
    take_rank(rank, p, host, life);
    take_cost(g, p, host);
    g->run->cost.memory_bytes += image_memory(im);
    verdict_add(&g->verdict, p);
    if (tally_add(g->tally, im, g->ranks.count - 1, host->tick, rank, g->paths)
            < 0
        || iterations_add(g->iterations, rank->rank, p, host->tick,
                          life->start, life->end, g->paths, file->path)
               < 0)
        return error_set(err, "%s: %s", file->path, strerror(ENOMEM));
    take_inside(g, rank, life, p);
    return 0;
}

static int pass_over(struct gather *g,
                     const struct error *why,
                     struct error *err)
{
    if (run_unseen(g->run, "%s", why->text) < 0)
        return error_set(err, "%s; %s", why->text, strerror(ENOMEM));
    return 0;
}

/* A page that is no good must not spoil the report of the others. */
static int add_pages(struct gather *g, struct error *err)
{
    struct page_file *file = g->files.records;
    int last = -1, rc = 0;

    if (g->files.count > 0)
        qsort(file, g->files.count, sizeof(*file), compare_files);
    for (size_t i = 0; rc == 0 && i < g->files.count; i++) {
        struct error why = { .text = "" };
        image_t *im;

        if (file[i].rank == last) {
            error_set(&why, "%s: a second page of rank %d", file[i].path,
                      last);
            rc = pass_over(g, &why, err);
        } else if (!(im = image_open(file[i].path, &why))) {
            rc = pass_over(g, &why, err);
        } else {
            int size = size_of(image_page(im));

            if (size > g->run->size)
                g->run->size = size;
            last = file[i].rank;
            rc = add_page(g, &file[i], im, err);
            image_close(im);
        }
    }
    return rc;
}

static double host_offset(const struct gather *g, const struct host *host)
{
    const struct host *first = table_at(g->hosts, 0);

    return (double)(int64_t)(host->reference_ns - first->reference_ns) * 1e-9;
}

/* Seconds since the first host's reference. */
static double moment(const struct gather *g,
                     const struct host *host,
                     uint64_t ticks)
{
    return host_offset(g, host)
           + (ticks >= host->reference
                  ? ticks_to(host->reference, ticks, host->tick)
                  : -ticks_to(ticks, host->reference, host->tick));
}

static int finish_hosts(struct gather *g)
{
    struct run *run = g->run;

    run->hosts = table_count(g->hosts);
    if (!(run->host = arena_take(run->arena, run->hosts, sizeof(*run->host))))
        return -1;
    for (size_t i = 0; i < run->hosts; i++) {
        const struct host *host = table_at(g->hosts, i);

        run->host[i] = host->is;
        run->host[i].load_mean = host->load_samples > 0
                                     ? host->load_sum / host->load_samples
                                     : host->is.load_last;
    }
    return 0;
}

static void finish_wall(struct gather *g, double *start)
{
    const struct host *first = table_at(g->hosts, 0);
    double end = moment(g, first, first->end);

    *start = moment(g, first, first->start);
    for (uint32_t i = 1; i < table_count(g->hosts); i++) {
        const struct host *host = table_at(g->hosts, i);

        if (moment(g, host, host->start) < *start)
            *start = moment(g, host, host->start);
        if (moment(g, host, host->end) > end)
            end = moment(g, host, host->end);
    }
    g->run->wall = end - *start;
    g->run->started_ns =
        first->reference_ns + (int64_t)fmin(fmax(*start * 1e9, -1e18), 1e18);
    g->run->ended_ns =
        first->reference_ns + (int64_t)fmin(fmax(end * 1e9, -1e18), 1e18);
}

/* The time since it entered the call it is in has not been counted by the
 * rank itself.
 */
static void finish_inside(struct run_rank *rank,
                          const struct life *life,
                          const struct host *host)
{
    uint64_t until = life->goes_on ? life->end : host->end;

    if (!life->inside_since || rank->state == RUN_FINISHED)
        return;
    rank->inside.seconds = ticks_to(life->inside_since, until, host->tick);
    if (life->goes_on && rank->state != RUN_FINISHING) {
        rank->times.mpi += rank->inside.seconds;
        if (life->waits)
            rank->times.waiting += rank->inside.seconds;
        else
            rank->times.transfer += rank->inside.seconds;
    }
}

static void add_times(struct run_times *sum, const struct run_times *t)
{
    sum->wall += t->wall;
    sum->compute += t->compute;
    sum->mpi += t->mpi;
    sum->waiting += t->waiting;
    sum->transfer += t->transfer;
    sum->other += t->other;
    sum->paused += t->paused;
}

static void finish_ranks(struct gather *g, double start)
{
    const struct life *life = g->lives.records;
    struct run *run = g->run;

    for (size_t i = 0; i < run->ranks; i++) {
        const struct host *host = table_at(g->hosts, life[i].host);
        struct run_rank *rank = &run->rank[i];

        rank->start = moment(g, host, life[i].start) - start;
        rank->end = moment(g, host, life[i].end) - start;
        finish_inside(rank, &life[i], host);
        rank->times.compute =
            rank->times.wall - rank->times.mpi - rank->times.paused;
        if (rank->times.compute < 0)
            rank->times.compute = 0;
        add_times(&run->sum, &rank->times);
    }
}

static void finish_cost(struct run *run)
{
    struct run_cost *cost = &run->cost;

    if (cost->samples > 0)
        cost->ns_per_call /= cost->samples;
    if (run->sum.wall > 0)
        cost->percent = 100 * cost->seconds / run->sum.wall;
}

static int finish_missing(struct run *run)
{
    int *ranks = malloc((run->ranks + 1) * sizeof(*ranks));
    char *text;

    if (!ranks)
        return -1;
    for (size_t i = 0; i < run->ranks; i++)
        ranks[i] = run->rank[i].rank;
    text = ranges_others(run->arena, ranks, run->ranks, run->size);
    free(ranks);
    if (text)
        run->missing = text;
    return text ? 0 : -1;
}

static int finish(struct gather *g)
{
    struct run *run = g->run;
    double start;

    run->ranks = g->ranks.count;
    if (!(run->rank = list_keep(&g->ranks, run->arena)))
        return -1;
    if (run->rank[run->ranks - 1].rank >= run->size)
        run->size = run->rank[run->ranks - 1].rank + 1;
    if (tally_finish(g->tally) < 0 || finish_hosts(g) < 0)
        return -1;
    finish_wall(g, &start);
    finish_ranks(g, start);
    finish_cost(run);
    if (finish_missing(run) < 0 || iterations_finish(g->iterations) < 0)
        return -1;
    return verdict_pass(&g->verdict, run);
}

static struct gather *begin(bool over)
{
    struct gather *g = calloc(1, sizeof(*g));

    if (!g)
        return NULL;
    g->over = over;
    g->files.bytes = sizeof(struct page_file);
    g->ranks.bytes = sizeof(struct run_rank);
    g->lives.bytes = sizeof(struct life);
    clock_setup();
    g->now = clock_ticks();
    if ((g->run = run_create())) {
        g->tally = tally_create(g->run);
        g->iterations = iterations_create(g->run);
    }
    g->hosts = table_create(sizeof(struct host));
    return g;
}

static void end(struct gather *g)
{
    list_clear(&g->files);
    list_clear(&g->ranks);
    list_clear(&g->lives);
    table_destroy(g->hosts);
    tally_destroy(g->tally);
    iterations_destroy(g->iterations);
    run_destroy(g->run);
    free(g);
}

struct run *gather(const char *const *folders,
                   size_t count,
                   bool over,
                   struct error *err)
{
    struct gather *g = begin(over);
    struct run *run = NULL;
    int rc = 0;

    if (!g || !g->run || !g->tally || !g->iterations || !g->hosts)
        rc = error_set(err, "the pages: %s", strerror(ENOMEM));
    for (size_t i = 0; rc == 0 && i < count; i++)
        rc = find_pages(g, folders[i], err);
    if (rc == 0)
        rc = add_pages(g, err);
    if (rc == 0 && g->ranks.count == 0)
        rc = error_set(err, "%s: no page of a rank%s%s",
                       count > 0 ? folders[0] : "no folder",
                       g->run->unseens ? " can be read: " : "",
                       g->run->unseens ? g->run->unseen[0] : "");
    if (rc == 0 && finish(g) < 0)
        rc = error_set(err, "the pages: %s", strerror(ENOMEM));
    if (rc == 0) {
        run = g->run;
        g->run = NULL;
    }
    if (g)
        end(g);
    return run;
}
