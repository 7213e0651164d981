/* smpi_trace.h - a run as a time-independent trace, for SimGrid's SMPI
 *
 * What each rank does, in SMPI's words, and the platform in SimGrid's: so the
 * same run on the same hosts can be replayed by both.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_SMPI_TRACE_H
#define MITOSIS_FORESEE_SMPI_TRACE_H

#include <stdio.h>

#include "foresee/platform/mapped_run.h"

enum { SMPI_TRACE_HOSTS = 512 /* at most, as each pair has a route */ };

/* See that it can be written in SMPI's words.  Returns -1 with the reason in
 * 'err'.
 */
int smpi_trace_check(const struct mapped_run *s, struct error *err);

/* What a rank does.  Work is in operations, a host of speed 1 does 1e9 a
 * second; a message is known by its number, which is its tag.
 */
void smpi_trace_print_rank(const struct mapped_run *s, size_t rank, FILE *out);

/* The hosts that have ranks, as XML; and where each rank is, a line each. */
void smpi_trace_print_platform(const struct mapped_run *s, FILE *out);
void smpi_trace_print_places(const struct mapped_run *s, FILE *out);

/* The words that make SimGrid reckon as we do: no factors, no effect of one
 * message on others, and the eager limit of the platform.
 */
void smpi_trace_print_options(const struct mapped_run *s, FILE *out);

#endif /* !MITOSIS_FORESEE_SMPI_TRACE_H */
