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

/* All ranks have registered the same: the first that is known will do. */
static bool has_shares(const struct head *a)
{
    struct manifest *m = NULL;
    bool has = true;

    for (int r = 0; !m && r < a->now->ranks; r++)
        m = manifest_file_read(a->folder, a->now->number, r, NULL);
    if (m)
        has = division_has_shares(m);
    manifest_destroy(m);
    return has;
}

static bool is_for(const struct head *a, const struct change *change)
{
    return change_is_only(change, CHANGE_REBALANCE)
           && change->weights == a->now->ranks;
}

int rebalance_check_shares(const struct head *a,
                           const struct change *change,
                           struct error *err)
{
    if (is_for(a, change) && !has_shares(a))
        return error_set(err, "nothing that is registered can have uneven "
                              "shares, as blocks of rows and bags can");
    return 0;
}

int rebalance_check(const struct head *a,
                    const struct change *change,
                    struct error *err)
{
    if (rebalance_check_shares(a, change, err) < 0)
        return -1;
    if (is_for(a, change) && is_same(a, change))
        return error_set(err, "the ranks have rows in this proportion "
                              "already");
    return 0;
}
