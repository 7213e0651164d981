/* dot.h - who talks to whom as a graph for Graphviz
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_DOT_H
#define MITOSIS_REPORT_EXPORT_DOT_H

#include <stdio.h>

#include "report/model/run.h"

/* Print the graph to 'out': ranks in boxes that are hosts, or hosts when there
 * are more ranks than can be drawn, and a line between those that talk, the
 * thicker the more bytes go there both ways.  The caller asks ferror() how
 * that went.  Returns -1 when there is no memory.
 */
int dot_print(const struct run *run, FILE *out);

#endif /* !MITOSIS_REPORT_EXPORT_DOT_H */
