/* lineage.c - who carries on whom
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "migrate/layout/lineage.h"

uint64_t lineage_part(uint64_t count, uint64_t part, uint64_t parts)
{
    uint64_t rest = count % parts;

    return part * (count / parts) + (part < rest ? part : rest);
}

void lineage_destroy(struct lineage *q)
{
    if (q) {
        free(q->weights);
        free(q->first);
        free(q->parents);
        free(q);
    }
}

/* One with room for 'parents' and none there yet. */
static struct lineage *create(size_t old_size,
                              size_t new_size,
                              size_t parents,
                              struct error *err)
{
    struct lineage *q;

    if (old_size == 0 || new_size == 0 || old_size > UINT32_MAX
        || new_size > UINT32_MAX)
        return error_null(err, "%zu ranks cannot become %zu", old_size,
                          new_size);
    if (!(q = calloc(1, sizeof(*q)))
        || !(q->first = calloc(new_size + 1, sizeof(q->first[0])))
        || !(q->parents = calloc(parents, sizeof(q->parents[0])))) {
        error_set(err, "request for %zu ranks: %s", new_size, strerror(errno));
        lineage_destroy(q);
        return NULL;
    }
    q->old_size = old_size;
    q->new_size = new_size;
    return q;
}

/* Give 'child' one more parent; children come in their order. */
static void add(
    struct lineage *q, size_t child, size_t rank, size_t part, size_t parts)
{
    size_t at = q->first[child + 1];

    if (at < q->first[child])
        at = q->first[child];
    q->parents[at] = (struct parent){ .rank = (uint32_t)rank,
                                      .part = (uint32_t)part,
                                      .parts = (uint32_t)parts };
    q->first[child + 1] = at + 1;
}

struct lineage *lineage_resize(size_t old_size,
                               size_t new_size,
                               struct error *err)
{
    size_t most = old_size > new_size ? old_size : new_size;
    struct lineage *q = create(old_size, new_size, most, err);

    if (!q)
        return NULL;
    q->even = true;
    if (new_size <= old_size) {
        for (size_t c = 0; c < new_size; c++)
            for (size_t r = lineage_part(old_size, c, new_size);
                 r < lineage_part(old_size, c + 1, new_size); r++)
                add(q, c, r, 0, 1);
        return q;
    }
    for (size_t r = 0; r < old_size; r++) {
        size_t first = lineage_part(new_size, r, old_size);
        size_t parts = lineage_part(new_size, r + 1, old_size) - first;

        for (size_t p = 0; p < parts; p++)
            add(q, first + p, r, p, parts);
    }
    return q;
}

int lineage_weigh(struct lineage *q, const double *weights, struct error *err)
{
    double *copy = malloc(q->new_size * sizeof(*copy));

    if (!copy)
        return error_set(err, "weights of %zu ranks: %s", q->new_size,
                         strerror(errno));
    memcpy(copy, weights, q->new_size * sizeof(*copy));
    free(q->weights);
    q->weights = copy;
    q->even = true;
    return lineage_check(q, err);
}

/* How many ranks come of it; 0 with what is wrong with it in 'err'. */
static size_t reshaped(size_t size,
                       const size_t *parts,
                       const size_t *into,
                       struct error *err)
{
    size_t sum = 0;

    for (size_t r = 0; r < size; r++) {
        size_t to = into[r];

        if (parts[r] == 0 || parts[r] > UINT32_MAX || to > r || into[to] != to
            || (to != r && (parts[r] > 1 || parts[to] > 1))) {
            error_set(err,
                      "rank %zu of %zu cannot become %zu parts of rank %zu", r,
                      size, parts[r], to);
            return 0;
        }
        sum += to == r ? parts[r] : 0;
    }
    return sum;
}

/* Behind each rank the next one that goes into the same, 0 at the end. */
static size_t *chain(size_t size, const size_t *into, struct error *err)
{
    size_t *next = calloc(size, sizeof(*next));

    if (!next)
        error_set(err, "request of %zu ranks: %s", size, strerror(errno));
    for (size_t r = size; next && r-- > 0;)
        if (into[r] != r) {
            next[r] = next[into[r]];
            next[into[r]] = r;
        }
    return next;
}

struct lineage *lineage_reshape(size_t size,
                                const size_t *parts,
                                const size_t *into,
                                struct error *err)
{
    size_t children = reshaped(size, parts, into, err), child = 0;
    size_t *next = children > 0 ? chain(size, into, err) : NULL;
    struct lineage *q =
        next ? create(size, children, size + children, err) : NULL;

    for (size_t r = 0; q && r < size; r++) {
        if (into[r] != r)
            continue;
        for (size_t p = 0; p < parts[r]; p++)
            add(q, child + p, r, p, parts[r]);
        for (size_t other = next[r]; other > 0; other = next[other])
            add(q, child, other, 0, 1);
        child += parts[r];
    }
    free(next);
    return q;
}

size_t lineage_parts(const struct lineage *q, size_t rank)
{
    for (size_t i = 0; i < q->first[q->new_size]; i++)
        if (q->parents[i].rank == rank)
            return q->parents[i].parts;
    return 0;
}

static int check_weights(const struct lineage *q, struct error *err)
{
    double sum = 0;

    for (size_t c = 0; q->weights && c < q->new_size; c++) {
        if (!(q->weights[c] >= 0) || q->weights[c] > 1e100)
            return error_set(err, "the weight of rank %zu cannot be %g", c,
                             q->weights[c]);
        sum += q->weights[c];
    }
    if (q->weights && sum <= 0)
        return error_set(err, "the weights of all ranks are 0");
    return 0;
}

/* Each old rank's parts come in their order, so that its rows keep theirs. */
static int check_parent(const struct lineage *q,
                        size_t i,
                        uint32_t *parts,
                        uint64_t *sums,
                        struct error *err)
{
    const struct parent *p = &q->parents[i];

    if (p->rank >= q->old_size || p->part >= p->parts)
        return error_set(err, "part %u of %u of rank %u of %zu cannot be",
                         p->part, p->parts, p->rank, q->old_size);
    if (parts[p->rank] == 0)
        parts[p->rank] = p->parts;
    if (parts[p->rank] != p->parts)
        return error_set(err, "rank %u is split in %u parts and in %u",
                         p->rank, parts[p->rank], p->parts);
    if (p->part != sums[p->rank])
        return error_set(err,
                         "part %u of rank %u comes where its part %u "
                         "should",
                         p->part, p->rank, (unsigned)sums[p->rank]);
    sums[p->rank]++;
    return 0;
}

static int check_parents(const struct lineage *q,
                         uint32_t *parts,
                         uint64_t *sums,
                         struct error *err)
{
    for (size_t i = 0; i < q->first[q->new_size]; i++)
        if (check_parent(q, i, parts, sums, err) < 0)
            return -1;
    for (size_t r = 0; r < q->old_size; r++)
        if (parts[r] == 0 || sums[r] != parts[r])
            return error_set(err, "rank %zu is left out, or part of it", r);
    return 0;
}

int lineage_check(const struct lineage *q, struct error *err)
{
    uint32_t *parts = calloc(q->old_size, sizeof(*parts));
    uint64_t *sums = calloc(q->old_size, sizeof(*sums));
    int rc;

    if (!parts || !sums)
        rc = error_set(err, "request: %s", strerror(errno));
    else if ((rc = check_weights(q, err)) == 0)
        rc = check_parents(q, parts, sums, err);
    free(parts);
    free(sums);
    return rc;
}
