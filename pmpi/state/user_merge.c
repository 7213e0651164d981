/* user_merge.c - rows of old ranks, for the program's functions to take up
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <string.h>

#include "pmpi/state/user_merge.h"

static const struct parent *find_parent(const struct lineage *q,
                                        int rank,
                                        uint32_t from)
{
    for (size_t k = q->first[rank]; k < q->first[rank + 1]; k++)
        if (q->parents[k].rank == from)
            return &q->parents[k];
    return NULL;
}

static int failed(const struct registered *t,
                  const char *what,
                  struct error *err)
{
    return error_set(err, "\"%s\": the program's '%s' failed", t->item.name,
                     what);
}

/* The first parent's rows become ours as they are. */
static int take_first(struct registered *t,
                      const char *rows,
                      size_t count,
                      size_t row,
                      struct error *err)
{
    uint64_t before;

    if (registered_rows(t, &before, err) < 0)
        return -1;
    if ((before != count || !registered_memory(t))
        && registered_allocate(t, &t->item, count * row, err) < 0)
        return -1;
    if (count > 0)
        memcpy(registered_memory(t), rows, count * row);
    return registered_set_rows(t, count, err);
}

/* Let the program change memory and count: split off what is not the parent's
 * part, or (without 'parent') merge rows with what is there.  What it cannot
 * hold is found now, while the old ranks have all.
 */
static int call_own(struct registered *t,
                    const struct parent *parent,
                    const char *rows,
                    size_t count,
                    struct error *err)
{
    const mito_layout *l = &t->layout;
    size_t row = item_row_bytes(&t->item);
    void *memory = registered_memory(t);
    uint64_t before;
    size_t had;
    int rc;

    if (registered_rows(t, &before, err) < 0)
        return -1;
    had = before;
    rc = parent ? l->split(&memory, &had, (int)parent->part,
                           (int)parent->parts, l->arg)
                : l->merge(&memory, &had, rows, count, l->arg);
    if (rc != 0)
        return failed(t, parent ? "split" : "merge", err);
    if (registered_replace(t, memory, had, err) < 0)
        return -1;
    return registered_check_bytes(
        t, had, had > SIZE_MAX / row ? SIZE_MAX : had * row, err);
}

int user_merge_take_up(const struct lineage *q,
                       int rank,
                       struct registered *t,
                       const struct plan *p,
                       const char *staged,
                       struct error *err)
{
    const mito_layout *l = &t->layout;
    size_t row = item_row_bytes(&t->item);

    for (size_t n = 0; n < p->count; n++) {
        const struct copy *c = &p->copies[n];
        const struct parent *parent = find_parent(q, rank, c->from);
        const char *rows = staged + c->to.offset;
        size_t count = c->to.bytes * c->to.times / row;
        int rc = 0;

        if (!parent)
            continue;
        if (l->pack) {
            if (l->unpack(rows, count, (int)parent->part, (int)parent->parts,
                          (int)n, (int)p->count, l->arg)
                != 0)
                rc = failed(t, "unpack", err);
        } else if (n > 0) {
            rc = call_own(t, NULL, rows, count, err);
        } else {
            rc = take_first(t, rows, count, row, err);
            if (rc == 0 && parent->parts > 1 && l->split)
                rc = call_own(t, parent, NULL, 0, err);
        }
        if (rc < 0)
            return -1;
    }
    return 0;
}
