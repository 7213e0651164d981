/* manifests_agree.c - whether ranks registered the same, and whether it adds
 * up
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "migrate/layout/box_overlap.h"
#include "migrate/layout/manifests_agree.h"

enum { WHO = 40 };

/* What must be the same everywhere, as it is said of both sides. */
static const struct {
    size_t place;
    char said[32]; /* "registered X with ..." */
} same[] = {
    { offsetof(struct item, extent), "elements of %" PRIu64 " bytes" },
    { offsetof(struct item, type), "elements of type %" PRIx64 },
    { offsetof(struct item, row), "rows of %" PRIu64 " elements" },
    { offsetof(struct item, halo), "a halo of %" PRIu64 },
    { offsetof(struct item, before[0]), "a halo_before[0] of %" PRIu64 },
    { offsetof(struct item, before[1]), "a halo_before[1] of %" PRIu64 },
    { offsetof(struct item, before[2]), "a halo_before[2] of %" PRIu64 },
    { offsetof(struct item, after[0]), "a halo_after[0] of %" PRIu64 },
    { offsetof(struct item, after[1]), "a halo_after[1] of %" PRIu64 },
    { offsetof(struct item, after[2]), "a halo_after[2] of %" PRIu64 },
    { offsetof(struct item, shared[0]), "%" PRIu64 " shared in dimension 0" },
    { offsetof(struct item, shared[1]), "%" PRIu64 " shared in dimension 1" },
    { offsetof(struct item, shared[2]), "%" PRIu64 " shared in dimension 2" },
    { offsetof(struct item, block), "blocks of %" PRIu64 " rows" },
    { offsetof(struct item, dimensions), "%" PRIu64 " dimensions" },
    { offsetof(struct item, shape[0]), "a shape[0] of %" PRIu64 },
    { offsetof(struct item, shape[1]), "a shape[1] of %" PRIu64 },
    { offsetof(struct item, shape[2]), "a shape[2] of %" PRIu64 },
};

static const struct {
    uint64_t flag;
    const char *what;
} flags[] = {
    { ITEM_CONSTANT, "as constant" },
    { ITEM_OFFSETS, "with offsets" },
    { ITEM_INDEX, "as the lengths of another" },
    { ITEM_SPLIT, "with a function to split it" },
    { ITEM_MERGE, "with a function to merge it" },
    { ITEM_PACK, "with functions to pack it" },
    { ITEM_BOUNDS, "with bounds for its items" },
    { ITEM_OWNER, "with a function for owners" },
    { ITEM_OWNED, "with items that have owners" },
};

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* The numbers of "said" are 64 bits wide, all of them. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static const char *say(char *text, size_t room, const char *fmt, uint64_t n)
{
    snprintf(text, room, fmt, n);
    return text;
}
#pragma GCC diagnostic pop

static uint64_t number_in(const struct item *item, size_t place)
{
    return *(const uint64_t *)((const char *)item + place);
}

/* Whether names tell their types apart. */
static bool have_names(const struct item *one, const struct item *other)
{
    return one->type_name[0] && other->type_name[0]
           && strcmp(one->type_name, other->type_name) != 0;
}

/* One side of a comparison: a manifest and what it is called. */
struct side {
    const struct manifest *m;
    char who[WHO];
};

static int differ(const struct side *a,
                  const struct item *one,
                  const char *what,
                  const struct side *b,
                  const struct item *other,
                  const char *instead,
                  struct error *err)
{
    return error_set(err, "%s registered \"%s\" %s %s, %s %s %s", b->who,
                     one->name, instead, item_place(other).text, a->who, what,
                     item_place(one).text);
}

static int compare_item(const struct side *a,
                        const struct item *one,
                        const struct side *b,
                        const struct item *other,
                        struct error *err)
{
    char x[ITEM_NAME + 32] = "with ";
    char y[ITEM_NAME + 32] = "with ";

    if (one->spread != other->spread) {
        snprintf(x, sizeof(x), "as %s", item_spread_name(one->spread));
        snprintf(y, sizeof(y), "as %s", item_spread_name(other->spread));
        return differ(a, one, x, b, other, y, err);
    }
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        uint64_t m = number_in(one, same[i].place);
        uint64_t n = number_in(other, same[i].place);

