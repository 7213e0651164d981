/* box_overlap.h - whether boxes have cells in common
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_BOX_OVERLAP_H
#define MITOSIS_MIGRATE_LAYOUT_BOX_OVERLAP_H

#include "migrate/layout/box.h"

struct box_of_rank {
    struct box box; /* not empty */
    size_t rank;
    int64_t low; /* for box_overlap_find(), which sorts by it */
};

/* Find two of so many boxes that have cells in common.  Returns whether there
 * are any, and whose they are, the lower rank first, in 'ranks'.
 */
bool box_overlap_find(struct box_of_rank *boxes,
                      size_t count,
                      size_t ranks[2]);

#endif /* !MITOSIS_MIGRATE_LAYOUT_BOX_OVERLAP_H */
