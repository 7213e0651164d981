/* posix_files.h - how long the ranks took for files otherwise than by MPI
 *
 * A program writes most files by the C library or by system calls, and while
 * it does, it seems to compute.  The kernel counts, for each process, what it
 * reads and writes, how long it is on a core, and how long it waits for one.
 * A rank that is neither of both, though it is not in MPI, sleeps.  Where it
 * has moved as many bytes as keep a slow disk busy for so long, it waited for
 * its files.  Who sleeps and moves no bytes may wait for an accelerator, or
 * for another program: that is its work.
 *
 * What the kernel computes meanwhile, for which it has the bytes to copy,
 * counts too.  How much of both was in MPI is told by the ranks that are there
 * longest; what is left is a least amount.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_POSIX_FILES_H
#define MITOSIS_REPORT_DIAGNOSE_POSIX_FILES_H

#include <stdbool.h>

#include "report/model/run.h"

struct posix_files {
    double worth;   /* the rank that takes longest would need less, seconds */
    double mean;    /* how long files took the ranks, on average */
    double writers; /* as if so many ranks had moved as many bytes each */
    double most;    /* how long they took one rank at most */
    const struct run_rank *rank; /* which that is, or NULL */
};

/* Work it out.  'in_mpi' is whether there are files of MPI, too: then it is
 * not known how much of it was in MPI for these.
 */
struct posix_files posix_files_of(const struct run *run, bool in_mpi);

/* How much a rank has read and written otherwise than by MPI, in bytes. */
double posix_files_read(const struct run_rank *rank);
double posix_files_written(const struct run_rank *rank);

#endif /* !MITOSIS_REPORT_DIAGNOSE_POSIX_FILES_H */
