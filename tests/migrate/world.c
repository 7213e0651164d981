/* world.c - two generations of ranks with a distinct value in every row
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "migrate/layout/digest.h"
#include "migrate/layout/manifests_agree.h"
#include "migrate/layout/owned_rows.h"
#include "tests/migrate/world.h"
#include "tests/tap.h"

static char wrong[2048];

uint64_t world_random(uint64_t a, uint64_t b, uint64_t limit)
{
    uint64_t x = a * UINT64_C(0x9e3779b97f4a7c15) + b;

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (x ^ x >> 31) % limit;
}

void world_fill(uint8_t *at, uint64_t bytes, uint64_t row)
{
    for (uint64_t i = 0; i < bytes; i++)
        at[i] = (uint8_t)world_random(row, i / 8, UINT64_MAX) ^ (uint8_t)i;
}

uint64_t world_length(const struct world *w, uint64_t row)
{
    return world_random(w->seed + 7, row, 5);
}

uint64_t world_element(const struct world *w, uint64_t row)
{
    uint64_t sum = 0;

    for (uint64_t i = 0; i < row; i++)
        sum += world_length(w, i);
    return sum;
}

static void must(int rc, struct error *err)
{
    if (rc < 0) {
        diag("%s", err->text);
        abort();
    }
}

/* Counts at random that add up to the whole. */
static void spread_out(const struct world *w,
                       unsigned seed,
                       size_t size,
                       uint64_t *counts)
{
    uint64_t rest = w->total;

    for (size_t r = 0; r < size; r++) {
        uint64_t most = rest / (size - r) * 2 + 1;

        counts[r] = world_random(seed, r, most + 1);
        if (counts[r] > rest || r + 1 == size)
            counts[r] = rest;
        rest -= counts[r];
    }
}

/* A process grid: as many factors 2 and 3 as there are, in turn. */
static void box(struct item *it, size_t rank, size_t size)
{
    size_t by[ITEM_DIMENSIONS] = { 1, 1, 1 };
    uint64_t d = 0;

    for (size_t f = 2; size > 1; f++)
        for (; size % f == 0; size /= f, d = (d + 1) % it->dimensions)
            by[d] *= f;
    it->count = 1;
    for (d = it->dimensions; d-- > 0; rank /= by[d]) {
        uint64_t at = rank % by[d];

        it->origin[d] = lineage_part(it->shape[d] - it->shared[d], at, by[d]);
        it->box[d] = lineage_part(it->shape[d] - it->shared[d], at + 1, by[d])
                     - it->origin[d];
        it->count *= it->box[d];
    }
    if (it->count == 0)
        return;
    it->count = 1;
    for (d = 0; d < it->dimensions; d++)
        it->count *= it->box[d] += it->shared[d];
}

static void add_index(struct manifest *m,
                      const struct world *w,
                      uint64_t count,
                      uint64_t first,
                      bool measure)
{
    struct item index = { .name = "index",
                          .file = "test.c",
                          .line = 1,
                          .spread = ITEM_BLOCK,
                          .extent = 8,
                          .row = 1,
                          .count = count,
                          .group = w->it.group,
                          .flags = w->offsets ? ITEM_OFFSETS : 0 };
    int64_t *values = calloc(count + 1, sizeof(*values));
    struct error err;

    must(manifest_add(m, &index, &err), &err);
    for (uint64_t i = 0; i < count; i++)
        if (w->offsets)
            values[i + 1] = values[i] + (int64_t)world_length(w, first + i);
        else
            values[i] = (int64_t)world_length(w, first + i);
    for (uint64_t i = 0; w->offsets && i <= count; i++)
        values[i] += (int64_t)w->base;
    if (measure)
        must(manifest_measure(&m->items[0], values, &err), &err);
    free(values);
}

