/* verdict_lines.h - what limits a run, as text: cause, line, advice, worth
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_VERDICT_LINES_H
#define MITOSIS_REPORT_TEXT_VERDICT_LINES_H

#include "report/model/run.h"
#include "report/text/columns.h"

enum { VERDICT_LINES_TEXT = 3072 };

/* The cause and what tells it: "Late sender. Ranks wait in ...", behind
 * "Then:" if it is the run's second one; of a run without a verdict, why there
 * is none.
 */
void verdict_lines_cause(const struct run *run,
                         const struct run_verdict *v,
                         char text[VERDICT_LINES_TEXT]);

/* The line of code with the call in it, and what the cause is worth; empty
 * when not known.
 */
void verdict_lines_place(const struct run_verdict *v,
                         char text[VERDICT_LINES_TEXT]);
void verdict_lines_worth(const struct run *run,
                         const struct run_verdict *v,
                         char text[VERDICT_LINES_TEXT]);

/* All of it, of both verdicts if there are two. */
void verdict_lines_print(const struct run *run, struct columns *p);

#endif /* !MITOSIS_REPORT_TEXT_VERDICT_LINES_H */
