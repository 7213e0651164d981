/* suggest_inner_loop.c - whether a loop goes round a few times within another
 *
 * "for (int side = 0; side < 2; side++)" with messages to both neighbours is
 * no main loop.  Its head says how often it goes round, and the calls of the
 * run are many times as many: so the loop around it came there again and
 * again.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/suggest/source_text.h"
#include "command/suggest/suggest_proposal_internal.h"

enum { FEW = 16 };

/* What is left to be read of a head. */
struct head {
    const struct suggest_work *w;
    const char *at, *end;
};

static void skip_space(struct head *h)
{
    while (h->at < h->end && isspace((unsigned char)*h->at))
        h->at++;
}

static bool take(struct head *h, const char *what)
{
    size_t length = strlen(what);

    skip_space(h);
    if ((size_t)(h->end - h->at) < length || strncmp(h->at, what, length) != 0)
        return false;
    h->at += length;
    return true;
}

/* Go behind the next one. */
static bool skip_to(struct head *h, char c)
{
    while (h->at < h->end && *h->at != c)
        h->at++;
    return h->at < h->end && *h->at++ == c;
}

/* A number of the program's that is the same in all ranks of both runs. */
static bool value_of(const struct head *h,
                     const char *name,
                     size_t length,
                     int64_t *value)
{
    const struct suggest_work *w = h->w;

    for (size_t i = 0; i < w->numbers; i++)
        if (strncmp(w->of[i]->one.name, name, length) == 0
            && w->of[i]->one.name[length] == '\0'
            && !row_match_varies(w->number[i].value, w->m->views)) {
            *value = w->number[i].value[0];
            return true;
        }
    return false;
}

/* "2", "-1" or a name, and nothing behind it but 'stop', or the end. */
static bool take_value(struct head *h, char stop, int64_t *value)
{
    const char *from;

    skip_space(h);
    from = h->at;
    while (h->at < h->end
           && (isalnum((unsigned char)*h->at) || strchr("_.->%[]", *h->at)))
        h->at++;
    if (h->at == from)
        return false;
    if (isdigit((unsigned char)*from) || *from == '-') {
        char *end;

        *value = strtol(from, &end, 10);
        if (end != h->at)
            return false;
    } else if (!value_of(h, from, (size_t)(h->at - from), value)) {
        return false;
    }
    skip_space(h);
    return h->at == h->end || *h->at == stop;
}

/* "d++", "++d" or "d += 2". */
static bool take_step(struct head *h, int64_t *step)
{
    *step = 1;
    for (; h->at < h->end; h->at++) {
        if (strncmp(h->at, "++", 2) == 0)
            return true;
        if (strncmp(h->at, "+=", 2) == 0) {
            h->at += 2;
            return take_value(h, ';', step) && *step > 0;
        }
    }
    return false;
}

/* How often "d = 0; d < 2; d++" goes round, 0: it does not say. */
static int64_t rounds_c(struct head *h)
{
    int64_t first, last, step;

    if (!skip_to(h, '=') || !take_value(h, ';', &first) || !skip_to(h, ';')
        || !skip_to(h, '<'))
        return 0;
    last = take(h, "=") ? 0 : -1;
    if (!take_value(h, ';', &step))
        return 0;
    last += step;
    return skip_to(h, ';') && take_step(h, &step) && last >= first
               ? (last - first) / step + 1
               : 0;
}

/* The same of "d = 1, 2". */
static int64_t rounds_fortran(struct head *h)
{
    int64_t first, last, step = 1;

    if (!skip_to(h, '=') || !take_value(h, ',', &first) || !skip_to(h, ',')
        || !take_value(h, ',', &last))
        return 0;
    if (skip_to(h, ',') && (!take_value(h, ',', &step) || step <= 0))
        return 0;
    return last >= first ? (last - first) / step + 1 : 0;
}

void suggest_inner_loop_find(struct suggest_work *w, const char *text)
{
    uint64_t all = suggest_mark_rounds(w->mark);
    struct head h = { .w = w };
    size_t length;
    int64_t rounds;

    h.at = source_text_head(text, w->p->language, w->p->loop.head, &length);
    if (!h.at || w->p->over_ranks || w->p->outer == 0)
        return;
    h.end = h.at + length;
    rounds = w->p->language == VARIABLES_FORTRAN ? rounds_fortran(&h)
                                                 : rounds_c(&h);
    if (rounds > 1 && rounds <= FEW && all % (uint64_t)rounds == 0
        && all / (uint64_t)rounds > (uint64_t)rounds)
        w->p->times = (int)rounds;
}
