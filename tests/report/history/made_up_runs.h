/* made_up_runs.h - runs of programs that nobody ran
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_REPORT_HISTORY_MADE_UP_RUNS_H
#define MITOSIS_TESTS_REPORT_HISTORY_MADE_UP_RUNS_H

#include "report/history/history.h"

struct made_up_run {
    const char *program;  /* "heat" */
    const char *argument; /* or NULL */
    int ranks;
    int day;          /* when it was started, which names it, too */
    double iteration; /* seconds; 0 for none */
    double wall;      /* 0 for that of 100 iterations */
    bool failed;
    double parallel; /* efficiency, or 0 */
    double waiting;  /* of a rank, in exchange() of heat.c */
    const char *host;
    bool outer; /* an iteration is 40 of what it is in others */
};

/* Add it, "day-7.json", whose iterations vary by 1 %. */
void made_up_runs_add(struct history *h, const struct made_up_run *made);

/* A history of these, sorted. */
struct history *made_up_runs_history(const struct made_up_run *made,
                                     size_t count);

#endif /* !MITOSIS_TESTS_REPORT_HISTORY_MADE_UP_RUNS_H */
