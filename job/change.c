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

#include "job/change.h"
#include "migrate/layout/lineage.h"

static const char spaces[] = " \t\n";

/* ---- words ---- */

struct words {
    char *state;
    bool and; /* the part is over, another one follows */
};

/* The next word of this part, or NULL. */
static const char *next(struct words *w)
{
    const char *word = w->and ? NULL : strtok_r(NULL, spaces, &w->state);

    w->and = w->and || (word && strcmp(word, "and") == 0);
    return w->and ? NULL : word;
}

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

/* Keep a host's name; all of them fit into a text. */
static size_t keep(struct change *c, const char *host)
{
    size_t at = c->used;

    strcpy(c->names + at, host);
    c->used += strlen(host) + 1;
    return at;
}

static bool resize_words(struct change *c, struct words *w)
{
    const char *word;

    if (!number(next(w), 1, &c->size))
        return false;
    if (!(word = next(w)))
        return true;
    if (strcmp(word, "--hosts") != 0 || !(word = next(w))
        || strlen(word) >= sizeof(c->hosts))
        return false;
    strcpy(c->hosts, word);
    return true;
}

static bool split_words(struct change *c, struct words *w)
{
    struct change_split *split = &c->split[c->splits];
    const char *word;

    if (c->splits == CHANGE_RANKS || !number(next(w), 0, &split->rank))
        return false;
    c->splits++;
    split->parts = 2;
    split->to = CHANGE_HERE;
    word = next(w);
    if (word && strcmp(word, "--to") != 0) {
        if (!number(word, 2, &split->parts))
            return false;
        word = next(w);
    }
    if (!word)
        return true;
    if (strcmp(word, "--to") != 0 || !(word = next(w)))
        return false;
    split->to = keep(c, word);
    return true;
}

static int by_number(const void *a, const void *b)
{
    const struct change_merged *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

static bool merge_words(struct change *c, struct words *w)
{
    struct change_merged *first = &c->merge[c->merged];
    int count = 0;
    const char *word;

    for (; (word = next(w)); count++)
        if (c->merged == CHANGE_RANKS || !number(word, 0, &first[count].rank))
            return false;
        else
            c->merge[c->merged++].merge = c->merges;
    c->merges++;
    qsort(first, (size_t)count, sizeof(*first), by_number);
    for (int i = 1; i < count; i++)
        if (first[i].rank == first[i - 1].rank)
            return false;
    return count >= 2;
}

static bool migrate_words(struct change *c, struct words *w)
{
    const char *host;

    if (c->moves == CHANGE_RANKS
        || !number(next(w), 0, &c->move[c->moves].rank) || !(host = next(w)))
        return false;
    c->move[c->moves++].host = keep(c, host);
    return true;
}

static bool rebalance_words(struct change *c, struct words *w)
{
    const char *word;

    while ((word = next(w)))
        if (c->weights == CHANGE_RANKS
            || !weight(word, &c->weight[c->weights++]))
            return false;
    return c->weights >= 1;
}

static const struct {
    const char *name;
    bool (*words)(struct change *c, struct words *w);
    const char *usage;
    bool once; /* in a mix */
} kinds[CHANGE_KINDS] = {
    [CHANGE_RESIZE] = { "resize", resize_words,
                        "resize N [--hosts HOST,HOST...], with N at least 1",
                        true },
    [CHANGE_SPLIT] = { "split", split_words,
                       "split RANK [PARTS] [--to HOST], with PARTS at "
                       "least 2",
                       false },
    [CHANGE_MERGE] = { "merge", merge_words,
                       "merge RANK RANK..., with at least two ranks, all "
                       "different",
                       false },
    [CHANGE_MIGRATE] = { "migrate", migrate_words, "migrate RANK HOST",
                         false },
    [CHANGE_REBALANCE] = { "rebalance", rebalance_words,
                           "rebalance WEIGHT..., positive, one for each rank",
                           true },
};

/* ---- what contradicts itself ---- */

static int by_rank(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b)
           - (*(const int *)a < *(const int *)b);
}

static int check_once(int *ranks,
                      int count,
                      const char *what,
                      struct error *err)
{
    qsort(ranks, (size_t)count, sizeof(*ranks), by_rank);
    for (int i = 1; i < count; i++)
        if (ranks[i] == ranks[i - 1])
            return error_set(err, "rank %d is to be %s more than once",
                             ranks[i], what);
    return 0;
}

static int check_mix(const struct change *c, struct error *err)
{
    int *ranks, count = 0, rc;

    if (c->has[CHANGE_RESIZE] && (c->splits > 0 || c->merges > 0))
        return error_set(err,
                         "a resize divides all work anew; it does not go "
                         "with a %s",
                         c->splits > 0 ? "split" : "merge");
    ranks =
        calloc((size_t)(c->splits + c->merged + c->moves) + 1, sizeof(*ranks));
    if (!ranks)
        return error_set(err, "out of memory");
    for (int i = 0; i < c->splits; i++)
        ranks[count++] = c->split[i].rank;
    for (int i = 0; i < c->merged; i++)
        ranks[count++] = c->merge[i].rank;
    rc = check_once(ranks, count, "split or merged", err);
    for (count = 0; count < c->moves; count++)
        ranks[count] = c->move[count].rank;
    if (rc == 0)
        rc = check_once(ranks, count, "migrated", err);
    free(ranks);
    return rc;
}

