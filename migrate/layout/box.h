/* box.h - boxes of cells of a grid, always as if it had three dimensions
 *
 * Dimensions that a grid lacks come first and are one cell wide, without a
 * halo.  Cells of a halo around the whole grid have places below zero or
 * beyond its shape.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_BOX_H
#define MITOSIS_MIGRATE_LAYOUT_BOX_H

#include "migrate/layout/item.h"

enum { BOX_DIMENSIONS = 3 };

struct box {
    int64_t low[BOX_DIMENSIONS];
    int64_t high[BOX_DIMENSIONS]; /* the first that is not in it */
};

/* The cells that the box of 'item', a grid, has. */
struct box box_here(const struct item *item);

/* Those of them that it owns: without what it shares with the ranks before it
 * in each dimension.  An empty box has its high corner as its low one.
 */
struct box box_owned(const struct item *item);

/* Those that its memory holds: the box with the halo. */
struct box box_memory(const struct item *item);

/* Those that others take from it: its own, and where these are at the edge of
 * the grid, the halo beyond it.  Where boxes are a whole grid, these are that
 * and all of the halo around it, each cell once.
 */
struct box box_source(const struct item *item);

bool box_empty(const struct box *b);

uint64_t box_cells(const struct box *b);

/* What 'a' and 'b' have in common, which may be empty. */
struct box box_common(const struct box *a, const struct box *b);

/* Which cell of 'b', row by row, 'cell' is. */
uint64_t box_place(const struct box *b, const int64_t *cell);

/* Which cell of the whole grid 'cell', in there, is; and how many further the
 * same is in the next row.
 */
uint64_t box_row(const struct item *item, const int64_t *cell);
uint64_t box_stride(const struct item *item);

#endif /* !MITOSIS_MIGRATE_LAYOUT_BOX_H */
