/* owner_bounds.h - in which rank's part of space an item is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_OWNER_BOUNDS_H
#define MITOSIS_PMPI_STATE_OWNER_BOUNDS_H

#include <stdbool.h>

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

/* Which of so many ranks the item at 'at' is with: 'guess' is asked first.
 * Returns -1 if it is with none.
 */
int owner_bounds_find(const struct owner_bounds *all,
                      int ranks,
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
