/* measure_internal.h - what the files of measure.c share
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROBE_MEASURE_INTERNAL_H
#define MITOSIS_PROBE_MEASURE_INTERNAL_H

#include "probe/probe.h"

/* Two ranks each of two hosts. */
struct measure_hosts {
    int sends[2];
    int takes[2];
};

/* See how fast both ranks of one host send to those of the other at once, and
 * how fast one of them does alone.  'count' is how many bytes they send; it
 * counts on the first two.  Called by all four, for which 'bytes' is memory.
 */
void measure_sharing(struct probe *p,
                     const struct measure_hosts *hosts,
                     char *bytes,
                     int count);

#endif /* !MITOSIS_PROBE_MEASURE_INTERNAL_H */
