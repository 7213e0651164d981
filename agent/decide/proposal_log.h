/* proposal_log.h - what agents have proposed lately, and what came of it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_PROPOSAL_LOG_H
#define MITOSIS_AGENT_DECIDE_PROPOSAL_LOG_H

#include <stddef.h>

enum {
    PROPOSAL_LOG_ITEMS = 32,
    PROPOSAL_LOG_TEXT = 320,
    PROPOSAL_LOG_WHO = 64
};

/* One proposal, made several times with the same outcome. */
struct proposal_log_item {
    double since; /* seconds since the job began */
    double until;
    int times;
    char who[PROPOSAL_LOG_WHO];
    char change[PROPOSAL_LOG_TEXT];
    char why[PROPOSAL_LOG_TEXT];
    char outcome[PROPOSAL_LOG_TEXT];
};

struct proposal_log {
    int count; /* ever */
    int begun; /* the number of the last one that was begun, from 1 on */
    struct proposal_log_item item[PROPOSAL_LOG_ITEMS];
};

/* Enter that 'who' proposed this, and what came of it at once, or NULL when it
 * has begun.
 */
void proposal_log_enter(struct proposal_log *m,
                        double moment,
                        const char *who,
                        const char *change,
                        const char *why,
                        const char *outcome);

/* What came of the last one that was entered as begun, in the end; and what
 * it has brought, which is added.
 */
void proposal_log_outcome(struct proposal_log *m, const char *outcome);
void proposal_log_add(struct proposal_log *m, const char *words);

/* Item 'i' of those that are kept, the oldest one first, or NULL. */
const struct proposal_log_item *proposal_log_item(const struct proposal_log *m,
                                                  int i);

/* Write item 'i' of those that are kept, the oldest one first, as lines.
 * Returns whether there is one.
 */
int proposal_log_read(const struct proposal_log *m,
                      int i,
                      char *text,
                      size_t size);

#endif /* !MITOSIS_AGENT_DECIDE_PROPOSAL_LOG_H */
