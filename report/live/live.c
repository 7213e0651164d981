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

#include "profile/iteration_main.h"
#include "report/json/read.h"
#include "report/live/live_internal.h"

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
    remote_ranks_start(&w->elsewhere);
    clock_setup();
    w->start = clock_pair();
    w->tick = clock_tick_ns(w->start) * 1e-9;
    return w;
}

struct seen *live_seen(const live_t *w, size_t i)
{
    return (struct seen *)w->pages.records + i;
}

void live_close(live_t *w)
{
    if (!w)
        return;
    for (size_t i = 0; i < w->pages.count; i++)
        page_close(live_seen(w, i)->page);
    list_clear(&w->pages);
    list_clear(&w->ranks);
    list_clear(&w->hosts);
    remote_ranks_clear(&w->elsewhere);
    run_destroy(w->changes);
    free(w);
}

struct remote_ranks *live_elsewhere(live_t *w)
{
    return &w->elsewhere;
}

/* ---- which pages there are ---- */

static bool is_known(const live_t *w, unsigned generation, int rank)
{
    for (size_t i = 0; i < w->pages.count; i++)
        if (live_seen(w, i)->generation == generation
            && live_seen(w, i)->rank == rank)
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

/* The generation that is the job, which is the last that took over, here or
 * elsewhere.
 */
static unsigned find_generation(const live_t *w)
{
    unsigned last = 0, first = 0;

    for (size_t i = 0; i < w->pages.count; i++) {
        const struct seen *seen = live_seen(w, i);

        if (first == 0 || seen->generation < first)
            first = seen->generation;
        if (seen->page->took_over && seen->generation > last)
            last = seen->generation;
    }
    last = last > 0 ? last : first;
    return w->elsewhere.known && w->elsewhere.generation > last
               ? w->elsewhere.generation
               : last;
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
        if (live_seen(w, i)->generation < w->generation)
            page_close(live_seen(w, i)->page);
        else
            *live_seen(w, kept++) = *live_seen(w, i);
    w->pages.count = kept;
    if (kept > 0)
        qsort(w->pages.records, kept, sizeof(struct seen), compare_pages);
}

/* The first rank that goes round in a loop tells how often; its rounds are
 * counted where it marks them.
 */
static bool count_rounds(const live_t *w, uint64_t *rounds)
{
    for (size_t i = 0; i < w->pages.count && i < 8; i++) {
        const struct page *p = live_seen(w, i)->page;
        int which = live_seen(w, i)->generation == w->generation
                        ? iteration_main(&p->beat)
                        : -1;

        if (which >= 0 && which < ITERATION_SEARCH_LOOPS) {
            const struct iteration_loop *loop = &p->beat.loop[which];

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

/* Of a job that has no rank here its agent tells how far it is. */
static void take_rounds(live_t *w)
{
    w->view.has_rounds = w->elsewhere.syncs > 0;
    w->view.rounds = w->elsewhere.syncs;
    w->view.rate = w->elsewhere.rate;
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
    if (w->pages.count > 0)
        name_program(v, live_seen(w, 0)->page);
    drop_older(w);
    now = clock_ticks();
    if (live_look_at_ranks(w, now) < 0)
        return error_null(err, "%s: %s", w->folder, strerror(ENOMEM));
    if (w->ranks.count == 0)
        return error_null(err, "%s: no rank has left a page", w->folder);
    if (w->pages.count > 0)
        look_at_rounds(w, now);
    else
        take_rounds(w);
    look_at_changes(w);
    v->size = w->elsewhere.known && w->elsewhere.generation == generation
                  ? w->elsewhere.size
                  : (int)live_seen(w, 0)->page->size;
    if (w->started_ns > 0)
        v->seconds = (double)(clock_wall() - w->started_ns) * 1e-9;
    return v;
}
