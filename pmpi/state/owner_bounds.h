/* owner_bounds.h - in which rank's part of space an item is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_OWNER_BOUNDS_H
#define MITOSIS_PMPI_STATE_OWNER_BOUNDS_H

#include "include/mitosis.h"
#include "migrate/layout/item.h"

/* Where one rank's part of space begins and ends. */
struct owner_bounds {
    double low[MITO_DIMENSIONS];
    double high[MITO_DIMENSIONS];
};

/* Whether what a layout says of bounds goes together, for an item of that
 * spread.  Returns 0, or -1 with what is wrong in 'err', without a name:
 * "has 'low', and no 'high'".
 */
int owner_bounds_check(const mito_layout *l,
                       const struct item *item,
                       struct error *err);

/* Those of this rank, as they are now. */
void owner_bounds_get(struct owner_bounds *b, const mito_layout *l);

/* Which of many ranks may have what is where. */
typedef struct owner_grid owner_grid_t;

/* Make one of the bounds of so many ranks.  Returns what is given back with
 * owner_grid_destroy(); or NULL where it is not worth the while, as ranks are
 * few or their parts lie across each other, or there is no memory for it.
 */
owner_grid_t *owner_grid_create(const struct owner_bounds *all,
                                int ranks,
                                int dimensions);

/* Free 'g'.  NULL is fine. */
void owner_grid_destroy(owner_grid_t *g);

/* Which of so many ranks the item at 'at' is with: 'guess' is asked first,
 * then those that 'grid' knows, or all where that is NULL.  Returns -1 if it
 * is with none.
 */
int owner_bounds_find(const struct owner_bounds *all,
                      int ranks,
                      const owner_grid_t *grid,
                      const struct item *item,
                      const mito_layout *l,
                      const void *at,
                      int guess);

/* Where the item at 'at' is: "at 1, 2.5, 3". */
struct owner_place {
    char text[96];
};
struct owner_place owner_bounds_place(const struct item *item,
                                      const mito_layout *l,
                                      const void *at);

#endif /* !MITOSIS_PMPI_STATE_OWNER_BOUNDS_H */
