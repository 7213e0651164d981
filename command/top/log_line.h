/* log_line.h - a look at a running job, as a line in a log
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_LOG_LINE_H
#define MITOSIS_COMMAND_TOP_LOG_LINE_H

#include <stdio.h>

#include "report/live/live.h"

/* Print the look as one line. */
void log_line_look(const struct live *l, FILE *out);

/* Print the changes from number 'from' on, a line each. */
void log_line_changes(const struct live *l, size_t from, FILE *out);

/* A change in a line. */
void log_line_change(const struct run_change *c, char *text, size_t size);

/* Since when iterations are counted, to be put behind their number. */
const char *log_line_since(const struct live *l);

/* The rank that computes most of its time, or NULL when that is not known. */
const struct live_rank *log_line_slowest(const struct live *l);

/* A number of things a second, for people: "0.125", "12.3", "1050". */
struct log_line_rate {
    char text[32];
};
struct log_line_rate log_line_rate(double rate);

#endif /* !MITOSIS_COMMAND_TOP_LOG_LINE_H */
