/* proposal_log.h - what agents have proposed lately, and what came of it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_PROPOSAL_LOG_H
#define MITOSIS_AGENT_DECIDE_PROPOSAL_LOG_H

#include <stddef.h>

enum { MINUTES_ITEMS = 32, MINUTES_TEXT = 320, MINUTES_WHO = 64 };

/* The outcome of one that is under way. */
#define MINUTES_BEGUN "begun"

/* One proposal, made several times with the same outcome. */
struct minutes_item {
    double since; /* seconds since the job began */
    double until;
    int times;
    char who[MINUTES_WHO];
    char change[MINUTES_TEXT];
    char why[MINUTES_TEXT];
    char outcome[MINUTES_TEXT];
};

struct minutes {
    int count; /* ever */
    int begun; /* the number of the last one that was begun, from 1 on */
    struct minutes_item item[MINUTES_ITEMS];
};

/* Enter that 'who' proposed this, and what came of it at once. */
void minutes_enter(struct minutes *m,
                   double moment,
                   const char *who,
                   const char *change,
                   const char *why,
                   const char *outcome);

/* What came of the last one that was entered as begun, in the end; and what
 * it has brought, which is added.
 */
void minutes_outcome(struct minutes *m, const char *outcome);
void minutes_add(struct minutes *m, const char *words);

/* Item 'i' of those that are kept, the oldest one first, or NULL. */
const struct minutes_item *minutes_item(const struct minutes *m, int i);

/* Write item 'i' of those that are kept, the oldest one first, as lines.
 * Returns whether there is one.
 */
int minutes_read(const struct minutes *m, int i, char *text, size_t size);

#endif /* !MITOSIS_AGENT_DECIDE_PROPOSAL_LOG_H */
