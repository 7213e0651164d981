/* change.c - what a job can be asked to become, and how people write it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/append_text.h"
#include "base/escape.h"
#include "base/grow.h"
#include "job/change.h"

static const char spaces[] = " \t\n";

/* ---- words ---- */

struct words {
    char *state;
    bool and;                  /* the part is over, another one follows */
    size_t room[CHANGE_KINDS]; /* of the arrays */
    struct error fault;        /* what is wrong but the words, or "" */
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

/* The number of ranks that are to be.  One that is no int is told to be too
 * large here, others by change_size().
 */
static bool ranks_number(struct words *w,
                         const char *word,
                         long least,
                         int *value)
{
    if (word && *word && strspn(word, "0123456789") == strlen(word)
        && !number(word, 0, value)) {
        error_set(&w->fault, "%.40s ranks are too many: at most %d", word,
                  CHANGE_MOST);
        return false;
    }
    return number(word, least, value);
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

/* What the arrays of a change are of. */
static const char *const things[CHANGE_KINDS] = {
    [CHANGE_SPLIT] = "splits",
    [CHANGE_MERGE] = "ranks to merge",
    [CHANGE_MIGRATE] = "ranks to migrate",
    [CHANGE_REBALANCE] = "weights",
};

/* See that the array for that kind, which 'array' points at, has room for one
 * more than 'count'.  Returns false with the reason in w->fault.
 */
static bool make_room(struct words *w,
                      enum change_kind kind,
                      void *array,
                      size_t each,
                      int count)
{
    if (count == CHANGE_RANKS)
        error_set(&w->fault, "more than %d %s are asked for at once",
                  CHANGE_RANKS, things[kind]);
    else if (grow(array, each, (size_t)count, &w->room[kind]))
        return true;
    else
        error_set(&w->fault, "out of memory");
    return false;
}

/* Whether a list with commas has a name without letters. */
static bool has_empty(const char *list)
{
    size_t len = strlen(list);

    return *list == ',' || strstr(list, ",,") || list[len - 1] == ',';
}

static bool resize_words(struct change *c, struct words *w)
{
    const char *word;

    if (!ranks_number(w, next(w), 1, &c->size))
        return false;
    if (!(word = next(w)))
        return true;
    if (strcmp(word, "--hosts") != 0 || !(c->hosts = next(w)))
        return false;
    if (strlen(c->hosts) >= CHANGE_HOST)
        error_set(&w->fault, "the hosts of a resize take more than %d letters",
                  CHANGE_HOST - 1);
    else if (has_empty(c->hosts))
        error_set(&w->fault, "--hosts: \"%.200s\" has an empty name",
                  c->hosts);
    return !*w->fault.text;
}

static bool split_words(struct change *c, struct words *w)
{
    struct change_split one = { .parts = 2 };
    const char *word;

    if (!make_room(w, CHANGE_SPLIT, &c->split, sizeof(one), c->splits)
        || !number(next(w), 0, &one.rank))
        return false;
    word = next(w);
    if (word && strcmp(word, "--to") != 0) {
        if (!ranks_number(w, word, 2, &one.parts))
            return false;
        word = next(w);
    }
    if (word && (strcmp(word, "--to") != 0 || !(one.to = next(w))))
        return false;
    c->split[c->splits++] = one;
    return true;
}

static int by_number(const void *a, const void *b)
{
    const struct change_merged *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

static bool add_merged(struct change *c, struct words *w, const char *word)
{
    struct change_merged one = { .merge = c->merges };

    if (!make_room(w, CHANGE_MERGE, &c->merge, sizeof(one), c->merged)
        || !number(word, 0, &one.rank))
        return false;
    c->merge[c->merged++] = one;
    return true;
}

static bool merge_words(struct change *c, struct words *w)
{
    int from = c->merged, count;
    const char *word;

    while ((word = next(w)))
        if (!add_merged(c, w, word))
            return false;
    c->merges++;
    count = c->merged - from;
    if (count < 2)
        return false;
    qsort(c->merge + from, (size_t)count, sizeof(*c->merge), by_number);
    for (int i = from + 1; i < c->merged; i++)
        if (c->merge[i].rank == c->merge[i - 1].rank)
            return false;
    return true;
}

static bool migrate_words(struct change *c, struct words *w)
{
    struct change_move one;

    if (!make_room(w, CHANGE_MIGRATE, &c->move, sizeof(one), c->moves)
        || !number(next(w), 0, &one.rank) || !(one.host = next(w)))
        return false;
    c->move[c->moves++] = one;
    return true;
}

static bool rebalance_words(struct change *c, struct words *w)
{
    const char *word;

    for (; (word = next(w)); c->weights++)
        if (!make_room(w, CHANGE_REBALANCE, &c->weight, sizeof(*c->weight),
                       c->weights)
            || !weight(word, &c->weight[c->weights]))
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
                      struct error *err)
{
    for (int kind = 0; word && kind < CHANGE_KINDS; kind++) {
        if (strcmp(word, kinds[kind].name) != 0)
            continue;
        if (c->has[kind] && kinds[kind].once)
            return error_set(err, "%s is asked for twice at once", word);
        c->has[kind] = true;
        if (kinds[kind].words(c, w) && !next(w))
            return 0;
        if (*w->fault.text)
            return error_set(err, "%s", w->fault.text);
        return error_set(err, "\"%.200s\" is not: %s", c->text,
                         kinds[kind].usage);
    }
    if (!word && has_any(c))
        return error_set(err, "\"%.200s\": a change is missing after \"and\"",
                         c->text);
    return error_set(err,
                     "\"%.200s\" is no change; there are resize, split, "
                     "merge, migrate and rebalance",
                     c->text);
}

const char *change_name(enum change_kind kind)
{
    return kinds[kind].name;
}

/* Take the words apart. */
static int parse_parts(struct change *c, struct error *err)
{
    struct words w = { .state = NULL };
    const char *word = strtok_r(c->words, spaces, &w.state);

    do {
        w.and = false;
        if (parse_part(c, word, &w, err) < 0)
            return -1;
        word = w.and ? strtok_r(NULL, spaces, &w.state) : NULL;
    } while (w.and);
    return check_mix(c, err);
}

struct change *change_parse(const char *text, struct error *err)
{
    struct change *c;

    if (strlen(text) >= CHANGE_TEXT)
        return error_null(err, "\"%.40s...\" is too long", text);
    c = calloc(1, sizeof(*c));
    if (!c || !(c->text = strdup(text)) || !(c->words = strdup(text))) {
        error_set(err, "out of memory");
        change_destroy(c);
        return NULL;
    }
    escape_line(c->text);
    c->owners = 1;
    if (parse_parts(c, err) < 0) {
        change_destroy(c);
        return NULL;
    }
    return c;
}

struct change *change_share(struct change *c)
{
    if (c)
        c->owners++;
    return c;
}

void change_destroy(struct change *c)
{
    if (!c || --c->owners > 0)
        return;
    free(c->split);
    free(c->merge);
    free(c->move);
    free(c->weight);
    free(c->words);
    free(c->text);
    free(c);
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
    text[0] = '\0';
    for (int kind = 0; kind < CHANGE_KINDS; kind++)
        if (c->has[kind])
            append_text(text, size, "%s%s", *text ? " and " : "",
                        kinds[kind].name);
}