        if (m == n)
            continue;
        if (same[i].place == offsetof(struct item, type)
            && have_names(one, other)) {
            snprintf(x + 5, sizeof(x) - 5, "elements of type %s",
                     one->type_name);
            snprintf(y + 5, sizeof(y) - 5, "elements of type %s",
                     other->type_name);
        } else {
            say(x + 5, sizeof(x) - 5, same[i].said, m);
            say(y + 5, sizeof(y) - 5, same[i].said, n);
        }
        return differ(a, one, x, b, other, y, err);
    }
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        if ((one->flags ^ other->flags) & flags[i].flag) {
            snprintf(x, sizeof(x), "%s%s",
                     one->flags & flags[i].flag ? "" : "not ", flags[i].what);
            snprintf(y, sizeof(y), "%s%s",
                     other->flags & flags[i].flag ? "" : "not ",
                     flags[i].what);
            return differ(a, one, x, b, other, y, err);
        }
    if (strcmp(one->lengths, other->lengths) != 0) {
        const char *what = one->spread == ITEM_BAG ? "owners" : "lengths";

        snprintf(x, sizeof(x), "with %s \"%s\"", what, one->lengths);
        snprintf(y, sizeof(y), "with %s \"%s\"", what, other->lengths);
        return differ(a, one, x, b, other, y, err);
    }
    if (one->group != other->group)
        return error_set(err,
                         "%s registered \"%s\" %s with a count that is shared "
                         "with other arrays "
                         "than in %s",
                         b->who, one->name, item_place(other).text, a->who);
    return 0;
}

/* Items stand in the order of names, so the first that is not in both is at
 * the first place where these differ.
 */
static int compare(const struct side *a,
                   const struct side *b,
                   struct error *err)
{
    size_t most = a->m->count > b->m->count ? a->m->count : b->m->count;

    for (size_t i = 0; i < most; i++) {
        const struct item *one = i < a->m->count ? &a->m->items[i] : NULL;
        const struct item *other = i < b->m->count ? &b->m->items[i] : NULL;
        int order = !one ? 1 : !other ? -1 : strcmp(one->name, other->name);

        if (order != 0) {
            const struct item *extra = order < 0 ? one : other;

            return error_set(err, "%s registered \"%s\" %s, %s did not",
                             order < 0 ? a->who : b->who, extra->name,
                             item_place(extra).text,
                             order < 0 ? b->who : a->who);
        }
        if (compare_item(a, one, b, other, err) < 0)
            return -1;
    }
    return 0;
}

static struct side side(const struct manifest *m, const char *what)
{
    struct side s = { .m = m };

    snprintf(s.who, sizeof(s.who), "%s %" PRIu64, what, m->rank);
    return s;
}

int manifests_agree_generations(const struct manifest *old,
                                const struct manifest *new,
                                struct error *err)
{
    struct side a = side(old, "the old rank");
    struct side b = side(new, "the new rank");

    return compare(&a, &b, err);
}

/* ---- grids ---- */

static int check_overlap(const struct manifest *const *ranks,
                         size_t size,
                         size_t i,
                         struct error *err)
{
    struct box_of_rank *boxes = calloc(size, sizeof(boxes[0]));
    const struct item *item;
    size_t count = 0, both[2];
    int rc = 0;

    if (!boxes)
        return error_set(err, "out of memory");
    for (size_t r = 0; r < size; r++) {
        struct box box = box_owned(&ranks[r]->items[i]);

        if (!box_empty(&box))
            boxes[count++] = (struct box_of_rank){ .box = box, .rank = r };
    }
    if (box_overlap_find(boxes, count, both)) {
        item = &ranks[both[1]]->items[i];
        rc = error_set(err,
                       "rank %zu and rank %zu both own cells of \"%s\", "
                       "registered %s",
                       both[0], both[1], item->name, item_place(item).text);
    }
    free(boxes);
    return rc;
}

/* Boxes within the grid that do not overlap and have as many cells as it has
 * leave none out.
 */
static int check_boxes(const struct manifest *const *ranks,
                       size_t size,
                       size_t i,
                       struct error *err)
{
    const struct item *first = &ranks[0]->items[i];
    uint64_t whole = 1;
    uint64_t sum = 0;

    if (check_overlap(ranks, size, i, err) < 0)
        return -1;
    for (size_t r = 0; r < size; r++) {
        struct box box = box_owned(&ranks[r]->items[i]);

        sum += box_cells(&box);
    }
    for (uint64_t d = 0; d < first->dimensions; d++)
        whole *= first->shape[d];
    if (sum != whole)
        return error_set(
            err,
            "the ranks' boxes of \"%s\", registered %s, are %" PRIu64
            " cells, the grid has %" PRIu64,
            first->name, item_place(first).text, sum, whole);
    return 0;
}

