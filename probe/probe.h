/* probe.h - the parts of mitosis-probe
 *
 * It is an MPI program of ours that tries what 'mitosis doctor' and 'mitosis
 * sim calibrate' want to know and tells it on stdout, a line each, a word and
 * what belongs to it:
 *
 *     up N                      N ranks are past MPI_Init()
 *     rank R HOST               where each is
 *     version TEXT              of MPI, its first line
 *     device TEXT
 *     hangs 1                   MPI_Finalize() is known to hang over networks
 *     room HOST BYTES PATH      that can be had for pages there
 *     noroom HOST WHY
 *     sodium HOST [WHY]         without a reason when it works
 *     key HOST MAC PATH         the user's, known by what it makes of a text
 *     nokey HOST WHY
 *     zstd HOST BYTES/S [WHY]
 *     memcpy HOST BYTES/S
 *     copy HOST BYTES/S         between two processes
 *     nocopy HOST WHY
 *     clock HOST OFFSET-NS ROUND-TRIP-NS
 *     link HOST BYTES/S         from rank 0, by MPI
 *     ports FREE OF FIRST       of those the agent would listen on
 *     reach FROM TO             a connection from host to host was made
 *     noreach FROM TO WHY
 *     spawn MS, nospawn WHY
 *     left MS, notleft
 *     rounds PER-SECOND
 *     cores HOST N
 *     speed HOST UNITS/S        of work of ours, on one core
 *     trip FROM TO BYTES S      half of the time there and back
 *     both FROM TO BYTES/S      each way, when both send at once
 *     shared FROM TO BYTES/S BYTES/S
 *                               from one host to another, by a rank of each
 *                               and by two, these together
 *     sends HOST S              that a small message takes its sender,
 *     takes HOST S              and its receiver when it is there already
 *     eager BYTES               longer messages wait for their receiver
 *     done                      nothing follows but MPI_Finalize()
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROBE_PROBE_H
#define MITOSIS_PROBE_PROBE_H

#include <stddef.h>

enum { PROBE_HOST = 65, PROBE_TEXT = 16 * 1024 };

struct probe {
    int rank, size;
    int leaders; /* hosts */
    int *leader; /* the first rank on each */
    int second;  /* another rank on the host of this leader, or -1 */
    int own;     /* the leader on this rank's host */
    char (*host)[PROBE_HOST]; /* of each rank */
    size_t used;
    char text[PROBE_TEXT]; /* what this rank has to tell */
};

/* Add a line to what this rank tells, and have rank 0 print what all have
 * added, which all ranks call.
 */
void probe_say(struct probe *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void probe_print(struct probe *p);

/* Find out who is where. */
int probe_gather(struct probe *p);

/* What is tried, by all ranks at once. */
void probe_version(struct probe *p);
void probe_host(struct probe *p);
void probe_clocks(struct probe *p);
void probe_copies(struct probe *p);
void probe_reach(struct probe *p);
void probe_measure(struct probe *p);

#endif /* !MITOSIS_PROBE_PROBE_H */
