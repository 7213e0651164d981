/* recorded_run.h - a run by its report and the trace beside it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_RECORDED_RUN_H
#define MITOSIS_COMMAND_COMMON_RECORDED_RUN_H

#include "foresee/record/recording.h"
#include "report/model/run.h"
#include "report/trace/bundle.h"

struct recorded_run {
    struct run *run;
    struct bundle *bundle;
    struct recording *recording;
};

/* Read the report, and the trace if it can be replayed.  Returns 0 with 'r' to
 * be given back with recorded_run_close(), or -1 with the reason in 'err' and
 * nothing to be given back.
 */
int recorded_run_open(struct recorded_run *r,
                      const char *report,
                      struct error *err);

/* For which share of their computing the ranks had no core, where there was
 * one for each; 0 where there was not, or that is not known.
 */
double recorded_run_no_core(const struct recorded_run *r);

/* Free all; one that is all zero is fine. */
void recorded_run_close(struct recorded_run *r);

/* Whether a run can be replayed whose report is that file. */
bool recorded_run_is_replayed(const struct run *run, const char *report);

/* See that both are runs of the same program, which is said by the names of
 * the reports 'a' and 'b'.  Returns -1 with the reason in 'err'.
 */
int recorded_run_compare(const struct run *run,
                         const char *a,
                         const struct run *other,
                         const char *b,
                         struct error *err);

#endif /* !MITOSIS_COMMAND_COMMON_RECORDED_RUN_H */
