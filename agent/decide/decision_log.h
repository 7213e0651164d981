/* decision_log.h - what a policy saw and decided lately
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_DECISION_LOG_H
#define MITOSIS_AGENT_DECIDE_DECISION_LOG_H

#include "policy/decision.h"
#include "policy/policy_job.h"

enum { DECISION_LOG_PAGES = 32, DECISION_LOG_TEXT = 400 };

/* One answer, given several times in a row. */
struct decision_log_page {
    double since; /* seconds since the job began */
    double until;
    int times;
    uint64_t iteration;
    int size;
    double iteration_time;
    double efficiency;
    double free_cores;
    double load;
    char decision[DECISION_LOG_TEXT]; /* "nothing: too early" */
    char outcome[DECISION_LOG_TEXT];  /* "", or what came of it */
};

struct decision_log {
    int count; /* ever */
    int begun; /* whose decision is the last change, from 1; 0 for none */
    struct decision_log_page page[DECISION_LOG_PAGES];
};

/* Enter that at 'moment' this was decided about 'job', which may be NULL when
 * nothing is known of it.  What is as it was the last time is entered there.
 */
void decision_log_enter(struct decision_log *d,
                        double moment,
                        const struct policy_job *job,
                        const char *decision);

/* The last decision has become a change, or the last change was not one. */
void decision_log_begin(struct decision_log *d);
void decision_log_pass(struct decision_log *d);

/* Enter what came of that change, or nothing if it is not in here. */
void decision_log_result(struct decision_log *d, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Enter what came of the last decision, which has not become one. */
void decision_log_outcome(struct decision_log *d, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Page 'i' of those that are kept, the oldest one first, or NULL. */
const struct decision_log_page *decision_log_page(const struct decision_log *d,
                                                  int i);

/* Write page 'i' of those that are kept, the oldest one first, as lines.
 * Returns whether there is one.
 */
int decision_log_read(const struct decision_log *d,
                      int i,
                      char *text,
                      size_t size);

#endif /* !MITOSIS_AGENT_DECIDE_DECISION_LOG_H */
