/* gather.c - put all that a job's ranks left together into one run
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/page.h"
#include "report/code/resolve.h"
#include "report/gather/alive.h"
#include "report/gather/changes.h"
#include "report/gather/folder.h"
#include "report/gather/gather.h"
#include "report/gather/generation.h"
#include "report/gather/merge.h"
#include "report/json/read.h"

enum { TRIES = 10 }; /* when pages are folded while they are being read */

static const char no_page[] = "no page of a rank";

/* The generations of a job that took over, each with its pages. */
struct gather {
    struct folder folder;
    arena_t *arena;
    size_t count;
    size_t *first;      /* of the folder's pages, count + 1 of them */
    struct list runs;   /* of struct run * */
    struct list unread; /* of struct error */
};

/* ---- which generations there are ---- */

static bool took_over(const struct folder_page *page, size_t count)
{
    bool took = page->generation <= 1;

    for (size_t i = 0; i < count && !took; i++) {
        struct page *p = page_open(page[i].path, NULL);

        took = p && p->took_over > 0;
        page_close(p);
    }
    return took;
}

/* Pages of a generation that did not take over are moved out of the way. */
static int find_generations(struct gather *g)
{
    struct folder_page *page = g->folder.pages.records;
    size_t kept = 0, next;

    g->first = calloc(g->folder.pages.count + 1, sizeof(*g->first));
    if (!g->first)
        return -1;
    for (size_t i = 0; i < g->folder.pages.count; i = next) {
        next = folder_next(&g->folder, i);
        if (!took_over(&page[i], next - i))
            continue;
        memmove(&page[kept], &page[i], (next - i) * sizeof(*page));
        g->first[g->count++] = kept;
        kept += next - i;
    }
    g->first[g->count] = kept;
    return 0;
}

static int start(struct gather *g,
                 const char *const *folders,
                 size_t count,
                 struct error *err)
{
    *g = (struct gather){ .arena = arena_create() };
    g->runs.bytes = sizeof(struct run *);
    g->unread.bytes = sizeof(struct error);
    if (!g->arena)
        return error_set(err, "the pages: %s", strerror(ENOMEM));
    if (folder_read(&g->folder, folders, count, g->arena, err) < 0)
        return -1;
    if (find_generations(g) < 0)
        return error_set(err, "the pages: %s", strerror(ENOMEM));
    return 0;
}

static void clear(struct gather *g)
{
    struct run **run = g->runs.records;

    for (size_t i = 0; i < g->runs.count; i++)
        run_destroy(run[i]);
    list_clear(&g->runs);
    list_clear(&g->unread);
    folder_clear(&g->folder);
    arena_destroy(g->arena);
    free(g->first);
}

/* ---- their runs ---- */

/* Keep a run, or, when there is none, why. */
static int keep(struct gather *g, struct run *run, const struct error *why)
{
    struct run **kept = run ? list_add(&g->runs) : NULL;
    struct error *unread = run ? NULL : list_add(&g->unread);

    if (kept) {
        *kept = run;
        return 0;
    }
    run_destroy(run);
    if (!unread)
        return -1;
    *unread = *why;
    return 0;
}

static int gather_part(struct gather *g)
{
    struct error why = { .text = "" };

    if (!g->folder.part)
        return 0;
    return keep(g, json_read(g->folder.part, &why), &why);
}

/* Gather the first 'count' generations; 'job' is about the last of all. */
static int gather_pages(struct gather *g,
                        size_t count,
                        enum rank_state_job job)
{
    const struct folder_page *page = g->folder.pages.records;

    for (size_t i = 0; i < count; i++) {
        size_t first = g->first[i];
        enum rank_state_job how =
            i + 1 < g->count ? RANK_STATE_SUCCEEDED : job;
        struct error why = { .text = "" };
        struct run *run = generation_gather(
            &page[first], g->first[i + 1] - first, how, &why);

        if (keep(g, run, &why) < 0)
            return -1;
    }
    return 0;
}

/* Make the runs one, resolved unless there was one only. */
static struct run *join(struct gather *g, struct error *err)
{
    struct run **run = g->runs.records, *all = NULL;
    int rc = 0;

