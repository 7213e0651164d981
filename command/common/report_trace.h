/* report_trace.h - the trace that lies beside a report
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_REPORT_TRACE_H
#define MITOSIS_COMMAND_COMMON_REPORT_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "job/job.h"
#include "report/model/run.h"
#include "report/trace/bundle.h"

/* Its name: NAME.mitosis.trace beside NAME.mitosis.json, and
 * NAME.mitosis.G.trace of a generation G after the first, which is 1.  Returns
 * -1 with the reason in 'err' when it is too long.
 */
int report_trace_path(const char *report,
                      unsigned generation,
                      char path[JOB_PATH],
                      struct error *err);

/* How many generations left one, and the number of each. */
size_t report_trace_generations(const struct run *run);
unsigned report_trace_generation(const struct run *run, size_t which);

/* Seconds from '*began', which is UINT64_MAX before the first, to the start of
 * 'b'.
 */
double report_trace_after(uint64_t *began, const struct bundle *b);

/* Whether there is one of the first generation. */
bool report_trace_exists(const char *report);

/* Open the one of a generation that lies beside 'report', which is of 'run'.
 * Returns what is given back with bundle_close(), or NULL with the reason in
 * 'err': there is none, and how a run leaves one, or it is of another run.
 */
struct bundle *report_trace_open(const char *report,
                                 unsigned generation,
                                 const struct run *run,
                                 struct error *err);

enum { REPORT_TRACE_ANY = 0, REPORT_TRACE_SHORT = 2000000 /* events */ };

/* Split the communication efficiency of the run whose report is that file, if
 * it has a trace of at most that many events (REPORT_TRACE_ANY: however many),
 * was not changed, and was not split before.  Returns whether it was; when the
 * trace cannot be replayed 'err' has the reason, which is empty else.
 */
bool report_trace_split(struct run *run,
                        const char *report,
                        uint64_t most,
                        struct error *err);

#endif /* !MITOSIS_COMMAND_COMMON_REPORT_TRACE_H */
