/* rebalance_check.c - whether a rebalance would change anything
 *
 * A change replaces all processes, which is much for nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/change/rebalance_check.h"
#include "migrate/layout/division.h"
#include "migrate/transfer/manifest_file.h"

static bool is_same(const struct head *a, const struct change *change)
{
    int ranks = a->now->ranks;
    struct manifest **m =
        manifest_file_read_all(a->folder, a->now->number, ranks, NULL);
    bool same = m
                && division_keeps((const struct manifest *const *)m,
                                  (size_t)ranks, change->weight);

    manifest_file_free(m, ranks);
    return same;
}

int rebalance_check(const struct head *a,
                    const struct change *change,
                    struct error *err)
{
    if (change_is_only(change, CHANGE_REBALANCE)
        && change->weights == a->now->ranks && is_same(a, change))
        return error_set(err, "the ranks have rows in this proportion "
                              "already");
    return 0;
}
