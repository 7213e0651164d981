/* request_make.c - who carries on whom when a job is changed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "migrate/change.h"
#include "migrate/request.h"

struct request *request_make(const struct change *c,
                             size_t old,
                             size_t new,
                             struct error *err)
{
    size_t ranks[CHANGE_RANKS];

    switch (c->kind) {
    case CHANGE_SPLIT:
        return request_split(old, (size_t)c->rank, (size_t)c->parts, err);
    case CHANGE_MERGE:
        for (int i = 0; i < c->count; i++)
            ranks[i] = (size_t)c->ranks[i];
        return request_merge(old, ranks, (size_t)c->count, err);
    case CHANGE_MIGRATE:
        return request_same(old, err);
    case CHANGE_REBALANCE:
        return request_weighted(old, new, c->weights, err);
    default:
        return request_resize(old, new, err);
    }
}
