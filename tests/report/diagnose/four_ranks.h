/* four_ranks.h - a run of four ranks, put together from figures
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_REPORT_DIAGNOSE_FOUR_RANKS_H
#define MITOSIS_TESTS_REPORT_DIAGNOSE_FOUR_RANKS_H

#include "report/model/run.h"

enum { RANKS = 4, CALLS = 8, WALL = 10 };

/* The run, and what it is put together from. */
struct four_ranks {
    struct run *run;
    struct run_rank rank[RANKS];
    struct run_pace pace[RANKS];
    struct run_host host[2];
    struct run_call call[CALLS];
    struct run_site site[CALLS];
    const char *frame[CALLS];
    struct run_message message;
    struct run_onesided one;
    struct run_change change[2];
};
extern struct four_ranks four_ranks;

/* Four ranks for ten seconds on a host with a core for each.  So long each of
 * them computes; the rest is waiting.  The ones before, if there are any, are
 * given back.
 */
void four_ranks_begin(double r0, double r1, double r2, double r3);

/* Of the time in MPI of each rank, so much is no waiting but transfer. */
void four_ranks_transfer(double seconds);

/* A call, made in a line of its name, with seconds of all ranks together. */
void four_ranks_call(const char *name,
                     const char *kind,
                     double count,
                     double seconds,
                     double waiting,
                     double bytes);

/* Ranks go round so many times, each in so many seconds, of which they compute
 * their share.
 */
void four_ranks_iterate(uint64_t count, double seconds);

/* The run is complete: see what limits it. */
void four_ranks_finish(void);

/* The same, and whether that is 'expected' in 'line'; of what that is a case.
 */
void four_ranks_cause(const char *expected, const char *line, const char *of);

/* Whether nothing is worth fixing. */
void four_ranks_nothing(const char *of);

#endif /* !MITOSIS_TESTS_REPORT_DIAGNOSE_FOUR_RANKS_H */
