/* item.h - what one rank says of one registered thing
 *
 * The numbers of a layout in mitosis.h, once MPI has been asked what its
 * types are: all of them are 64 bits wide, nothing is left to a default.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_ITEM_H
#define MITOSIS_MIGRATE_LAYOUT_ITEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* As mito_spread, after MITO_DEFAULT has been decided. */
enum item_spread {
    ITEM_REPLICATED = 1,
    ITEM_BLOCK,
    ITEM_CYCLIC,
    ITEM_BLOCK_CYCLIC,
    ITEM_GRID,
    ITEM_RAGGED,
    ITEM_BAG,
    ITEM_LOCAL
};

enum item_flags {
    ITEM_CONSTANT = 1, /* never changes after start-up */
    ITEM_OFFSETS = 2,  /* its integers are where rows start, one more of them
                          than there are rows */
    ITEM_SPLIT = 4,    /* the program has functions for it */
    ITEM_MERGE = 8,
    ITEM_PACK = 16,   /* its rows are the bytes that 'pack' wrote */
    ITEM_INDEX = 32,  /* another item's 'lengths'; manifest_seal() sets it */
    ITEM_OWNER = 64,  /* a function of the program says whose each item is */
    ITEM_OWNED = 128, /* so it does, or a list, of this bag or one with the
                        same count; manifest_seal() sets it */
    ITEM_BOUNDS = 256 /* not a function does, but the bounds of the ranks */
};

enum { ITEM_NAME = 64, ITEM_FILE = 128, ITEM_DIMENSIONS = 3 };

#define ITEM_NONE UINT64_MAX           /* no group, no index */
#define ITEM_LIMIT (UINT64_C(1) << 48) /* every number of rows is below */

struct item {
    char name[ITEM_NAME];
    char lengths[ITEM_NAME];   /* of ragged rows: the item that has them; of a
                                  bag: the one that says whose items are */
    char file[ITEM_FILE];      /* where it was registered */
    char type_name[ITEM_NAME]; /* "MPI_INT", or empty */

    /* From here to 'base' a manifest takes all as it stands. */
    uint64_t line;
    uint64_t order;  /* how many were registered before it */
    uint64_t spread; /* enum item_spread */
    uint64_t flags;  /* enum item_flags */
    uint64_t type;   /* a hash of the type's signature */
    uint64_t extent; /* bytes of an element, at least 1 */
    uint64_t row;    /* elements in a row, at least 1 */
    uint64_t halo;   /* rows beyond ours on each side, in blocks and grids; */
    uint64_t
        before[ITEM_DIMENSIONS]; /* and so many more on one side, in blocks */
    uint64_t after[ITEM_DIMENSIONS];  /* by the first number */
    uint64_t shared[ITEM_DIMENSIONS]; /* of our rows, from the first on, those
                                         that the rank before has, too, and
                                         owns */
    uint64_t block; /* rows in a block, of ITEM_BLOCK_CYCLIC at least 1 */
    uint64_t dimensions;
    uint64_t shape[ITEM_DIMENSIONS];
    uint64_t origin[ITEM_DIMENSIONS];
    uint64_t box[ITEM_DIMENSIONS]; /* mito_layout's 'extent' */
    uint64_t count;                /* rows here now: 1 where all share one
                                      thing, in a grid the cells of the box */
    uint64_t group;                /* items with the same count variable have
                                      the same, those without ITEM_NONE */
    uint64_t address;              /* of its memory now */
    uint64_t base; /* with offsets: the first of them, 0 or 1 */

    /* Not told as they stand. */
    uint64_t index;   /* the item 'lengths', or ITEM_NONE */
    uint64_t *starts; /* of an index: where each of our rows starts, from 0,
                         and the end of the last, once that was measured */
};

/* Where it was registered: "at heat.c:40", or "in Fortran", where no line is
 * known.
 */
struct item_place {
    char text[ITEM_FILE + 32];
};
struct item_place item_place(const struct item *item);

/* Whether everything in 'item' is in bounds and goes together, so that no
 * size made of it overflows.  Returns 0, or -1 with what is wrong in 'err':
 * "has rows of no bytes", as the caller knows how it calls the item.
 */
int item_check(const struct item *item, struct error *err);

/* Whether it can be what says where rows start, how long they are or whose. */
bool item_has_integers(const struct item *item);

/* Bytes of a row (a cell, one element of ragged rows). */
uint64_t item_row_bytes(const struct item *item);

/* Bytes of memory it takes with 'count' rows, halo and all.  Of ragged rows
 * 'count' is that of all their elements; a grid goes by its box instead.
 */
uint64_t item_bytes(const struct item *item, uint64_t count);

/* Rows of the halo before ours, and behind, in dimension 'd'. */
uint64_t item_before(const struct item *item, uint64_t d);
uint64_t item_after(const struct item *item, uint64_t d);

/* Whether it has neither a halo nor shared rows. */
bool item_is_bare(const struct item *item);

/* Whether it is 'bag', of one rank's manifest, or has the same count. */
bool item_goes_with(const struct item *item, const struct item *bag);

/* Cells in the box. */
uint64_t item_cells(const struct item *item);

/* What people call it: "block-cyclic". */
const char *item_spread_name(uint64_t spread);

#endif /* !MITOSIS_MIGRATE_LAYOUT_ITEM_H */
