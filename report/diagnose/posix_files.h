/* posix_files.h - how long the ranks took for files otherwise than by MPI
 *
 * A program writes most files by the C library or by system calls, and while
 * it does, it seems to compute.  A report has how long a rank slept then, or
 * was in the kernel (report/gather/computing_split.h), and how much it read
 * and wrote.  Where that is as much as keeps a slow disk busy for as long as
 * it slept, it waited for its files; who sleeps and moves no bytes may wait
 * for an accelerator, or for another program: that is its work.  So may what
 * is in the kernel be memory that is new, but for what so many bytes take on
 * their way there.
 *
 * Older reports only have the sums of a rank.  Then how much of both was in
 * MPI is told by the ranks that are there longest; what is left is a least
 * amount.
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
    double asleep_in; /* share of the time in MPI, where that is not known */
    double kernel_in;
};

/* Work it out.  'in_mpi' is whether there are files of MPI, too: then it is
 * not known how much of it was in MPI for these.
 */
struct posix_files posix_files_of(const struct run *run, bool in_mpi);

/* How long they took this rank. */
double posix_files_took(const struct posix_files *f,
                        const struct run_rank *rank);

/* How much a rank has read and written otherwise than by MPI, in bytes. */
double posix_files_read(const struct run_rank *rank);
double posix_files_written(const struct run_rank *rank);

#endif /* !MITOSIS_REPORT_DIAGNOSE_POSIX_FILES_H */
