/* chrome.h - a trace as Perfetto and Chrome read it
 *
 * The Trace Event Format: a process for each rank, a track for each of its
 * threads, a slice for each call and for the computing before it, an arrow for
 * each message.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_CHROME_H
#define MITOSIS_REPORT_EXPORT_CHROME_H

#include <stdio.h>

#include "report/trace/bundle.h"

/* Write all events of 'b' to 'out'; the caller asks ferror() how that went.
 * Returns -1 with the reason in 'err' when there is no memory.  What is
 * damaged in the trace is left out.
 */
int chrome_print(const struct bundle *b, FILE *out, struct error *err);

#endif /* !MITOSIS_REPORT_EXPORT_CHROME_H */
