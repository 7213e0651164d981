/* generation.c - put the pages of one generation's ranks together into a run
 *
 * Pages are looked at one at a time, so that a job of thousands of ranks
 * needs no more memory than its sums.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/clock.h"
#include "report/gather/generation.h"
#include "report/gather/hardware_figures.h"
#include "report/gather/host_clocks.h"
#include "report/gather/main_loop.h"
#include "report/gather/rank_state.h"
#include "report/gather/rank_sums.h"
#include "report/gather/run_ending.h"
#include "report/model/efficiency.h"
#include "report/model/list.h"
#include "report/model/page_copy.h"
#include "report/model/rank_list.h"

enum { LARGEST_WORLD = 1 << 26 };

struct gather {
    struct run *run;
    struct run_generation *is;
    enum rank_state_job job;
    uint64_t now;
    struct list ranks; /* of struct run_rank */
    struct list lives; /* of struct rank_state, one to each rank */
    host_clocks_t *hosts;
    rank_sums_t *tally;
    main_loop_t *iterations;
    struct run_ending verdict;
    uint32_t paths[PAGE_SITES]; /* of the rank added last */
};

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
    run->level = p->level < PAGE_LEVELS ? page_level_name[p->level] : "";
    run->depth = p->depth;
    run->summary = p->summary != 0;
    run->yields = p->yields != 0;
    if (!(run->job = arena_print(run->arena, "%s", p->job))
        || !(run->mpi = arena_print(run->arena, "%s", p->mpi))
        || !(run->folder = arena_print(run->arena, "%s", p->folder))
        || !(run->output = arena_print(run->arena, "%s", p->output)))
        return -1;
    return take_program(run, p);
}

/* The call it was in, or where it stood still for a change; rank_sums_add()
 * must have seen the page.
 */
static void take_inside(struct gather *g,
                        struct run_rank *rank,
                        struct rank_state *life,
                        const struct page *p)
{
    uint32_t call = p->inside_call;

    if (rank->state == RUN_FINISHED || rank->state == RUN_SUCCEEDED)
        return;
    if (!p->inside_since && p->held_since)
        rank->inside.call = "mito_sync";
    else if (!p->inside_since && p->init_enter && !p->init_leave)
        rank->inside.call = "MPI_Init";
    if (!p->inside_since)
        return;
    rank->inside.call = rank_sums_call(g->tally, call);
    if (!rank->inside.call)
        return;
    rank->inside.at = rank_sums_frame(g->tally, p->inside_address);
    rank->inside.peer = p->inside_peer_plus_one - 1;
    life->waits = rank_sums_waits(g->tally, call);
}

static void take_cost(struct gather *g,
                      const struct page *p,
                      const struct clocked_host *host)
{
    struct run_cost *cost = &g->run->cost;

    cost->samples += p->cost_samples;
    cost->ns_per_call += p->cost_ticks * host->tick * 1e9; /* a sum, for now */
    cost->seconds += (page_cost(p) + (double)p->cost_look_ticks) * host->tick
                     + p->cost_setup_seconds;
    if (p->cost_setup_seconds > cost->setup)
        cost->setup = p->cost_setup_seconds;
}

/* What it took to become part of the job, beside those who were it then. */
static void take_startup(struct gather *g,
                         const struct page *p,
                         const struct clocked_host *host,
                         const struct rank_state *life)
{
    struct run_generation *is = g->is;
    double start_up;

    if (p->first_sync > is->first_sync)
        is->first_sync = p->first_sync;
    if (p->last_sync > is->last_sync)
        is->last_sync = p->last_sync;
    if (!p->took_over)
        return;
    start_up = host_clocks_seconds(host, p->birth, life->start);
    if (start_up > is->start_up)
        is->start_up = start_up;
    is->start_up_cpu += p->startup.user_seconds + p->startup.system_seconds;
}

static int add_page(struct gather *g,
                    const struct folder_page *file,
                    const page_copy_t *im,
                    struct error *err)
{
    const struct page *p = page_copy_page(im);
    struct run_rank *rank = list_add(&g->ranks);
    struct rank_state *life = list_add(&g->lives);
    struct clocked_host *host = NULL;
    uint32_t number;

