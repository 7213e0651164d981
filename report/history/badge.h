/* badge.h - how a program does, in a small picture for its own page
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_HISTORY_BADGE_H
#define MITOSIS_REPORT_HISTORY_BADGE_H

#include <stdio.h>

#include "report/history/history.h"

enum badge_look { BADGE_FINE, BADGE_FAIR, BADGE_POOR, BADGE_UNKNOWN };

struct badge {
    const char *label; /* on the left */
    char text[64];     /* on the right */
    enum badge_look look;
};

/* What is said of the newest run: its parallel efficiency, or where it is not
 * known the time of an iteration or of the run; and by how much it got slower
 * or faster, if the last change of its series begins with it.  A run that got
 * slower, or did not complete, looks poor whatever its efficiency.
 */
void badge_make(struct badge *b, const struct history *h);

/* Draw it as SVG. */
void badge_print(const struct badge *b, FILE *out);

#endif /* !MITOSIS_REPORT_HISTORY_BADGE_H */
