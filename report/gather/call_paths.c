/* call_paths.c - call paths as all ranks can agree on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/gather/call_paths.h"
#include "report/model/list.h"
#include "report/model/table.h"

struct call_paths {
    arena_t *arena;
    table_t *objects;   /* of struct run_object, by path and build id */
    table_t *paths;     /* of struct run_path, by call and frames */
    struct list visits; /* of struct run_visit */

    /* of this rank */
    const struct page *page;
    struct object_record object[PAGE_OBJECTS];
    uint32_t shared[PAGE_OBJECTS]; /* its number in 'objects', when known */
    uint32_t used;
    uint32_t hit; /* the last one that was looked for */
};

call_paths_t *call_paths_create(arena_t *a)
{
    call_paths_t *p = calloc(1, sizeof(*p));

    if (!p)
        return NULL;
    p->arena = a;
    p->visits.bytes = sizeof(struct run_visit);
    p->objects = table_create(sizeof(struct run_object));
    p->paths = table_create(sizeof(struct run_path));
    if (!p->objects || !p->paths) {
        call_paths_destroy(p);
        return NULL;
    }
    return p;
}

void call_paths_destroy(call_paths_t *p)
{
    if (p) {
        table_destroy(p->objects);
        table_destroy(p->paths);
        list_clear(&p->visits);
        free(p);
    }
}

void call_paths_begin(call_paths_t *p, const struct page *page)
{
    p->page = page;
    p->used = page->objects_used;
    p->hit = 0;
    memcpy(p->object, page->object, p->used * sizeof(p->object[0]));
    for (uint32_t i = 0; i < p->used; i++)
        p->shared[i] = TABLE_NONE;
}

static uint32_t share_object(call_paths_t *p, const struct object_record *o)
{
    char name[sizeof(o->path) + sizeof(o->build_id)];
    size_t len = strlen(o->path) + 1;
    struct run_object *shared;
    uint32_t n;

    memcpy(name, o->path, len);
    memcpy(name + len, o->build_id, o->build_id_bytes);
    n = table_number(p->objects, name, len + o->build_id_bytes);
    if (n == TABLE_NONE)
        return n;
    shared = table_at(p->objects, n);
    if (!shared->path) {
        if (!(shared->path = arena_print(p->arena, "%s", o->path)))
            return TABLE_NONE;
        shared->build_id_bytes = o->build_id_bytes;
        memcpy(shared->build_id, o->build_id, o->build_id_bytes);
    }
    return n;
}

/* Calls come from few places: try the object that was hit last first. */
static uint32_t find_object(call_paths_t *p, uint64_t address)
{
    for (uint32_t i = 0; i < p->used; i++) {
        uint32_t at = (p->hit + i) % p->used;

        if (address >= p->object[at].base && address < p->object[at].end)
            return p->hit = at;
    }
    return TABLE_NONE;
}

struct run_frame call_paths_frame(call_paths_t *p, uint64_t address)
{
    uint32_t at = find_object(p, address);

    if (at == TABLE_NONE)
        return (struct run_frame){ RUN_NOWHERE, 0 };
    if (p->shared[at] == TABLE_NONE)
        p->shared[at] = share_object(p, &p->object[at]);
    return (struct run_frame){ p->shared[at], address - p->object[at].bias };
}

/* Who takes turns with a mark may have done so with one that was there before:
 * then the loop has moved on without it.
 */
static unsigned loop_of(const struct page *page,
                        const struct call_site_record *site)
{
    const struct iteration_search *b = &page->beat;
    const struct iteration_search_mark *m = &site->beat;

    for (unsigned i = 0; i < ITERATION_SEARCH_LOOPS; i++) {
        const struct iteration_loop *l = &b->loop[i];
        bool marks = m->loop_plus_one == i + 1
                     && l->site == (uint32_t)(site - page->site);
        bool follows = m->member == (uint32_t)((char *)l - (char *)b)
                       && l->turn - m->turn <= 1;

        if (l->used && (marks || follows))
            return i + 1;
    }
    return 0;
}

uint32_t call_paths_add(call_paths_t *p,
                        const struct call_site_record *site,
                        uint32_t number,
                        const char *call,
                        int rank,
                        double tick)
{
    struct {
        uint64_t call;
        struct run_frame frames[SITE_FRAMES];
    } key = { .call = number };
    size_t frames = site->depth * sizeof(key.frames[0]);
    struct run_visit *visit = list_add(&p->visits);
    struct run_path *sum;
    uint32_t n;

    for (uint32_t i = 0; i < site->depth; i++)
        key.frames[i] = call_paths_frame(p, site->frames[i]);
    n = table_number(p->paths, &key, sizeof(key.call) + frames);
    if (n == TABLE_NONE || !visit)
        return RUN_NOWHERE;
    *visit = (struct run_visit){ rank, n, loop_of(p->page, site), 0 };
    sum = table_at(p->paths, n);
    if (!sum->call) {
        sum->frames = arena_take(p->arena, 1, frames);
        if (!sum->frames)
            return RUN_NOWHERE;
        memcpy(sum->frames, key.frames, frames);
        sum->call = call;
        sum->depth = site->depth;
    }
    sum->cut = sum->cut || site->cut;
    sum->count += site->count;
    sum->seconds += site->ticks * tick;
    sum->bytes += site->bytes;
    return n;
}

int call_paths_keep(call_paths_t *p, struct run *run)
{
    run->objects = table_count(p->objects);
    run->paths = table_count(p->paths);
    run->visits = p->visits.count;
    run->object = table_keep(p->objects, run->arena);
    run->path = table_keep(p->paths, run->arena);
    run->visit = list_keep(&p->visits, run->arena);
    return run->object && run->path && run->visit ? 0 : -1;
}
