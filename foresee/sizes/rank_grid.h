/* rank_grid.h - the grid whose rows and columns are communicators of a run
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_SIZES_RANK_GRID_H
#define MITOSIS_FORESEE_SIZES_RANK_GRID_H

#include "foresee/record/recording.h"

/* Ranks lie in it row by row. */
struct rank_grid {
    size_t rows; /* 0: there is no grid */
    size_t columns;
};

/* Find the grid of which each communicator of some ranks that make collectives
 * in it is a row or a column.
 */
struct rank_grid rank_grid_find(const struct recording *r);

/* Which of its rows the communicator is, or, counted after these, which of its
 * columns; their number when it is none.
 */
size_t rank_grid_line(const struct rank_grid *g,
                      const struct recorded_comm *c);

/* How many ranks a line has, and which is at a place in it. */
size_t rank_grid_size(const struct rank_grid *g, size_t line);
int rank_grid_member(const struct rank_grid *g, size_t line, size_t place);

/* What the grid is with 'ranks', by those that were seen in runs: with as many
 * rows always, or columns, or as near to a square as MPI_Dims_create() makes
 * it.  Returns 0, or -1 where these ways differ, or none is known, with the
 * reason in 'err'.
 */
int rank_grid_guess(struct rank_grid *g,
                    const struct rank_grid seen[],
                    size_t count,
                    size_t ranks,
                    struct error *err);

#endif /* !MITOSIS_FORESEE_SIZES_RANK_GRID_H */
