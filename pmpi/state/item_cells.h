/* item_cells.h - items in cells that have more places than are taken
 *
 * While the program computes there are gaps between them.  While ranks stand
 * still, and where sums are taken, they are one behind the other.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_ITEM_CELLS_H
#define MITOSIS_PMPI_STATE_ITEM_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* What arrays of the same cells share. */
struct item_cells {
    int *taken; /* the program's: the first so many places of each cell */
    size_t places;
    const void *cells; /* the program's count of them */
    int cells_bytes;
    uint64_t items; /* where they are one behind the other: */
    bool closed;
    bool come; /* and have come from elsewhere */
};

/* How many cells there are. */
uint64_t item_cells_count(const struct item_cells *g);

/* How many items there are.  Returns -1 with the reason in 'err': "has 5 items
 * in cell 3, and 4 places in each".
 */
int item_cells_rows(const struct item_cells *g,
                    uint64_t *rows,
                    struct error *err);

/* So many have come, one behind the other. */
void item_cells_have_come(struct item_cells *g, uint64_t rows);

/* Put those of an array at 'at', of 'row' bytes each, one behind the other, as
 * item_cells_rows() counts them.
 */
void item_cells_close(const struct item_cells *g, void *at, size_t row);

/* The other way round, by what is taken now. */
void item_cells_open(const struct item_cells *g, void *at, size_t row);

/* Have all cells take about as many. */
void item_cells_share_out(const struct item_cells *g);

#endif /* !MITOSIS_PMPI_STATE_ITEM_CELLS_H */
