/* change.c - what a job can be asked to become, and how people write it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "migrate/change.h"

static const char spaces[] = " \t\n";

enum { TEXT = 32 * 1024 };

const char *const change_name[CHANGE_KINDS] = {
    [CHANGE_RESIZE] = "resize",       [CHANGE_SPLIT] = "split",
    [CHANGE_MERGE] = "merge",         [CHANGE_MIGRATE] = "migrate",
    [CHANGE_REBALANCE] = "rebalance",
};

static const char *const usage[CHANGE_KINDS] = {
    [CHANGE_RESIZE] = "resize N [--hosts HOST,HOST...], with N at least 1",
    [CHANGE_SPLIT] = "split RANK [PARTS], with PARTS at least 2",
    [CHANGE_MERGE] = "merge RANK RANK..., all different",
    [CHANGE_MIGRATE] = "migrate RANK HOST",
    [CHANGE_REBALANCE] = "rebalance WEIGHT..., positive, one for each rank",
};

/* A number that ends where the word ends. */
static bool number(const char *word, long least, int *value)
{
    char *end;
    long n;

    if (!word)
        return false;
    errno = 0;
    n = strtol(word, &end, 10);
    if (end == word || *end || errno || n < least || n > INT_MAX)
        return false;
    *value = (int)n;
    return true;
}

static bool weight(const char *word, double *value)
{
    char *end;
    double w = strtod(word, &end);

    if (end == word || *end || !(w > 0) || w > 1e12)
        return false;
    *value = w;
    return true;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static bool merge_words(struct change *c, char **state)
{
    const char *word;

    while ((word = strtok_r(NULL, spaces, state)))
        if (c->count == CHANGE_RANKS
            || !number(word, 0, &c->ranks[c->count++]))
            return false;
    qsort(c->ranks, (size_t)c->count, sizeof(c->ranks[0]), by_number);
    for (int i = 1; i < c->count; i++)
        if (c->ranks[i] == c->ranks[i - 1])
            return false;
    return c->count >= 2;
}

static bool weight_words(struct change *c, char **state)
{
    const char *word;

    while ((word = strtok_r(NULL, spaces, state)))
        if (c->count == CHANGE_RANKS || !weight(word, &c->weights[c->count++]))
            return false;
    return c->count >= 1;
}

static bool host_word(const char *word, struct change *c)
{
    if (!word || strlen(word) >= sizeof(c->host))
        return false;
    strcpy(c->host, word);
    return true;
}

/* The words behind the first one. */
static bool words(struct change *c, char **state)
{
    const char *word;

    switch (c->kind) {
    case CHANGE_RESIZE:
        return number(strtok_r(NULL, spaces, state), 1, &c->size)
               && (!(word = strtok_r(NULL, spaces, state))
                   || (strcmp(word, "--hosts") == 0
                       && host_word(strtok_r(NULL, spaces, state), c)));
    case CHANGE_SPLIT:
        c->parts = 2;
        return number(strtok_r(NULL, spaces, state), 0, &c->rank)
               && (!(word = strtok_r(NULL, spaces, state))
                   || number(word, 2, &c->parts));
    case CHANGE_MERGE:
        return merge_words(c, state);
    case CHANGE_MIGRATE:
        return number(strtok_r(NULL, spaces, state), 0, &c->rank)
               && host_word(strtok_r(NULL, spaces, state), c);
    case CHANGE_REBALANCE:
        return weight_words(c, state);
    case CHANGE_KINDS:
        break;
    }
    return false;
}

int change_parse(struct change *c, const char *text, struct error *err)
{
    char copy[TEXT], *state;
    const char *word;

    if (strlen(text) >= sizeof(copy))
        return error_set(err, "\"%.40s...\" is too long", text);
    strcpy(copy, text);
    word = strtok_r(copy, spaces, &state);
    memset(c, 0, sizeof(*c));
    for (int kind = 0; word && kind < CHANGE_KINDS; kind++) {
        if (strcmp(word, change_name[kind]) != 0)
            continue;
        c->kind = kind;
        if (!words(c, &state) || strtok_r(NULL, spaces, &state))
            return error_set(err, "\"%.200s\" is not: %s", text, usage[kind]);
        return 0;
    }
    return error_set(err,
                     "\"%.200s\" is no change; there are resize, split, "
                     "merge, migrate and rebalance",
                     text);
}

static int check_rank(int rank, int ranks, struct error *err)
{
    if (rank < ranks)
        return 0;
    return error_set(err, "there is no rank %d, the last one is %d", rank,
                     ranks - 1);
}

int change_size(const struct change *c, int ranks, struct error *err)
{
    switch (c->kind) {
    case CHANGE_RESIZE:
        if (c->size == ranks && !*c->host)
            return error_set(err, "there are %d ranks already", ranks);
        return c->size;
    case CHANGE_SPLIT:
        if (check_rank(c->rank, ranks, err) < 0)
            return -1;
        return ranks + c->parts - 1;
    case CHANGE_MERGE:
        if (check_rank(c->ranks[c->count - 1], ranks, err) < 0)
            return -1;
        return ranks - c->count + 1;
    case CHANGE_MIGRATE:
        return check_rank(c->rank, ranks, err) < 0 ? -1 : ranks;
    case CHANGE_REBALANCE:
        if (c->count != ranks)
            return error_set(err, "%d weights are given for %d ranks",
                             c->count, ranks);
        return ranks;
    case CHANGE_KINDS:
        break;
    }
    return error_set(err, "unknown change");
}
