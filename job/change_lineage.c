/* change_lineage.c - what a change makes of a job: how many ranks, and who
 * carries on whom
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/change.h"
#include "migrate/layout/lineage.h"

/* Splits and merges. */
static struct lineage *reshape(const struct change *c,
                               size_t old,
                               struct error *err)
{
    size_t *parts = calloc(old, sizeof(*parts));
    size_t *into = calloc(old, sizeof(*into));
    struct lineage *q = NULL;

    if (!parts || !into) {
        error_set(err, "request of %zu ranks: %s", old, strerror(errno));
        goto end;
    }
    for (size_t r = 0; r < old; r++) {
        parts[r] = 1;
        into[r] = r;
    }
    for (int i = 0; i < c->splits; i++)
        parts[c->split[i].rank] = (size_t)c->split[i].parts;
    for (int i = 1; i < c->merged; i++)
        if (c->merge[i].merge == c->merge[i - 1].merge)
            into[c->merge[i].rank] = into[c->merge[i - 1].rank];
    q = lineage_reshape(old, parts, into, err);
end:
    free(parts);
    free(into);
    return q;
}

struct lineage *change_lineage(const struct change *c,
                               size_t old,
                               struct error *err)
{
    struct lineage *q = c->has[CHANGE_RESIZE]
                            ? lineage_resize(old, (size_t)c->size, err)
                            : reshape(c, old, err);

    if (q && c->weights > 0 && lineage_weigh(q, c->weight, err) < 0) {
        lineage_destroy(q);
        return NULL;
    }
    return q;
}

/* ---- whether it can be done ---- */

static int check_rank(int rank, int ranks, struct error *err)
{
    if (rank < ranks)
        return 0;
    return error_set(err, "there is no rank %d, the last one is %d", rank,
                     ranks - 1);
}

static int check_ranks(const struct change *c, int ranks, struct error *err)
{
    for (int i = 0; i < c->splits; i++)
        if (check_rank(c->split[i].rank, ranks, err) < 0)
            return -1;
    for (int i = 0; i < c->merged; i++)
        if (check_rank(c->merge[i].rank, ranks, err) < 0)
            return -1;
    for (int i = 0; i < c->moves; i++)
        if (check_rank(c->move[i].rank, ranks, err) < 0)
            return -1;
    return 0;
}

/* Ranks 'one' and 'other' of the moves become one: they must go to one host.
 */
static int check_together(const struct change_move *one,
                          const struct change_move *other,
                          struct error *err)
{
    if (strcmp(one->host, other->host) == 0)
        return 0;
    return error_set(err,
                     "ranks %d and %d become one, which cannot be on both "
                     "%.200s and %.200s",
                     one->rank, other->rank, one->host, other->host);
}

/* Ranks that become one must not go to two hosts; 'move' is that of each rank.
 */
static int check_parents(const struct lineage *q,
                         const struct change_move *const *move,
                         struct error *err)
{
    for (size_t n = 0; n < q->new_size; n++) {
        const struct change_move *first = NULL, *at;

        for (size_t i = q->first[n]; i < q->first[n + 1]; i++) {
            at = move[q->parents[i].rank];
            first = first ? first : at;
            if (at && check_together(first, at, err) < 0)
                return -1;
        }
    }
    return 0;
}

static int check_moves(const struct change *c, int ranks, struct error *err)
{
    struct lineage *q = change_lineage(c, (size_t)ranks, err);
    const struct change_move **move = calloc((size_t)ranks, sizeof(*move));
    int rc = -1;

    for (int i = 0; move && i < c->moves; i++)
        move[c->move[i].rank] = &c->move[i];
    if (!move)
        error_set(err, "out of memory");
    else if (q)
        rc = check_parents(q, move, err);
    free(move);
    lineage_destroy(q);
    return rc;
}

int change_size(const struct change *c, int ranks, struct error *err)
{
    long size = c->has[CHANGE_RESIZE] ? c->size : ranks;

    if (change_is_only(c, CHANGE_RESIZE) && size == ranks && !c->hosts)
        return error_set(err,
                         ranks == 1 ? "there is %d rank already"
                                    : "there are %d ranks already",
                         ranks);
    if (check_ranks(c, ranks, err) < 0)
        return -1;
    for (int i = 0; i < c->splits; i++)
        size += c->split[i].parts - 1;
    size -= c->merged - c->merges;
    if (size > CHANGE_MOST)
        return error_set(err, "%ld ranks are too many: at most %d", size,
                         CHANGE_MOST);
    if (c->weights > 0 && c->weights != size)
        return error_set(err, "%d weight%s given for %ld rank%s", c->weights,
                         c->weights == 1 ? " is" : "s are", size,
                         size == 1 ? "" : "s");
    if (c->moves > 0 && check_moves(c, ranks, err) < 0)
        return -1;
    return (int)size;
}

/* ---- who has how much ---- */

bool change_is_even(const struct change *c, int size)
{
    return size == 1 || (c->splits == 0 && c->merges == 0 && c->weights == 0);
}

int change_check_even(const struct change *c, int size, struct error *err)
{
    char instead[64] = "";

    if (change_is_even(c, size))
        return 0;
    if (c->has[CHANGE_RESIZE] || c->splits > 0 || c->merges > 0)
        snprintf(instead, sizeof(instead), ": resize %d would do", size);
    return error_set(err,
                     "its shares would be uneven, which --shares even rules "
                     "out%s",
                     instead);
}
