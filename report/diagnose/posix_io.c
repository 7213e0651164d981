/* posix_io.c - how long the ranks took to read and write otherwise than by MPI
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "report/diagnose/posix_io.h"

/* No disk takes longer that programs of MPI write to, also in small pieces. */
static const double SLOWEST_DISK = 20e6; /* bytes a second */
/* No kernel takes longer for what it computes on their way. */
static const double SLOWEST_COPY = 200e6;
/* Nor for a call of a few bytes: 0.1 us to /dev/null, 0.7 us to a file. */
static const double SLOWEST_CALL = 1.5e-6; /* seconds */
/* What a call and a byte take of the kernel's time, if that is divided. */
static const double USUAL_CALL = 0.5e-6;
static const double USUAL_COPY = 2e9;
/* Below that a larger buffer would have made fewer calls. */
static const double FEW_BYTES = 1024;

/* In an older report nothing is told of calls and disks. */
static bool disks_known(const struct run_rank *rank)
{
    return rank->io_reads + rank->io_writes > 0;
}

/* What MPI has moved is on a disk, if anything is. */
static double bytes_of(const struct run_rank *rank,
                       enum posix_io_kind kind,
                       uint64_t all,
                       uint64_t by_mpi,
                       uint64_t disk)
{
    double bytes = fmax(0, (double)all - (double)by_mpi);
    double files = fmin(bytes, fmax(0, (double)disk - (double)by_mpi));

    if (!disks_known(rank))
        files = bytes;
    return kind == POSIX_IO_FILES     ? files
           : kind == POSIX_IO_STREAMS ? bytes - files
                                      : bytes;
}

double posix_io_read(const struct run_rank *rank, enum posix_io_kind kind)
{
    return bytes_of(rank, kind, rank->io_read_bytes, rank->file_read_bytes,
                    rank->disk_read_bytes);
}

double posix_io_written(const struct run_rank *rank, enum posix_io_kind kind)
{
    return bytes_of(rank, kind, rank->io_written_bytes,
                    rank->file_written_bytes, rank->disk_written_bytes);
}

static double moved_by(const struct run_rank *rank, enum posix_io_kind kind)
{
    return posix_io_read(rank, kind) + posix_io_written(rank, kind);
}

/* The calls of a rank, if they are of few bytes, or 0. */
static double small_calls(const struct run_rank *rank)
{
    double calls = (double)rank->io_reads + (double)rank->io_writes;

    return moved_by(rank, POSIX_IO_CALLS) < FEW_BYTES * calls ? calls : 0;
}

/* In an older report; while MPI starts and ends a rank sleeps as well. */
static double asleep(const struct run_rank *rank)
{
    const struct run_times *t = &rank->times;

    if (!(rank->user_seconds + rank->system_seconds > 0))
        return 0;
    return fmax(0, t->wall - t->paused - t->stopped - t->other
                       - rank->core_wait - rank->user_seconds
                       - rank->system_seconds);
}

static double in_mpi_of(const struct run_rank *rank)
{
    return fmax(0, rank->times.mpi - rank->times.other);
}

static double in_kernel(const struct run_rank *rank)
{
    return rank->system_seconds;
}

typedef double seconds_of(const struct run_rank *rank);

/* What share of their time in MPI the ranks may have spent so: most MPIs keep
 * asking, and then there is a rank that hardly slept at all.
 */
static double share_of_mpi(const struct run *run, seconds_of *spent)
{
    double share = 1;

    for (size_t i = 0; i < run->ranks; i++) {
        double mpi = in_mpi_of(&run->rank[i]);

        if (mpi > 0)
            share = fmin(share, spent(&run->rank[i]) / mpi);
    }
    return share;
}

/* How long a rank slept while it computed, and was in the kernel. */
struct spent {
    double asleep;
    double in_kernel;
};

static struct spent spent_by(const struct posix_io *io,
                             const struct run_rank *rank)
{
    const struct run_times *t = &rank->times;
    struct spent s = { t->asleep, t->in_kernel };

    if (!run_times_split(t)) {
        s.asleep = asleep(rank) - io->asleep_in * in_mpi_of(rank);
        s.in_kernel = in_kernel(rank) - io->kernel_in * in_mpi_of(rank);
    }
    return s;
}

/* Each is no more than what so many bytes can take. */
static double moving(const struct spent *s, double bytes)
{
    return fmax(0, fmin(s->asleep, bytes / SLOWEST_DISK))
           + fmax(0, fmin(s->in_kernel, bytes / SLOWEST_COPY));
}

/* Take from the time in the kernel what is for the number of calls. */
static double calling(struct spent *s, const struct run_rank *rank)
{
    double calls = small_calls(rank);
    double usual = calls * USUAL_CALL;
    double copying = moved_by(rank, POSIX_IO_CALLS) / USUAL_COPY;
    double seconds;

    if (!(calls > 0))
        return 0;
    seconds = fmax(0, s->in_kernel) * usual / (usual + copying);
    seconds = fmin(seconds, calls * SLOWEST_CALL);
    s->in_kernel -= seconds;
    return seconds;
}

/* How long each kind took a rank, together no longer than it computed. */
static void take_parts(const struct posix_io *io,
                       const struct run_rank *rank,
                       double part[POSIX_IO_KINDS])
{
    struct spent s = spent_by(io, rank);
    double all, left = rank->times.compute;

    part[POSIX_IO_CALLS] = calling(&s, rank);
    part[POSIX_IO_FILES] = moving(&s, moved_by(rank, POSIX_IO_FILES));
    all = moving(&s, moved_by(rank, POSIX_IO_CALLS));
    part[POSIX_IO_STREAMS] = fmax(0, all - part[POSIX_IO_FILES]);
    for (int k = 0; k < POSIX_IO_KINDS; k++) {
        part[k] = fmin(part[k], left);
        left -= part[k];
    }
}

double posix_io_took(const struct posix_io *io, const struct run_rank *rank)
{
    double part[POSIX_IO_KINDS], sum = 0;

    take_parts(io, rank, part);
    for (int k = 0; k < POSIX_IO_KINDS; k++)
        sum += part[k];
    return sum;
}

static double writers_of(const struct run *run, enum posix_io_kind kind)
{
    double sum = 0, most = 0;

    for (size_t i = 0; i < run->ranks; i++) {
        double moved = kind == POSIX_IO_CALLS ? small_calls(&run->rank[i])
                                              : moved_by(&run->rank[i], kind);

        sum += moved;
        most = fmax(most, moved);
    }
    return most > 0 ? sum / most : 0;
}

struct posix_io posix_io_of(const struct run *run, bool in_mpi)
{
    struct posix_io io = {
        .asleep_in = in_mpi ? 1 : share_of_mpi(run, asleep),
        .kernel_in = in_mpi ? 1 : share_of_mpi(run, in_kernel),
    };
    double most[POSIX_IO_KINDS + 1] = { 0 }; /* without the first of them */

    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_rank *rank = &run->rank[i];
        double part[POSIX_IO_KINDS], rest = rank->times.compute;

        take_parts(&io, rank, part);
        most[0] = fmax(most[0], rest);
        for (int k = 0; k < POSIX_IO_KINDS; k++) {
            rest -= part[k];
            most[k + 1] = fmax(most[k + 1], rest);
            if (part[k] > io.of[k].most) {
                io.of[k].most = part[k];
                io.of[k].rank = rank;
            }
        }
    }
    for (int k = 0; k < POSIX_IO_KINDS; k++) {
        io.of[k].worth = most[k] - most[k + 1];
        io.of[k].writers = writers_of(run, (enum posix_io_kind)k);
    }
    return io;
}