int manifests_agree_ranks(const struct manifest *const *ranks,
                          size_t size,
                          struct error *err)
{
    struct side first = side(ranks[0], "rank");

    for (size_t r = 0; r < size; r++) {
        struct side other = side(ranks[r], "rank");

        if (ranks[r]->rank != r || ranks[r]->size != size)
            return error_set(
                err, "rank %zu of %zu says it is rank %" PRIu64 " of %" PRIu64,
                r, size, ranks[r]->rank, ranks[r]->size);
        if (ranks[r]->generation != ranks[0]->generation)
            return error_set(err,
                             "rank %zu is of generation %" PRIu64
                             ", rank 0 of %" PRIu64,
                             r, ranks[r]->generation, ranks[0]->generation);
        if (compare(&first, &other, err) < 0)
            return -1;
    }
    for (size_t i = 0; i < ranks[0]->count; i++)
        if (ranks[0]->items[i].spread == ITEM_GRID
            && check_boxes(ranks, size, i, err) < 0)
            return -1;
    return 0;
}

/* ---- counts ---- */

uint64_t manifests_agree_cyclic(uint64_t total,
                                uint64_t block,
                                uint64_t rank,
                                uint64_t size)
{
    uint64_t round = block * size;
    uint64_t rest = total % round;
    uint64_t before = rank * block;
    uint64_t more = rest > before ? rest - before : 0;

    return total / round * block + (more < block ? more : block);
}

static int wrong_count(const struct item *item,
                       size_t rank,
                       uint64_t expected,
                       struct error *err)
{
    return error_set(err,
                     "rank %zu has %" PRIu64 " rows of \"%s\", registered "
                     "%s as %s: there should be %" PRIu64,
                     rank, item->count, item->name, item_place(item).text,
                     item_spread_name(item->spread), expected);
}

/* Ragged rows that share the count of their lengths are counted in rows, with
 * a count of their own in elements.
 */
static int check_ragged(const struct manifest *m,
                        const struct item *item,
                        struct error *err)
{
    const struct item *index = &m->items[item->index];

    if (item->group != ITEM_NONE && item->group != index->group
        && item->count != index->starts[index->count])
        return wrong_count(item, m->rank, index->starts[index->count], err);
    return 0;
}

static int check_count(const struct manifest *const *ranks,
                       size_t size,
                       size_t i,
                       size_t rank,
                       uint64_t total,
                       struct error *err)
{
    const struct item *item = &ranks[rank]->items[i];
    uint64_t expected = item->count;

    if (item->spread == ITEM_REPLICATED)
        expected = ranks[0]->items[i].count;
    if (item->spread == ITEM_CYCLIC)
        expected = manifests_agree_cyclic(total, 1, rank, size);
    if (item->spread == ITEM_BLOCK_CYCLIC)
        expected = manifests_agree_cyclic(total, item->block, rank, size);
    if (item->count != expected)
        return wrong_count(item, rank, expected, err);
    if (item->spread == ITEM_BLOCK && item->count > 0
        && item->count <= item->shared[0])
        return error_set(err,
                         "rank %zu has %" PRIu64 " rows of \"%s\", registered "
                         "%s, and shares %" PRIu64 " of them: there should be "
                         "none, or more",
                         rank, item->count, item->name, item_place(item).text,
                         item->shared[0]);
    if (item->flags & (ITEM_INDEX | ITEM_OFFSETS) && !item->starts)
        return error_set(err, "rank %zu did not measure \"%s\"", rank,
                         item->name);
    if (item->spread == ITEM_RAGGED && ranks[rank]->items[item->index].starts)
        return check_ragged(ranks[rank], item, err);
    return 0;
}

int manifests_agree_counts(const struct manifest *const *ranks,
                           size_t size,
                           struct error *err)
{
    for (size_t i = 0; i < ranks[0]->count; i++) {
        uint64_t total = 0;

        for (size_t r = 0; r < size; r++)
            total += ranks[r]->items[i].count;
        for (size_t r = 0; r < size; r++)
            if (check_count(ranks, size, i, r, total, err) < 0)
                return -1;
    }
    return 0;
}
