/* launcher_variables.h - what the launcher tells a rank before MPI is started
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_LAUNCHER_VARIABLES_H
#define MITOSIS_PMPI_WATCH_LAUNCHER_VARIABLES_H

#include <stdbool.h>

struct launcher_variables {
    bool known; /* whether a launcher told 'rank' and 'size' */
    int rank;
    int size;
    int local_size; /* ranks on this host, 0 when not told */
    int local_rank; /* which of them, 0 when not told */
    int cores;      /* of this host that all of them may use, 0: not told */
    int started;    /* processes that the launcher started, 0: not told */
    const char *launcher; /* what it is called, */
    const char *way_out;  /* and what to do when its processes do not find
                             each other */
    unsigned long key; /* the same for the ranks of a job, and for them only;
                          not for those on other hosts if the launcher does
                          not tell */
};

/* Without a launcher that is known, a process is rank 0 of 1. */
struct launcher_variables launcher_variables_find(void);

/* Whether it was a rank that has started our launcher, which finds there what
 * that one was told of its job.  A 'mitosis run' tells its own ranks anew.
 */
bool launcher_variables_are_of_rank(void);

/* Which generation this process is of: 1, if the agent has not started it. */
unsigned launcher_variables_generation(void);

#endif /* !MITOSIS_PMPI_WATCH_LAUNCHER_VARIABLES_H */