/* ---- reading ---- */

static bool has_any(const struct change *c)
{
    for (int kind = 0; kind < CHANGE_KINDS; kind++)
        if (c->has[kind])
            return true;
    return false;
}

/* Read the part that begins with 'word'. */
static int parse_part(struct change *c,
                      const char *word,
                      struct words *w,
                      const char *text,
                      struct error *err)
{
    for (int kind = 0; word && kind < CHANGE_KINDS; kind++) {
        if (strcmp(word, kinds[kind].name) != 0)
            continue;
        if (c->has[kind] && kinds[kind].once)
            return error_set(err, "%s is asked for twice at once", word);
        c->has[kind] = true;
        if (!kinds[kind].words(c, w) || next(w))
            return error_set(err, "\"%.200s\" is not: %s", text,
                             kinds[kind].usage);
        return 0;
    }
    if (!word && has_any(c))
        return error_set(err, "\"%.200s\": a change is missing after \"and\"",
                         text);
    return error_set(err,
                     "\"%.200s\" is no change; there are resize, split, "
                     "merge, migrate and rebalance",
                     text);
}

const char *change_name(enum change_kind kind)
{
    return kinds[kind].name;
}

/* Take the words of 'copy' apart, which is 'text'. */
static int parse_parts(struct change *c,
                       char *copy,
                       const char *text,
                       struct error *err)
{
    struct words w = { NULL, false };
    const char *word;

    memset(c->has, 0, sizeof(c->has));
    c->size = c->splits = c->merges = c->merged = c->moves = c->weights = 0;
    c->hosts[0] = '\0';
    c->used = 0;
    word = strtok_r(copy, spaces, &w.state);
    do {
        w.and = false;
        if (parse_part(c, word, &w, text, err) < 0)
            return -1;
        word = w.and ? strtok_r(NULL, spaces, &w.state) : NULL;
    } while (w.and);
    return check_mix(c, err);
}

int change_parse(struct change *c, const char *text, struct error *err)
{
    char *copy;
    int rc;

    if (strlen(text) >= CHANGE_TEXT)
        return error_set(err, "\"%.40s...\" is too long", text);
    if (!(copy = strdup(text)))
        return error_set(err, "out of memory");
    rc = parse_parts(c, copy, text, err);
    free(copy);
    return rc;
}

bool change_is_only(const struct change *c, enum change_kind kind)
{
    for (int other = 0; other < CHANGE_KINDS; other++)
        if (c->has[other] != (other == (int)kind))
            return false;
    return true;
}

void change_tell(const struct change *c, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (int kind = 0; kind < CHANGE_KINDS; kind++)
        if (c->has[kind] && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s",
                                     used ? " and " : "", kinds[kind].name);
}

const char *change_host(const struct change *c, int move)
{
    return c->names + c->move[move].host;
}

/* ---- what comes of it ---- */

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

/* Ranks that become one must not go to two hosts. */
static int check_moves(const struct change *c, int ranks, struct error *err)
{
    struct lineage *q = change_lineage(c, (size_t)ranks, err);
    int *move = calloc((size_t)ranks, sizeof(*move)), rc = 0;

    for (int i = 0; move && i < c->moves; i++)
        move[c->move[i].rank] = i + 1;
    for (size_t n = 0; q && move && rc == 0 && n < q->new_size; n++)
        for (size_t i = q->first[n], first = 0; i < q->first[n + 1]; i++) {
            size_t at = (size_t)move[q->parents[i].rank];

            if (first == 0)
                first = at;
            if (at == 0
                || strcmp(change_host(c, (int)first - 1),
                          change_host(c, (int)at - 1))
                       == 0)
                continue;
            rc = error_set(err,
                           "ranks %d and %d become one, which cannot be on "
                           "both %.200s and %.200s",
                           c->move[first - 1].rank, c->move[at - 1].rank,
                           change_host(c, (int)first - 1),
                           change_host(c, (int)at - 1));
            break;
        }
    if (!move)
        rc = error_set(err, "out of memory");
    free(move);
    lineage_destroy(q);
    return q ? rc : -1;
}

int change_size(const struct change *c, int ranks, struct error *err)
{
    long size = c->has[CHANGE_RESIZE] ? c->size : ranks;

    if (change_is_only(c, CHANGE_RESIZE) && size == ranks && !*c->hosts)
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
        return error_set(err, "%d weights are given for %ld ranks", c->weights,
                         size);
    if (c->moves > 0 && check_moves(c, ranks, err) < 0)
        return -1;
    return (int)size;
}
