/* request.c - who carries on whom
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "migrate/request.h"

uint64_t request_part(uint64_t count, uint64_t part, uint64_t parts)
{
    uint64_t rest = count % parts;

    return part * (count / parts) + (part < rest ? part : rest);
}

void request_destroy(struct request *q)
{
    if (q) {
        free(q->weights);
        free(q->first);
        free(q->parents);
        free(q);
    }
}

/* One with room for 'parents' and none there yet. */
static struct request *create(size_t old_size,
                              size_t new_size,
                              size_t parents,
                              struct error *err)
{
    struct request *q;

    if (old_size == 0 || new_size == 0 || old_size > UINT32_MAX
        || new_size > UINT32_MAX) {
        error_set(err, "%zu ranks cannot become %zu", old_size, new_size);
        return NULL;
    }
    if (!(q = calloc(1, sizeof(*q)))
        || !(q->first = calloc(new_size + 1, sizeof(q->first[0])))
        || !(q->parents = calloc(parents, sizeof(q->parents[0])))) {
        error_set(err, "request for %zu ranks: %s", new_size, strerror(errno));
        request_destroy(q);
        return NULL;
    }
    q->old_size = old_size;
    q->new_size = new_size;
    return q;
}

/* Give 'child' one more parent; children come in their order. */
static void add(
    struct request *q, size_t child, size_t rank, size_t part, size_t parts)
{
    size_t at = q->first[child + 1];

    if (at < q->first[child])
        at = q->first[child];
    q->parents[at] = (struct parent){ .rank = (uint32_t)rank,
                                      .part = (uint32_t)part,
                                      .parts = (uint32_t)parts };
    q->first[child + 1] = at + 1;
}

struct request *request_resize(size_t old_size,
                               size_t new_size,
                               struct error *err)
{
    size_t most = old_size > new_size ? old_size : new_size;
    struct request *q = create(old_size, new_size, most, err);

    if (!q)
        return NULL;
    q->even = true;
    if (new_size <= old_size) {
        for (size_t c = 0; c < new_size; c++)
            for (size_t r = request_part(old_size, c, new_size);
                 r < request_part(old_size, c + 1, new_size); r++)
                add(q, c, r, 0, 1);
        return q;
    }
    for (size_t r = 0; r < old_size; r++) {
        size_t first = request_part(new_size, r, old_size);
        size_t parts = request_part(new_size, r + 1, old_size) - first;

        for (size_t p = 0; p < parts; p++)
            add(q, first + p, r, p, parts);
    }
    return q;
}

struct request *request_same(size_t size, struct error *err)
{
    struct request *q = request_resize(size, size, err);

    if (q)
        q->even = false;
    return q;
}

struct request *request_weighted(size_t old_size,
                                 size_t new_size,
                                 const double *weights,
                                 struct error *err)
{
    struct request *q = request_resize(old_size, new_size, err);

    if (!q)
        return NULL;
    if (!(q->weights = malloc(new_size * sizeof(q->weights[0])))) {
        error_set(err, "weights of %zu ranks: %s", new_size, strerror(errno));
        request_destroy(q);
        return NULL;
    }
    memcpy(q->weights, weights, new_size * sizeof(q->weights[0]));
    if (request_check(q, err) < 0) {
        request_destroy(q);
        return NULL;
    }
    return q;
}

struct request *request_split(size_t size,
                              size_t rank,
                              size_t parts,
                              struct error *err)
{
    struct request *q;

    if (rank >= size || parts == 0 || parts > UINT32_MAX) {
        error_set(err, "rank %zu of %zu cannot be split into %zu", rank, size,
                  parts);
        return NULL;
    }
    if (!(q = create(size, size + parts - 1, size + parts - 1, err)))
        return NULL;
    for (size_t c = 0; c < q->new_size; c++)
        if (c < rank)
            add(q, c, c, 0, 1);
        else if (c < rank + parts)
            add(q, c, rank, c - rank, parts);
        else
            add(q, c, c - parts + 1, 0, 1);
    return q;
}

/* Which of 'ranks' are to be merged; NULL with the reason in 'err'. */
static bool *mark(size_t size,
                  const size_t *ranks,
                  size_t count,
                  struct error *err)
{
    bool *marked = calloc(size, sizeof(*marked));

    if (!marked) {
        error_set(err, "merge of %zu ranks: %s", count, strerror(errno));
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        if (ranks[i] >= size)
            error_set(err, "there is no rank %zu to merge: there are %zu",
                      ranks[i], size);
        else if (marked[ranks[i]])
            error_set(err, "rank %zu cannot be merged with itself", ranks[i]);
        else {
            marked[ranks[i]] = true;
            continue;
        }
        free(marked);
        return NULL;
    }
    return marked;
}

struct request *request_merge(size_t size,
                              const size_t *ranks,
                              size_t count,
                              struct error *err)
{
    struct request *q;
    size_t child = 0;
    bool done = false;
    bool *merged;

    if (count == 0) {
        error_set(err, "a merge needs to know which ranks");
        return NULL;
    }
    if (!(merged = mark(size, ranks, count, err)))
        return NULL;
    if ((q = create(size, size - count + 1, size, err)))
        for (size_t r = 0; r < size; r++) {
            if (!merged[r])
                add(q, child++, r, 0, 1);
            else if (!done) {
                for (size_t other = r; other < size; other++)
                    if (merged[other])
                        add(q, child, other, 0, 1);
                child++;
                done = true;
            }
        }
    free(merged);
    return q;
}

size_t request_parts(const struct request *q, size_t rank)
{
    for (size_t i = 0; i < q->first[q->new_size]; i++)
        if (q->parents[i].rank == rank)
            return q->parents[i].parts;
    return 0;
}

static int check_weights(const struct request *q, struct error *err)
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
static int check_parent(const struct request *q,
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

static int check_parents(const struct request *q,
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

int request_check(const struct request *q, struct error *err)
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
