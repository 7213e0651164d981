/* proposal_log.c - what agents have proposed lately, and what came of it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "agent/decide/proposal_log.h"
#include "base/append_text.h"

static struct proposal_log_item *item(struct proposal_log *m, int number)
{
    return &m->item[number % PROPOSAL_LOG_ITEMS];
}

static bool same(const struct proposal_log_item *a,
                 const struct proposal_log_item *b)
{
    return strcmp(a->who, b->who) == 0 && strcmp(a->change, b->change) == 0
           && strcmp(a->why, b->why) == 0
           && strcmp(a->outcome, b->outcome) == 0;
}

/* The same one, since the last that was begun; several agents may take turns.
 * Returns NULL when there is none.
 */
static struct proposal_log_item *find(struct proposal_log *m,
                                      const struct proposal_log_item *like)
{
    for (int i = m->count - 1;
         i >= m->begun && i >= 0 && i >= m->count - PROPOSAL_LOG_ITEMS; i--)
        if (same(item(m, i), like))
            return item(m, i);
    return NULL;
}

void proposal_log_enter(struct proposal_log *m,
                        double moment,
                        const char *who,
                        const char *change,
                        const char *why,
                        const char *outcome)
{
    struct proposal_log_item new = { .since = moment,
                                     .until = moment,
                                     .times = 1 };
    struct proposal_log_item *before;

    snprintf(new.who, sizeof(new.who), "%s", who);
    snprintf(new.change, sizeof(new.change), "%s", change);
    snprintf(new.why, sizeof(new.why), "%s", why);
    snprintf(new.outcome, sizeof(new.outcome), "%s",
             outcome ? outcome : "begun");
    before = find(m, &new);
    if (before) {
        before->until = moment;
        before->times++;
        return;
    }
    *item(m, m->count++) = new;
    if (!outcome)
        m->begun = m->count;
}

/* The one that was begun, while it is kept, or NULL. */
static struct proposal_log_item *begun(struct proposal_log *m)
{
    return m->begun > 0 && m->count - m->begun < PROPOSAL_LOG_ITEMS
               ? item(m, m->begun - 1)
               : NULL;
}

void proposal_log_outcome(struct proposal_log *m, const char *outcome)
{
    struct proposal_log_item *t = begun(m);

    if (t)
        snprintf(t->outcome, sizeof(t->outcome), "%s", outcome);
}

void proposal_log_add(struct proposal_log *m, const char *words)
{
    struct proposal_log_item *t = begun(m);

    if (t)
        append_text(t->outcome, sizeof(t->outcome), "; %s", words);
}

const struct proposal_log_item *proposal_log_item(const struct proposal_log *m,
                                                  int i)
{
    int first =
        m->count > PROPOSAL_LOG_ITEMS ? m->count - PROPOSAL_LOG_ITEMS : 0;

    return first + i < m->count ? &m->item[(first + i) % PROPOSAL_LOG_ITEMS]
                                : NULL;
}

int proposal_log_read(const struct proposal_log *m,
                      int i,
                      char *text,
                      size_t size)
{
    const struct proposal_log_item *t = proposal_log_item(m, i);
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
