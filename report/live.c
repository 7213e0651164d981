/* live.c - a job while it runs, look by look
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "profile/files.h"
#include "profile/page.h"
#include "report/alive.h"
#include "report/list.h"
#include "report/live.h"
#include "report/read.h"

/* A page, and what it said at the last look. */
struct seen {
    unsigned generation;
    int rank;
    struct page *page;
    bool looked;
    uint64_t mpi; /* ticks */
    uint64_t at;  /* ticks */
};

struct live_watch {
    char folder[PATH_MAX - FILES_NAME - 2];
    struct list pages; /* of struct seen */
    struct list ranks; /* of struct live_rank */
    struct list hosts; /* of struct live_host */
    struct run *changes;
    off_t changes_bytes; /* of the file, when it was read */
    struct clock_pair start;
    double tick; /* seconds */
    unsigned generation;
    uint64_t rounds;
    uint64_t rounds_at;
    uint64_t started_ns; /* the earliest that was seen */
    struct live view;
};

live_t *live_open(const char *folder, struct error *err)
{
    live_t *w = calloc(1, sizeof(*w));

    if (!w
        || snprintf(w->folder, sizeof(w->folder), "%s", folder)
               >= (int)sizeof(w->folder)) {
        error_set(err, "%s: %s", folder, strerror(w ? ENAMETOOLONG : ENOMEM));
        free(w);
        return NULL;
    }
    w->pages.bytes = sizeof(struct seen);
    w->ranks.bytes = sizeof(struct live_rank);
    w->hosts.bytes = sizeof(struct live_host);
    clock_setup();
    w->start = clock_pair();
    w->tick = clock_tick_ns(w->start) * 1e-9;
    return w;
}

static struct seen *seen_at(const live_t *w, size_t i)
{
    return (struct seen *)w->pages.records + i;
}

void live_close(live_t *w)
{
    if (!w)
        return;
    for (size_t i = 0; i < w->pages.count; i++)
        page_close(seen_at(w, i)->page);
    list_clear(&w->pages);
    list_clear(&w->ranks);
    list_clear(&w->hosts);
    run_destroy(w->changes);
    free(w);
}

/* ---- which pages there are ---- */

static bool is_known(const live_t *w, unsigned generation, int rank)
{
    for (size_t i = 0; i < w->pages.count; i++)
        if (seen_at(w, i)->generation == generation
            && seen_at(w, i)->rank == rank)
            return true;
    return false;
}

static void add_page(live_t *w, const char *name)
{
    char path[PATH_MAX];
    struct seen *seen;
    struct page *page;
    unsigned generation;
    int rank;

    if (files_kind(name, &generation, &rank) != FILES_PAGE)
        return;
    generation = generation > 0 ? generation : 1;
    if (generation < w->generation || is_known(w, generation, rank))
        return;
    snprintf(path, sizeof(path), "%s/%s", w->folder, name);
    if (!(page = page_open(path, NULL)))
        return; /* it is being made; there will be another look */
    if (!(seen = list_add(&w->pages))) {
        page_close(page);
        return;
    }
    *seen = (struct seen){ generation, rank, page, false, 0, 0 };
    if (w->started_ns == 0 || page->birth_ns < w->started_ns)
        w->started_ns = page->birth_ns;
}

static int find_pages(live_t *w, struct error *err)
{
    DIR *dir = opendir(w->folder);
    struct dirent *entry;

    if (!dir)
        return error_set(err, "%s: %s", w->folder, strerror(errno));
    while ((entry = readdir(dir)))
        add_page(w, entry->d_name);
    closedir(dir);
    return 0;
}

/* The generation that is the job, which is the last that took over. */
static unsigned find_generation(const live_t *w)
{
    unsigned last = 0, first = 0;

    for (size_t i = 0; i < w->pages.count; i++) {
        const struct seen *seen = seen_at(w, i);

        if (first == 0 || seen->generation < first)
            first = seen->generation;
        if (seen->page->took_over && seen->generation > last)
            last = seen->generation;
    }
    return last > 0 ? last : first;
}