    if (g->runs.count == 1 && !g->folder.part && g->unread.count == 0) {
        g->runs.count = 0;
        return run[0];
    }
    for (size_t i = 0; rc == 0 && i < g->runs.count; i++)
        rc = resolve(run[i], err);
    if (rc < 0)
        return NULL;
    all = merge(run, g->runs.count);
    for (size_t i = 0; all && i < g->unread.count; i++) {
        const struct error *why = g->unread.records;

        if (run_unseen(all, "%s", why[i].text) < 0) {
            run_destroy(all);
            all = NULL;
        }
    }
    if (!all)
        error_set(err, "the pages: %s", strerror(ENOMEM));
    return all;
}

static struct run *finish(struct gather *g,
                          const char *folder,
                          struct error *err)
{
    const struct error *why = g->unread.records;
    struct error unread;
    struct run *run;

    if (g->runs.count == 0)
        return error_null(err, "%s: %s", folder,
                          g->unread.count ? why->text : no_page);
    run = join(g, err);
    if (run && changes_read(run, folder, &unread) < 0
        && run_unseen(run, "%s", unread.text) < 0) {
        run_destroy(run);
        return error_null(err, "the pages: %s", strerror(ENOMEM));
    }
    return run;
}

/* Whether what was read is there no more, for it was folded meanwhile. */
static bool is_stale(const struct gather *g,
                     const char *const *folders,
                     size_t count)
{
    struct folder now;
    bool stale = folder_read(&now, folders, count, g->arena, NULL) == 0
                 && now.part_generation != g->folder.part_generation;

    folder_clear(&now);
    return stale;
}

struct run *gather(const char *const *folders,
                   size_t count,
                   bool over,
                   struct error *err)
{
    enum rank_state_job job = over ? RANK_STATE_OVER : RANK_STATE_GOES_ON;
    struct run *run = NULL;
    bool again = true;

    for (int i = 0; i < TRIES && again; i++) {
        struct gather g;

        run_destroy(run);
        run = NULL;
        if (start(&g, folders, count, err) == 0) {
            if (gather_part(&g) < 0 || gather_pages(&g, g.count, job) < 0)
                error_set(err, "the pages: %s", strerror(ENOMEM));
            else
                run = finish(&g, count > 0 ? folders[0] : "no folder", err);
        }
        again = is_stale(&g, folders, count);
        clear(&g);
    }
    return run;
}

/* ---- those that are over ---- */

/* A page that cannot be read will not be better later. */
static bool is_over(const char *path)
{
    struct page *p = page_open(path, NULL);
    bool over = true;

    if (p && p->trace[0])
        over = false;
    else if (p && p->state < PAGE_FINISHED)
        over = page_is_here(p) && !alive_process(p->pid, p->birth_ns);
    page_close(p);
    return over;
}

/* How many generations are followed by another one, and over. */
static size_t count_over(const struct gather *g)
{
    const struct folder_page *page = g->folder.pages.records;
    size_t n = 0;

    for (; n + 1 < g->count; n++)
        for (size_t i = g->first[n]; i < g->first[n + 1]; i++)
            if (!is_over(page[i].path))
                return n;
    return n;
}

struct run *gather_over(const char *folder, unsigned *last, struct error *err)
{
    struct run *run = NULL;
    struct gather g;
    size_t over = 0;

    *last = 0;
    if (start(&g, &folder, 1, err) == 0) {
        over = count_over(&g);
        if (g.folder.pages.count == 0 && !g.folder.part)
            error_set(err, "%s: %s", folder, no_page);
    }
    if (over > 0) {
        const struct folder_page *page = g.folder.pages.records;

        *last = page[g.first[over] - 1].generation;
        if (gather_part(&g) < 0 || gather_pages(&g, over, RANK_STATE_OVER) < 0)
            error_set(err, "the pages: %s", strerror(ENOMEM));
        else if (g.unread.count > 0)
            error_set(err, "%s",
                      ((const struct error *)g.unread.records)->text);
        else
            run = join(&g, err);
    }
    clear(&g);
    return run;
}
