/* size_list.c - which numbers of ranks a program can run with, as users write
 * them down
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "job/change.h"
#include "job/size_list.h"

/* ---- reading ---- */

/* Read a number of ranks from 'text', which goes on behind it at 'end'. */
static bool read_number(const char *text, int *number, const char **end)
{
    char *after;
    unsigned long value;

    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    value = strtoul(text, &after, 10);
    if (errno || value < 1 || value > CHANGE_MOST)
        return false;
    *number = (int)value;
    *end = after;
    return true;
}

static bool read_range(struct size_list_item *item, const char *text)
{
    const char *end;

    item->kind = SIZE_LIST_RANGE;
    if (!read_number(text, &item->least, &end))
        return false;
    item->most = item->least;
    if (*end == '-' && !read_number(end + 1, &item->most, &end))
        return false;
    return *end == '\0' && item->least <= item->most;
}

static bool read_word(struct size_list_item *item, const char *text)
{
    static const struct {
        const char *word;
        int kind;
        int least; /* number behind it, 0 for none */
    } words[] = {
        { "squares", SIZE_LIST_SQUARES, 0 },
        { "cubes", SIZE_LIST_CUBES, 0 },
        { "powers-of-", SIZE_LIST_POWERS, 2 },
        { "multiples-of-", SIZE_LIST_MULTIPLES, 1 },
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        size_t len = strlen(words[i].word);
        const char *end = text + len;

        if (strncmp(text, words[i].word, len) != 0)
            continue;
        item->kind = words[i].kind;
        if (words[i].least > 0
            && (!read_number(end, &item->least, &end)
                || item->least < words[i].least))
            return false;
        return *end == '\0';
    }
    return false;
}

static int add(struct size_list *l, const char *text, struct error *err)
{
    struct size_list_item item = { .most = 0 };

    if (!read_range(&item, text) && !read_word(&item, text))
        return error_set(err,
                         "\"%.200s\" is none of N, LEAST-MOST, squares, "
                         "cubes, powers-of-N and multiples-of-N",
                         text);
    if (l->items == SIZE_LIST_ITEMS)
        return error_set(err, "there are more than %d of them",
                         SIZE_LIST_ITEMS);
    l->item[l->items++] = item;
    return 0;
}

int size_list_parse(struct size_list *l, const char *text, struct error *err)
{
    char *copy, *rest, *part;
    int rc = 0;

    l->items = 0;
    if (!*text)
        return 0;
    if (!(copy = rest = strdup(text)))
        return error_set(err, "out of memory");
    while (rc == 0 && (part = strsep(&rest, ","))) {
        part += strspn(part, " \t");
        for (size_t len = strlen(part);
             len > 0 && strchr(" \t", part[len - 1]);)
            part[--len] = '\0';
        rc = add(l, part, err);
    }
    free(copy);
    if (rc < 0)
        l->items = 0;
    return rc;
}

/* ---- asking ---- */

/* Whether it is some number times itself, so many times. */
static bool is_power(int ranks, int times)
{
    for (long root = 1;; root++) {
        long power = times == 2 ? root * root : root * root * root;

        if (power >= ranks)
            return power == ranks;
    }
}

static bool is_power_of(int ranks, int base)
{
    while (ranks % base == 0)
        ranks /= base;
    return ranks == 1;
}

static bool fits(const struct size_list_item *item, int ranks)
{
    switch (item->kind) {
    case SIZE_LIST_RANGE:
        return ranks >= item->least && ranks <= item->most;
    case SIZE_LIST_SQUARES:
        return is_power(ranks, 2);
    case SIZE_LIST_CUBES:
        return is_power(ranks, 3);
    case SIZE_LIST_POWERS:
        return is_power_of(ranks, item->least);
    case SIZE_LIST_MULTIPLES:
        return ranks % item->least == 0;
    }
    return false;
}

bool size_list_has(const struct size_list *l, int ranks)
{
    for (int i = 0; i < l->items; i++)
        if (fits(&l->item[i], ranks))
            return true;
    return l->items == 0;
}
