/* proposal_log.c - what agents have proposed lately, and what came of it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "agent/decide/proposal_log.h"

static struct minutes_item *item(struct minutes *m, int number)
{
    return &m->item[number % MINUTES_ITEMS];
}

static bool same(const struct minutes_item *a, const struct minutes_item *b)
{
    return strcmp(a->who, b->who) == 0 && strcmp(a->change, b->change) == 0
           && strcmp(a->why, b->why) == 0
           && strcmp(a->outcome, b->outcome) == 0;
}

/* The same one, since the last that was begun; several agents may take turns.
 * Returns NULL when there is none.
 */
static struct minutes_item *find(struct minutes *m,
                                 const struct minutes_item *like)
{
    for (int i = m->count - 1;
         i >= m->begun && i >= 0 && i >= m->count - MINUTES_ITEMS; i--)
        if (same(item(m, i), like))
            return item(m, i);
    return NULL;
}

void minutes_enter(struct minutes *m,
                   double moment,
                   const char *who,
                   const char *change,
                   const char *why,
                   const char *outcome)
{
    struct minutes_item new = { .since = moment, .until = moment, .times = 1 };
    struct minutes_item *before;

    snprintf(new.who, sizeof(new.who), "%s", who);
    snprintf(new.change, sizeof(new.change), "%s", change);
    snprintf(new.why, sizeof(new.why), "%s", why);
    snprintf(new.outcome, sizeof(new.outcome), "%s", outcome);
    before = find(m, &new);
    if (before) {
        before->until = moment;
        before->times++;
        return;
    }
    *item(m, m->count++) = new;
    if (strcmp(outcome, MINUTES_BEGUN) == 0)
        m->begun = m->count;
}

/* The one that was begun, while it is kept, or NULL. */
static struct minutes_item *begun(struct minutes *m)
{
    return m->begun > 0 && m->count - m->begun < MINUTES_ITEMS
               ? item(m, m->begun - 1)
               : NULL;
}

void minutes_outcome(struct minutes *m, const char *outcome)
{
    struct minutes_item *t = begun(m);

    if (t)
        snprintf(t->outcome, sizeof(t->outcome), "%s", outcome);
}

void minutes_add(struct minutes *m, const char *words)
{
    struct minutes_item *t = begun(m);
    size_t used = t ? strlen(t->outcome) : 0;

    if (t)
        snprintf(t->outcome + used, sizeof(t->outcome) - used, "; %s", words);
}

const struct minutes_item *minutes_item(const struct minutes *m, int i)
{
    int first = m->count > MINUTES_ITEMS ? m->count - MINUTES_ITEMS : 0;

    return first + i < m->count ? &m->item[(first + i) % MINUTES_ITEMS] : NULL;
}

int minutes_read(const struct minutes *m, int i, char *text, size_t size)
{
    const struct minutes_item *t = minutes_item(m, i);
    char span[64] = "";

    if (!t)
        return 0;
    if (t->times > 1)
        snprintf(span, sizeof(span), " to %.1f s, %d times", t->until,
                 t->times);
    snprintf(text, size, "%8.1f s%s: %s proposes %s%s%s\n            %s\n",
             t->since, span, t->who, t->change, *t->why ? ": " : "", t->why,
             t->outcome);
    return 1;
}
