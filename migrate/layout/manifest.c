/* manifest.c - all that one rank says of what it registered
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "migrate/layout/manifest.h"

struct manifest *manifest_create(struct error *err)
{
    struct manifest *m = calloc(1, sizeof(*m));

    if (!m)
        error_set(err, "manifest: %s", strerror(errno));
    return m;
}

void manifest_destroy(struct manifest *m)
{
    if (m) {
        for (size_t i = 0; i < m->count; i++)
            free(m->items[i].starts);
        free(m->items);
        free(m);
    }
}

static int check(const struct item *item, struct error *err)
{
    struct error why;

    if (item_check(item, &why) == 0)
        return 0;
    return error_set(err, "\"%.*s\" %s %.600s", ITEM_NAME - 1, item->name,
                     item_place(item).text, why.text);
}

int manifest_add(struct manifest *m,
                 const struct item *item,
                 struct error *err)
{
    struct item *copy;

    if (check(item, err) < 0)
        return -1;
    if (!grow(&m->items, sizeof(*item), m->count, &m->room))
        return error_set(err, "no memory for more than %zu items", m->count);
    copy = &m->items[m->count];
    *copy = *item;
    copy->order = m->count++;
    copy->index = ITEM_NONE;
    copy->starts = NULL;
    return 0;
}

static int by_name(const void *a, const void *b)
{
    const struct item *one = a, *other = b;
    int order = strcmp(one->name, other->name);

    return order != 0
               ? order
               : (one->order > other->order) - (one->order < other->order);
}

static int sort(struct manifest *m, struct error *err)
{
    qsort(m->items, m->count, sizeof(m->items[0]), by_name);
    for (size_t i = 1; i < m->count; i++)
        if (strcmp(m->items[i - 1].name, m->items[i].name) == 0)
            return error_set(err, "\"%s\" is registered twice: %s and %s",
                             m->items[i].name,
                             item_place(&m->items[i - 1]).text,
                             item_place(&m->items[i]).text);
    return 0;
}

static int has_name(const void *name, const void *item)
{
    return strcmp(name, ((const struct item *)item)->name);
}

struct item *manifest_find(const struct manifest *m, const char *name)
{
    return m->count > 0 ? bsearch(name, m->items, m->count,
                                  sizeof(m->items[0]), has_name)
                        : NULL;
}

/* Ragged rows find their index; 'offsets' may be said of either of them. */
static int find_lengths(struct manifest *m,
                        struct item *ragged,
                        struct error *err)
{
    struct item *index = manifest_find(m, ragged->lengths);

    if (!index)
        return error_set(err,
                         "\"%s\" %s has rows as long as \"%s\" "
                         "says, which is not registered",
                         ragged->name, item_place(ragged).text,
                         ragged->lengths);
    index->flags |= ITEM_INDEX | (ragged->flags & ITEM_OFFSETS);
    ragged->flags &= ~(uint64_t)ITEM_OFFSETS;
    ragged->index = (uint64_t)(index - m->items);
    return check(index, err);
}

/* A group's number is the place of its first item.  These numbers go down
 * into those that are still to be replaced, so they are marked until the end.
 */
static void number_groups(struct manifest *m)
{
    const uint64_t mark = UINT64_C(1) << 63;

    for (size_t i = 0; i < m->count; i++) {
        uint64_t group = m->items[i].group;

        if (group == ITEM_NONE || group & mark)
            continue;
        for (size_t j = i; j < m->count; j++)
            if (m->items[j].group == group)
                m->items[j].group = mark | i;
    }
    for (size_t i = 0; i < m->count; i++)
        if (m->items[i].group != ITEM_NONE)
            m->items[i].group &= ~mark;
}

/* ---- bags whose items have owners ---- */

static bool says_owners(const struct item *item)
{
    return item->spread == ITEM_BAG
           && (item->flags & ITEM_OWNER || item->lengths[0]);
}

/* The list says of each item of 'bag' where it goes, and goes there too. */
static int find_owners(struct manifest *m, struct item *bag, struct error *err)
{
    const struct item *list = manifest_find(m, bag->lengths);

    if (!list)
        return error_set(err,
                         "\"%s\" %s has items whose owners \"%s\" says, "
                         "which is not registered",
                         bag->name, item_place(bag).text, bag->lengths);
    if (!item_goes_with(list, bag) || list->row != 1
        || !item_has_integers(list))
        return error_set(err,
                         "\"%s\" %s says whose the items of \"%s\" are, so "
                         "it must be an array of integers, one an item, with "
                         "the same count",
                         list->name, item_place(list).text, bag->name);
    bag->index = (uint64_t)(list - m->items);
    return 0;
}

/* What has the same count as 'bag' goes where its items go: as a bag, too. */
static int follow(struct item *item, const struct item *bag, struct error *err)
{
    if (item != bag && says_owners(item))
        return error_set(err,
                         "\"%s\" %s shares its count with \"%s\": only one "
                         "of them can say whose the items are",
                         item->name, item_place(item).text, bag->name);
    if ((item->spread != ITEM_BLOCK && item->spread != ITEM_BAG)
        || !item_is_bare(item) || item->flags & ITEM_INDEX)
        return error_set(err,
                         "\"%s\" %s shares its count with \"%s\", whose "
                         "items go to their owners: it must be a bag",
                         item->name, item_place(item).text, bag->name);
    item->spread = ITEM_BAG;
    item->flags |= ITEM_OWNED;
    return 0;
}

static int find_owned(struct manifest *m, struct item *bag, struct error *err)
{
    if (bag->lengths[0] && find_owners(m, bag, err) < 0)
        return -1;
    for (size_t i = 0; i < m->count; i++)
        if (item_goes_with(&m->items[i], bag)
            && follow(&m->items[i], bag, err) < 0)
            return -1;
    return 0;
}

int manifest_seal(struct manifest *m, struct error *err)
{
    if (m->count == 0)
        return 0;
    if (sort(m, err) < 0)
        return -1;
    for (size_t i = 0; i < m->count; i++)
        if (m->items[i].spread == ITEM_RAGGED
            && find_lengths(m, &m->items[i], err) < 0)
            return -1;
    number_groups(m);
    for (size_t i = 0; i < m->count; i++)
        if (says_owners(&m->items[i]) && find_owned(m, &m->items[i], err) < 0)
            return -1;
    return 0;
}
