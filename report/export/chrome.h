/* chrome.h - a trace as Perfetto and Chrome read it
 *
 * The Trace Event Format: a process for each rank, a track for each of its
 * threads, a slice for each call and for the computing before it, an arrow for
 * each message.  Generations follow one another on the tracks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_CHROME_H
#define MITOSIS_REPORT_EXPORT_CHROME_H

#include <stdio.h>

#include "report/trace/bundle.h"

typedef struct chrome chrome_t;

/* What one generation did. */
struct chrome_part {
    const struct bundle *bundle;
    unsigned generation; /* from 1 on */
    double after;        /* seconds that it began after the first one */
    const double *start; /* of each of its ranks, seconds from then on; NULL:
                            as their own clocks tell */
    const char *change;  /* that it came of, "resize 3", or NULL */
};

/* Begin to write to 'out'.  Returns what is given back with chrome_end(), or
 * NULL when there is no memory.
 */
chrome_t *chrome_begin(FILE *out);

/* Write all events of a generation; the caller asks ferror() how that went.
 * Returns -1 with the reason in 'err' when there is no memory.  What is
 * damaged in the trace is left out.
 */
int chrome_add(chrome_t *c, const struct chrome_part *part, struct error *err);

/* What was damaged first in the generation that was added last, or "". */
const char *chrome_damage(const chrome_t *c);

/* Write the end, and free it. */
void chrome_end(chrome_t *c);

#endif /* !MITOSIS_REPORT_EXPORT_CHROME_H */
