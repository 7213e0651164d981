/* text.h - a run as text, in the order in which one asks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_TEXT_H
#define MITOSIS_REPORT_TEXT_TEXT_H

#include <stdio.h>

#include "report/model/run.h"

/* All of these have bars and curves in UTF-8 if the user's locale has it, and
 * frames of call sites down to run->depth.  The caller asks ferror() how it
 * went.
 */

/* Print all of 'run'. */
void text_print(const struct run *run, FILE *out);

/* Print a short table: what limits the run, where the time went, the top
 * call sites, the iterations.
 */
void text_summary(const struct run *run, FILE *out);

/* Print where each rank is at the moment, for a run that goes on, or hangs.
 */
void text_now(const struct run *run, FILE *out);

#endif /* !MITOSIS_REPORT_TEXT_TEXT_H */