/* By number; those of earlier generations go. */
static int compare_pages(const void *a, const void *b)
{
    const struct seen *x = a, *y = b;

    if (x->generation != y->generation)
        return x->generation < y->generation ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static void drop_older(live_t *w)
{
    size_t kept = 0;

    for (size_t i = 0; i < w->pages.count; i++)
        if (seen_at(w, i)->generation < w->generation)
            page_close(seen_at(w, i)->page);
        else
            *seen_at(w, kept++) = *seen_at(w, i);
    w->pages.count = kept;
    if (kept > 0)
        qsort(w->pages.records, kept, sizeof(struct seen), compare_pages);
}

/* ---- what they say ---- */

static struct live_host *find_host(live_t *w, const struct page *p, size_t *at)
{
    struct live_host *host = w->hosts.records;

    for (*at = 0; *at < w->hosts.count; ++*at)
        if (strncmp(host[*at].name, p->host, LIVE_NAME - 1) == 0)
            return &host[*at];
    if (!(host = list_add(&w->hosts)))
        return NULL;
    snprintf(host->name, sizeof(host->name), "%.*s", (int)sizeof(p->host),
             p->host);
    return host;
}

static enum run_state state_of(const struct page *p)
{
    static const enum run_state states[] = {
        [PAGE_STARTING] = RUN_STARTING,   [PAGE_RUNNING] = RUN_RUNNING,
        [PAGE_FINISHING] = RUN_FINISHING, [PAGE_FINISHED] = RUN_FINISHED,
        [PAGE_ABORTED] = RUN_ABORTED,     [PAGE_EXITED] = RUN_EXITED,
        [PAGE_SUCCEEDED] = RUN_FINISHED,
    };
    uint32_t state = p->state;

    if (state > PAGE_SUCCEEDED)
        return RUN_KILLED;
    if (state < PAGE_FINISHED && alive_here(p->host)
        && !alive_process(p->pid, p->birth_ns))
        return RUN_KILLED;
    return states[state];
}

/* The share of its time in MPI since the last look. */
static double share_in_mpi(struct seen *seen, uint64_t now)
{
    const struct page *p = seen->page;
    uint64_t since = p->inside_since, mpi = p->mpi_ticks, passed;
    double share = -1;

    if (since > 0 && now > since)
        mpi += now - since;
    passed = now - seen->at;
    if (seen->looked && passed > 0 && p->level > LEVEL_COUNTS
        && alive_here(p->host))
        share = mpi <= seen->mpi ? 0
                : mpi - seen->mpi > passed
                    ? 1
                    : (double)(mpi - seen->mpi) / (double)passed;
    seen->looked = true;
    seen->at = now;
    seen->mpi = mpi;
    return share;
}

static void look_inside(const live_t *w,
                        struct live_rank *rank,
                        const struct page *p,
                        uint64_t now)
{
    uint64_t since = p->inside_since;
    uint32_t call = p->inside_call;

    if (since == 0 || call >= PAGE_CALLS)
        return;
    snprintf(rank->call, sizeof(rank->call), "%.*s",
             (int)sizeof(p->call[call].name), p->call[call].name);
    rank->inside = now > since ? (double)(now - since) * w->tick : 0;
}

static int look_at_rank(live_t *w, struct seen *seen, uint64_t now)
{
    const struct page *p = seen->page;
    struct live_rank *rank = list_add(&w->ranks);
    struct live_host *host;

    if (!rank || !(host = find_host(w, p, &rank->host)))
        return -1;
    rank->rank = seen->rank;
    rank->pid = p->pid;
    rank->state = state_of(p);
    rank->mpi = share_in_mpi(seen, now);
    look_inside(w, rank, p, now);
    host->ranks++;
    host->cores = p->cores;
    host->load = p->load_last > host->load ? p->load_last : host->load;
    return 0;
}

/* The first rank that goes round in a loop tells how often; its rounds are
 * counted where it marks them.
 */
static bool count_rounds(const live_t *w, uint64_t *rounds)
{
    for (size_t i = 0; i < w->pages.count && i < 8; i++) {
        const struct page *p = seen_at(w, i)->page;
        int which = seen_at(w, i)->generation == w->generation
                        ? beat_main(&p->beat)
                        : -1;

        if (which >= 0 && which < BEAT_LOOPS) {
            const struct beat_loop *loop = &p->beat.loop[which];

            *rounds = loop->marks / (loop->fold > 0 ? loop->fold : 1);
            return true;
        }
    }
    return false;
}

static void look_at_rounds(live_t *w, uint64_t now)
{
    struct live *v = &w->view;
    uint64_t rounds = 0;

    v->rate = -1;
    v->has_rounds = count_rounds(w, &rounds);
    if (v->has_rounds && w->rounds_at > 0 && rounds >= w->rounds && !v->moved
        && now > w->rounds_at)
        v->rate = (double)(rounds - w->rounds)
                  / ((double)(now - w->rounds_at) * w->tick);
    w->rounds_at = v->has_rounds ? now : 0;
    w->rounds = v->rounds = rounds;
}

static void look_at_changes(live_t *w)
{
    char path[PATH_MAX];
    struct stat st;
    struct run *run;

    snprintf(path, sizeof(path), "%s/" FILES_CHANGES, w->folder);
    if (stat(path, &st) < 0 || st.st_size == w->changes_bytes
        || !(run = run_create()))
        return;
    if (json_read_changes(path, run, NULL) < 0) {
        run_destroy(run);
        return;
    }
    run_destroy(w->changes);
    w->changes = run;
    w->changes_bytes = st.st_size;
    w->view.changes = run->changes;
    w->view.change = run->change;
}

/* ---- all together ---- */

/* Ranks that may take over are alive. */
static bool has_heirs(const live_t *w)
{
    for (size_t i = 0; i < w->pages.count; i++)
        if (seen_at(w, i)->generation > w->generation
            && state_of(seen_at(w, i)->page) <= RUN_FINISHING)
            return true;
    return false;
}

static void sum_up(live_t *w)
{
    struct live_rank *rank = w->ranks.records;
    struct live_host *host = w->hosts.records;
    struct live *v = &w->view;
    size_t known = 0;

    v->mpi = 0;
    v->over = !has_heirs(w);
    for (size_t i = 0; i < w->ranks.count; i++) {
        v->over = v->over && rank[i].state > RUN_FINISHING;
        if (rank[i].mpi < 0)
            continue;
        known++;
        v->mpi += rank[i].mpi;
        host[rank[i].host].mpi += rank[i].mpi / host[rank[i].host].ranks;
    }
    v->mpi = known > 0 ? v->mpi / (double)known : -1;
    for (size_t i = 0; i < w->hosts.count; i++)
        if (known == 0)
            host[i].mpi = -1;
    v->rank = rank;
    v->ranks = w->ranks.count;
    v->host = host;
    v->hosts = w->hosts.count;
}

/* The program's words, which the page keeps each with its NUL. */
static void name_program(struct live *v, const struct page *p)
{
    size_t bytes = p->program_bytes, used = 0;

    if (bytes > sizeof(p->program))
        bytes = sizeof(p->program);
    while (used + 1 < bytes && used + 1 < sizeof(v->program)) {
        v->program[used] = p->program[used] ? p->program[used] : ' ';
        used++;
    }
    v->program[used] = '\0';
}

const struct live *live_look(live_t *w, struct error *err)
{
    struct live *v = &w->view;
    unsigned generation;
    uint64_t now;

    if (find_pages(w, err) < 0)
        return NULL;
    generation = find_generation(w);
    v->moved = w->generation > 0 && generation != w->generation;
    v->generation = w->generation = generation;
    drop_older(w);
    w->ranks.count = w->hosts.count = 0;
    now = clock_ticks();
    for (size_t i = 0; i < w->pages.count; i++)
        if (seen_at(w, i)->generation == generation
            && look_at_rank(w, seen_at(w, i), now) < 0) {
            error_set(err, "%s: %s", w->folder, strerror(ENOMEM));
            return NULL;
        }
    if (w->ranks.count == 0) {
        error_set(err, "%s: no rank has left a page", w->folder);
        return NULL;
    }
    look_at_rounds(w, now);
    look_at_changes(w);
    sum_up(w);
    v->size = seen_at(w, 0)->page->size;
    v->seconds = (double)(clock_wall() - w->started_ns) * 1e-9;
    name_program(v, seen_at(w, 0)->page);
    return v;
}