    if (rank && life)
        host = host_clocks_find(g->hosts, p, &number);
    if (!host || (g->ranks.count == 1 && take_job(g->run, p) < 0))
        return error_set(err, "%s: %s", file->path, strerror(ENOMEM));
    *life = rank_state_of(p, host, g->job, g->now);
    life->host = number;
    rank->rank = file->rank;
    rank->inside.peer = -1;
    rank->inside.at.object = RUN_NOWHERE;
    rank_state_take(rank, p, host, life);
    take_cost(g, p, host);
    g->run->cost.memory_bytes += page_copy_memory(im);
    run_ending_add(&g->verdict, p);
    if (!life->current)
        return 0;
    host_clocks_add(host, p, life->start, life->end);
    take_startup(g, p, host, life);
    life->split = computing_split_of(im);
    hardware_figures_add(g->run, rank, host, p);
    if (rank_sums_add(g->tally, im, g->ranks.count - 1, host->tick, rank,
                      g->paths)
            < 0
        || main_loop_add(g->iterations, rank->rank, p, host->tick, life->start,
                         life->end, g->paths, file->path)
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
static int add_pages(struct gather *g,
                     const struct folder_page *page,
                     size_t count,
                     struct error *err)
{
    int last = -1, rc = 0;

    for (size_t i = 0; rc == 0 && i < count; i++) {
        struct error why = { .text = "" };
        page_copy_t *im;

        if (page[i].rank == last) {
            error_set(&why, "%s: a second page of rank %d", page[i].path,
                      last);
            rc = pass_over(g, &why, err);
        } else if (!(im = page_copy_open(page[i].path, &why))) {
            rc = pass_over(g, &why, err);
        } else {
            int size = size_of(page_copy_page(im));

            if (size > g->run->size)
                g->run->size = size;
            last = page[i].rank;
            rc = add_page(g, &page[i], im, err);
            page_copy_close(im);
        }
    }
    return rc;
}

static void finish_ranks(struct gather *g)
{
    const struct rank_state *life = g->lives.records;
    struct run *run = g->run;

    for (size_t i = 0; i < run->ranks; i++) {
        const struct clocked_host *host =
            host_clocks_at(g->hosts, life[i].host);
        struct run_rank *rank = &run->rank[i];

        rank->start = host_clocks_moment(g->hosts, host, life[i].start);
        rank->end = host_clocks_moment(g->hosts, host, life[i].end);
        rank_state_finish(rank, host, &life[i]);
        run->at_least = run->at_least || rank->at_least;
        run_times_add(&run->sum, &rank->times);
    }
}

static void finish_cost(struct run *run)
{
    struct run_cost *cost = &run->cost;
    double processor = run_processor(run);

    if (cost->samples > 0)
        cost->ns_per_call /= cost->samples;
    if (processor > 0)
        cost->percent = 100 * cost->seconds / processor;
}

/* How it is, in one word: as its first rank that did not finish. */
static const char *state_of(const struct run *run)
{
    enum run_state state = RUN_FINISHED;

    for (size_t i = 0; i < run->ranks && state == RUN_FINISHED; i++)
        state = run->rank[i].state;
    return run_state_name[state];
}

static int finish_generation(struct gather *g)
{
    struct run *run = g->run;
    struct run_generation *is = g->is;

    is->ranks = run->size;
    is->end = run->wall;
    is->state = state_of(run);
    is->hosts = run->hosts;
    is->host = arena_take(run->arena, run->hosts, sizeof(*is->host));
    if (!is->host)
        return -1;
    for (size_t i = 0; i < run->hosts; i++)
        is->host[i] = run->host[i].name;
    is->samples = run->iterations.samples;
    is->iterations = run->iterations.found ? run->iterations.count : 0;
    return 0;
}

static int finish(struct gather *g)
{
    struct run *run = g->run;

    run->ranks = g->ranks.count;
    if (!(run->rank = list_keep(&g->ranks, run->arena)))
        return -1;
    if (run->rank[run->ranks - 1].rank >= run->size)
        run->size = run->rank[run->ranks - 1].rank + 1;
    if (rank_sums_finish(g->tally) < 0 || host_clocks_finish(g->hosts) < 0)
        return -1;
    finish_ranks(g);
    hardware_figures_finish(run);
    finish_cost(run);
    if (rank_list_missing(run) < 0 || main_loop_finish(g->iterations) < 0
        || finish_generation(g) < 0)
        return -1;
    efficiency_fill(run);
    return run_ending_pass(&g->verdict, run);
}

static struct gather *begin(enum rank_state_job job, unsigned generation)
{
    struct gather *g = calloc(1, sizeof(*g));

    if (!g)
        return NULL;
    g->job = job;
    g->ranks.bytes = sizeof(struct run_rank);
    g->lives.bytes = sizeof(struct rank_state);
    clock_setup();
    g->now = clock_ticks();
    if ((g->run = run_create())) {
        g->tally = rank_sums_create(g->run);
        g->iterations = main_loop_create(g->run);
        g->hosts = host_clocks_create(g->run);
        g->is = arena_take(g->run->arena, 1, sizeof(*g->is));
        g->run->generation = g->is;
    }
    if (g->is) {
        g->is->generation = generation;
        g->run->generations = 1;
    }
    return g;
}

static void end(struct gather *g)
{
    list_clear(&g->ranks);
    list_clear(&g->lives);
    rank_sums_destroy(g->tally);
    main_loop_destroy(g->iterations);
    host_clocks_destroy(g->hosts);
    run_destroy(g->run);
    free(g);
}

struct run *generation_gather(const struct folder_page *page,
                              size_t count,
                              enum rank_state_job job,
                              struct error *err)
{
    struct gather *g = begin(job, count > 0 ? page->generation : 1);
    struct run *run = NULL;
    int rc = 0;

    if (!g || !g->is || !g->tally || !g->iterations || !g->hosts)
        rc = error_set(err, "the pages: %s", strerror(ENOMEM));
    if (rc == 0)
        rc = add_pages(g, page, count, err);
    if (rc == 0 && g->ranks.count == 0)
        rc = error_set(err, "no page of a rank%s%s",
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
