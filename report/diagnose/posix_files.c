/* posix_files.c - how long the ranks took for files otherwise than by MPI
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "report/diagnose/posix_files.h"

/* No disk takes longer that programs of MPI write to, also in small pieces. */
static const double SLOWEST_DISK = 20e6; /* bytes a second */
/* No kernel takes longer for what it computes on their way. */
static const double SLOWEST_COPY = 200e6;

double posix_files_read(const struct run_rank *rank)
{
    return fmax(0,
                (double)rank->io_read_bytes - (double)rank->file_read_bytes);
}

double posix_files_written(const struct run_rank *rank)
{
    return fmax(0, (double)rank->io_written_bytes
                       - (double)rank->file_written_bytes);
}

static double moved_by(const struct run_rank *rank)
{
    return posix_files_read(rank) + posix_files_written(rank);
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

/* Each is no more than what so many bytes can take. */
double posix_files_took(const struct posix_files *f,
                        const struct run_rank *rank)
{
    const struct run_times *t = &rank->times;
    double moved = moved_by(rank), mpi = in_mpi_of(rank);
    double slept = t->asleep, copied = t->in_kernel;

    if (!run_times_split(t)) {
        slept = asleep(rank) - f->asleep_in * mpi;
        copied = in_kernel(rank) - f->kernel_in * mpi;
    }
    slept = fmax(0, fmin(slept, moved / SLOWEST_DISK));
    copied = fmax(0, fmin(copied, moved / SLOWEST_COPY));
    return fmin(slept + copied, t->compute);
}

static double writers_of(const struct run *run)
{
    double sum = 0, most = 0;

    for (size_t i = 0; i < run->ranks; i++) {
        double moved = moved_by(&run->rank[i]);

        sum += moved;
        most = fmax(most, moved);
    }
    return most > 0 ? sum / most : 0;
}

struct posix_files posix_files_of(const struct run *run, bool in_mpi)
{
    struct posix_files f = {
        .asleep_in = in_mpi ? 1 : share_of_mpi(run, asleep),
        .kernel_in = in_mpi ? 1 : share_of_mpi(run, in_kernel),
    };
    double most = 0, without = 0;

    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_rank *rank = &run->rank[i];
        double seconds = posix_files_took(&f, rank);

        most = fmax(most, rank->times.compute);
        without = fmax(without, rank->times.compute - seconds);
        f.mean += seconds / (double)run->ranks;
        if (seconds > f.most) {
            f.most = seconds;
            f.rank = rank;
        }
    }
    f.worth = most - without;
    f.writers = writers_of(run);
    return f;
}
