/* posix_io.h - how long the ranks took to read and write otherwise than by MPI
 *
 * A program writes most files by the C library or by system calls, and while
 * it does, it seems to compute.  A report has how long a rank slept then, or
 * was in the kernel (report/gather/computing_split.h), and how much it read
 * and wrote, in how many calls, and how much of that a disk had to do with.
 * Where it is as much as keeps a slow disk busy for as long as the rank slept,
 * that waited for it; who sleeps and moves no bytes may wait for an
 * accelerator, or for another program: that is its work.  So may what is in
 * the kernel be memory that is new, but for what so many bytes, or so many
 * calls, take on their way there.
 *
 * Bytes that no disk has to do with went through pipes, as what a program
 * prints, to devices, or to and from files that are in memory.
 *
 * Older reports do not tell what a disk has to do with: then all counts as
 * files.  Still older ones only have the sums of a rank.  Then how much of
 * both was in MPI is told by the ranks that are there longest; what is left is
 * a least amount.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_POSIX_IO_H
#define MITOSIS_REPORT_DIAGNOSE_POSIX_IO_H

#include <stdbool.h>

#include "report/model/run.h"

/* What takes the time. */
enum posix_io_kind {
    POSIX_IO_FILES,   /* files on a disk */
    POSIX_IO_STREAMS, /* what no disk has to do with */
    POSIX_IO_CALLS,   /* that there are so many calls of few bytes each */
    POSIX_IO_KINDS
};

struct posix_io {
    struct posix_io_part {
        double worth;   /* the rank that takes longest would need less, beyond
                           the kinds before this one, seconds */
        double writers; /* as if so many ranks had moved as much each */
        double most;    /* how long it took one rank at most */
        const struct run_rank *rank; /* which that is, or NULL */
    } of[POSIX_IO_KINDS];
    double asleep_in; /* share of the time in MPI, where that is not known */
    double kernel_in;
};

/* Work it out.  'in_mpi' is whether there are files of MPI, too: then it is
 * not known how much of it was in MPI for these.
 */
struct posix_io posix_io_of(const struct run *run, bool in_mpi);

/* How long all kinds took this rank. */
double posix_io_took(const struct posix_io *io, const struct run_rank *rank);

/* How much a rank has read and written otherwise than by MPI, in bytes; in
 * files on a disk, or all but that; for calls all of both.
 */
double posix_io_read(const struct run_rank *rank, enum posix_io_kind kind);
double posix_io_written(const struct run_rank *rank, enum posix_io_kind kind);

#endif /* !MITOSIS_REPORT_DIAGNOSE_POSIX_IO_H */
