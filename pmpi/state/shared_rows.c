/* shared_rows.c - whether ranks have the same in the rows that they share
 *
 * What the others have is fetched over a copy of what came from the owners, of
 * one rank after the other: at a corner there are several of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/append_text.h"
#include "migrate/layout/box.h"
#include "pmpi/state/prepare.h"
#include "pmpi/state/shared_rows.h"

enum { PLACE_TEXT = 100 };

/* Which row, or cell, the one at 'at' in our memory is. */
static void say_place(size_t i, uint64_t at, char text[PLACE_TEXT])
{
    const struct item *item = prepare_item(i);
    uint64_t start =
        prepared.world.shares->share[i].new_starts[prepared.place.rank];
    struct box box = box_memory(item);
    int64_t cell[BOX_DIMENSIONS];

    if (item->spread != ITEM_GRID) {
        snprintf(text, PLACE_TEXT, "row %" PRIu64,
                 start + at - item_before(item, 0));
        return;
    }
    for (int d = BOX_DIMENSIONS; d-- > 0;) {
        uint64_t width = (uint64_t)(box.high[d] - box.low[d]);

        cell[d] = box.low[d] + (int64_t)(at % width);
        at /= width;
    }
    text[0] = '\0';
    for (int d = BOX_DIMENSIONS - (int)item->dimensions; d < BOX_DIMENSIONS;
         d++)
        append_text(text, PLACE_TEXT, "%s%" PRId64, *text ? ", " : "cell ",
                    cell[d]);
}

static int compare(size_t i,
                   uint32_t from,
                   const char *theirs,
                   struct error *err)
{
    const struct item *item = prepare_item(i);
    const char *ours = registered_memory(prepare_thing(i));
    uint64_t bytes = prepared.item[i].plan.bytes, at = 0;
    char place[PLACE_TEXT];

    if (memcmp(ours, theirs, bytes) == 0)
        return 0;
    while (ours[at] == theirs[at])
        at++;
    say_place(i, at / item_row_bytes(item), place);
    return error_set(err,
                     "\"%s\" %s has another value in rank %u than in the rank "
                     "that it shares %s with",
                     item->name, item_place(item).text, from, place);
}

/* Copies 'first' to 'end' of 'p' are all from the same rank. */
static int check_rank(size_t i,
                      const struct plan *p,
                      size_t first,
                      size_t end,
                      char *theirs,
                      struct error *err)
{
    uint32_t from = p->copies[first].from;
    fetch_t *h = fetch_create(&prepared.source, &prepared.options);
    uint64_t sum = 0;
    int rc = h ? 0 : error_set(err, "out of memory");

    memcpy(theirs, registered_memory(prepare_thing(i)),
           prepared.item[i].plan.bytes);
    for (size_t n = first; rc == 0 && n < end; n++)
        rc = fetch_add(h, prepared.world.old[from], i,
                       &(struct fetch_part_task){ p->copies[n], p->row_bytes,
                                                  theirs, &sum },
                       err);
    if (rc == 0)
        rc = fetch_run(h, 1, err);
    fetch_destroy(h);
    return rc < 0 ? -1 : compare(i, from, theirs, err);
}

static int check_item(size_t i, struct error *err)
{
    struct plan p;
    size_t end;
    char *theirs;
    int rc = 0;

    if (plan_shared(&p, prepared.world.shares, i, (size_t)prepared.place.rank,
                    err)
        < 0)
        return -1;
    theirs = malloc(prepared.item[i].plan.bytes + 1);
    if (!theirs)
        rc = error_set(err, "out of memory");
    for (size_t n = 0; rc == 0 && n < p.count; n = end) {
        for (end = n; end < p.count && p.copies[end].from == p.copies[n].from;)
            end++;
        rc = check_rank(i, &p, n, end, theirs, err);
    }
    free(theirs);
    plan_free(&p);
    return rc;
}

int shared_rows_check(struct error *err)
{
    for (size_t i = 0; i < registered_count; i++) {
        const uint64_t *shared = prepare_item(i)->shared;

        if ((shared[0] | shared[1] | shared[2]) > 0 && check_item(i, err) < 0)
            return -1;
    }
    return 0;
}
