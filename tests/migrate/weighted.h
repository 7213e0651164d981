/* weighted.h - requests with weights, for tests
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_MIGRATE_WEIGHTED_H
#define MITOSIS_TESTS_MIGRATE_WEIGHTED_H

#include "migrate/layout/lineage.h"

/* 'n' ranks become 'm' that have shares by 'weights'.  NULL with the reason in
 * 'err' when that cannot be.
 */
static inline struct lineage *weighted(size_t n,
                                       size_t m,
                                       const double *weights,
                                       struct error *err)
{
    struct lineage *q = lineage_resize(n, m, NULL);

    if (lineage_weigh(q, weights, err) == 0)
        return q;
    lineage_destroy(q);
    return NULL;
}

#endif /* !MITOSIS_TESTS_MIGRATE_WEIGHTED_H */