static const struct manifest **generation(struct world *w,
                                          size_t size,
                                          bool old)
{
    const struct manifest **all = calloc(size, sizeof(*all));
    uint64_t *counts = calloc(size, sizeof(*counts));
    uint64_t first = 0;
    struct error err;

    if (old || w->uneven)
        spread_out(w, old ? w->seed : w->seed + 1, size, counts);
    for (size_t r = 0; r < size; r++) {
        struct manifest *m = manifest_create(&err);
        struct item it = w->it;

        it.count = counts[r];
        if (it.spread == ITEM_CYCLIC || it.spread == ITEM_BLOCK_CYCLIC) {
            it.count = 0;
            for (uint64_t i = 0; old && i < w->total; i++)
                it.count += i / (it.block ? it.block : 1) % size == r;
        }
        if (it.spread == ITEM_BLOCK && it.count > 0)
            it.count += it.shared[0];
        if (it.spread == ITEM_REPLICATED)
            it.count = w->total;
        if (it.spread == ITEM_GRID)
            box(&it, r, size);
        m->rank = r;
        m->size = size;
        if (it.spread == ITEM_RAGGED)
            add_index(m, w, it.count, first, old);
        must(manifest_add(m, &it, &err), &err);
        must(manifest_seal(m, &err), &err);
        first += it.count;
        all[r] = m;
    }
    must(manifests_agree_ranks(all, size, &err), &err);
    if (old)
        must(manifests_agree_counts(all, size, &err), &err);
    free(counts);
    return all;
}

void world_open(struct world *w, struct lineage *request)
{
    struct error err;

    snprintf(w->it.name, sizeof(w->it.name), "thing");
    snprintf(w->it.file, sizeof(w->it.file), "test.c");
    if (w->it.spread == ITEM_RAGGED)
        snprintf(w->it.lengths, sizeof(w->it.lengths), "index");
    w->old = generation(w, w->n, true);
    w->new = generation(w, w->m, false);
    w->request = request;
    w->shares = division_create(w->old, w->new, request, &err);
    must(w->shares ? 0 : -1, &err);
    must(manifests_agree_generations(w->old[0], w->new[0], &err), &err);
    w->item = (size_t)(manifest_find(w->old[0], "thing") - w->old[0]->items);
    w->index = 0;
    w->memory = calloc(w->n, sizeof(*w->memory));
    for (size_t r = 0; r < w->n; r++) {
        uint64_t bytes = item_row_bytes(&w->it);
        size_t rows;
        uint64_t *numbers = world_old_rows(w, r, &rows);

        w->memory[r] = malloc(rows * bytes + 1);
        for (size_t i = 0; i < rows; i++)
            world_fill(w->memory[r] + i * bytes, bytes, numbers[i]);
        free(numbers);
    }
}

void world_close(struct world *w)
{
    for (size_t r = 0; r < w->n; r++) {
        manifest_destroy((struct manifest *)w->old[r]);
        free(w->memory[r]);
    }
    for (size_t r = 0; r < w->m; r++)
        manifest_destroy((struct manifest *)w->new[r]);
    free(w->old);
    free(w->new);
    free(w->memory);
    division_destroy(w->shares);
    lineage_destroy(w->request);
}

/* ---- carrying out plans ---- */

/* What an accident would do to the bytes of a copy that came. */
static void spoil(struct world *w, const struct copy *c, uint8_t *to)
{
    uint64_t bytes = item_row_bytes(&w->it);
    uint8_t *first = to + c->to.offset;
    uint8_t *last = first + c->to.bytes - bytes;
    uint8_t *row = malloc(bytes);

    w->spoiled = true;
    if (w->spoil == WORLD_FLIP)
        *last ^= 16;
    else if (w->spoil == WORLD_MISSING)
        memset(first, 0, c->to.bytes);
    else if (first < last && c->to.first != STRIDE_ANYWHERE) {
        memcpy(row, first, bytes);
        memcpy(first, last, bytes);
        memcpy(last, row, bytes);
    } else
        w->spoiled = false;
    free(row);
}

/* Copies, counts how often each byte came, and takes the digest of rows. */
static uint64_t carry_out(struct world *w,
                          const struct plan *p,
                          uint8_t *to,
                          uint8_t *n)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < p->count; i++) {
        const struct copy *c = &p->copies[i];

        for (uint64_t t = 0; t < c->to.times; t++) {
            uint64_t at = c->to.offset + t * c->to.step;

            memcpy(to + at,
                   w->memory[c->from] + c->from_offset + t * c->from_step,
                   c->to.bytes);
            for (uint64_t b = 0; b < c->to.bytes; b++)
                n[at + b]++;
        }
        if (w->spoil && c->owned && c->to.bytes > 0 && w->after-- == 0)
            spoil(w, c, to);
        if (c->owned)
            sum += digest_run(to, &c->to, p->row_bytes);
    }
    return sum;
}

static uint64_t digest_holding(const struct owned_rows *h,
                               const uint8_t *memory)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < h->count; i++)
        sum += digest_run(memory, &h->runs[i], h->row_bytes);
    return sum * h->readers;
}

static const char *compare(const struct world *w,
                           size_t rank,
                           const struct plan *p,
                           const uint8_t *came,
                           const uint8_t *times)
{
    uint64_t bytes = item_row_bytes(&w->it);
    uint8_t *row = malloc(bytes);
    const char *answer = NULL;
    size_t rows;
    uint64_t *numbers = world_new_rows(w, rank, &rows);

    if (rows * bytes != p->bytes)
        answer = "has memory of another size";
    for (size_t i = 0; i < rows && !answer; i++) {
        world_fill(row, bytes, numbers[i]);
        if (memcmp(row, came + i * bytes, bytes) != 0)
            answer = "has another row than it should";
        for (uint64_t b = 0; b < bytes && !answer; b++)
            if (times[i * bytes + b] != 1)
                answer = "got a byte more than once or never";
        if (answer)
            snprintf(wrong, sizeof(wrong), "rank %zu %s: row %zu of %zu", rank,
                     answer, i, rows);
    }
    free(row);
    free(numbers);
    return answer ? wrong : NULL;
}

static const char *check_rank(struct world *w, size_t r, uint64_t *sum)
{
    struct plan p;
    struct error err;
    uint8_t *came;
    uint8_t *times;
    const char *answer;

    must(plan_make(&p, w->shares, w->item, r, &err), &err);
    came = calloc(1, p.bytes + 1);
    times = calloc(1, p.bytes + 1);
    *sum += carry_out(w, &p, came, times);
    answer = compare(w, r, &p, came, times);
    if (!answer && plan_volume(&p) != p.bytes)
        answer = "the plan's volume is not its memory";
    free(came);
    free(times);
    plan_free(&p);
    return answer;
}

uint64_t world_digest_new(struct world *w)
{
    uint64_t sum = 0;
    struct error err;

    for (size_t r = 0; r < w->m; r++) {
        struct plan p;
        uint8_t *came;
        uint8_t *times;

        must(plan_make(&p, w->shares, w->item, r, &err), &err);
        came = calloc(1, p.bytes + 1);
        times = calloc(1, p.bytes + 1);
        sum += carry_out(w, &p, came, times);
        free(came);
        free(times);
        plan_free(&p);
    }
    return sum;
}

uint64_t world_digest_old(const struct world *w)
{
    uint64_t sum = 0;
    struct error err;

    for (size_t r = 0; r < w->n; r++) {
        struct owned_rows h;

        must(owned_rows_old(&h, w->shares, w->item, r, &err), &err);
        sum += digest_holding(&h, w->memory[r]);
        owned_rows_free(&h);
    }
    return sum;
}

const char *world_check(struct world *w)
{
    uint64_t after = 0;

    for (size_t r = 0; r < w->m; r++) {
        const char *answer = check_rank(w, r, &after);

        if (answer)
            return answer;
    }
    return world_digest_old(w) == after ? NULL
                                        : "the digest is not what it was";
}
