/* sleeping_ranks.c - ranks that sleep where they seem to compute
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "report/diagnose/places.h"
#include "report/diagnose/sleeping_ranks.h"
#include "report/model/units.h"

static const double MOST = 0.5; /* of what a rank computes: it hardly works */
static const double SLOWEST_SYNC = 0.1;  /* seconds until a disk has a write */
static const double SLOWEST_PAGE = 2e-3; /* and until it has given a page */

enum { PAGE = 4096 }; /* bytes */

/* How long it slept for what is not told otherwise. */
static double slept(const struct evidence *e, const struct run_rank *rank)
{
    if (!run_times_split(&rank->times))
        return 0;
    return fmax(0, rank->times.asleep - posix_io_took(&e->posix, rank));
}

/* Without the time that it had no core, which tells nothing of its work. */
static bool sleeps_most(const struct evidence *e, const struct run_rank *rank)
{
    return slept(e, rank) > MOST * evidence_work(e, rank);
}

/* Whether it may have slept until a disk had each of its writes. */
static bool may_sync(const struct evidence *e, const struct run_rank *rank)
{
    return rank->disk_written_bytes > 0
           && slept(e, rank) < SLOWEST_SYNC * (double)rank->io_writes;
}

/* What it got from a disk though it has not read it: memory, page by page. */
static double paged_in(const struct run_rank *rank)
{
    return fmax(0,
                (double)rank->disk_read_bytes - (double)rank->io_read_bytes);
}

/* Whether it may have slept until a disk had given it its memory. */
static bool may_page(const struct evidence *e, const struct run_rank *rank)
{
    return slept(e, rank) < SLOWEST_PAGE * paged_in(rank) / PAGE;
}

static double mean_write(const struct run_rank *rank)
{
    return posix_io_written(rank, POSIX_IO_CALLS) / (double)rank->io_writes;
}

/* ---- main threads that wait for others ---- */

/* Whether ranks sleep because other threads of theirs are in MPI. */
static bool threads_wait(const struct evidence *e)
{
    double sleeps = 0;

    for (size_t i = 0; i < e->run->ranks; i++)
        sleeps += slept(e, &e->run->rank[i]);
    return run_other_threads_mpi(e->run) > MOST * sleeps;
}

/* The rank whose other threads are in MPI the least, where those of all other
 * ranks may wait for it; or NULL.
 */
static const struct run_rank *find_awaited(const struct evidence *e)
{
    const struct run_rank *least = &e->run->rank[0];
    double all = run_other_threads_mpi(e->run);
    double n = (double)e->run->ranks;

    for (size_t i = 1; i < e->run->ranks; i++)
        if (e->run->rank[i].other_threads_mpi < least->other_threads_mpi)
            least = &e->run->rank[i];
    return n > 1 && least->other_threads_mpi < MOST * all / n ? least : NULL;
}

static void tell_threads(const struct evidence *e,
                         double sleeps,
                         struct causes *f,
                         struct run_verdict *v)
{
    const struct run_rank *awaited = find_awaited(e);
    double all = run_other_threads_mpi(e->run);

    causes_print(f, &v->because,
                 "Main threads slept for up to %s, while other threads of the"
                 " ranks were in MPI, for %s together.",
                 unit_time(sleeps).text, unit_time(all).text);
    v->advice = "See in which lines these threads wait, and for whom. How long"
                " they compute is not known, only that of main threads.";
    if (awaited)
        causes_print(f, &v->advice,
                     "See what the threads of rank %d do outside of MPI, as"
                     " those of the others may wait for it: it has been in MPI"
                     " for %s in them, and each other rank for %s on average.",
                     awaited->rank, unit_time(awaited->other_threads_mpi).text,
                     unit_time((all - awaited->other_threads_mpi)
                               / (double)(e->run->ranks - 1))
                         .text);
    causes_place(
        v, places_most(e, CALLS_ALL & ~CALLS_FILE, NULL, places_seconds, all));
}

void sleeping_ranks_find(const struct evidence *e, struct causes *f)
{
    const struct run_rank *most = NULL;
    double computes = 0, works = 0;
    bool threads = threads_wait(e);
    char disk[100] = "";
    struct run_verdict *v;

    for (size_t i = 0; i < e->run->ranks; i++) {
        const struct run_rank *rank = &e->run->rank[i];
        double sleeps = slept(e, rank);

        computes = fmax(computes, rank->times.compute);
        works = fmax(works, rank->times.compute - sleeps);
        if (!most || sleeps > slept(e, most))
            most = rank;
    }
    if (!most || !sleeps_most(e, most)
        || !(v = causes_add(f, CAUSE_ELSE,
                            threads ? "waiting in other threads"
                                    : "asleep outside of MPI",
                            computes - works)))
        return;
    if (threads) {
        tell_threads(e, slept(e, most), f, v);
        return;
    }
    if (may_sync(e, most))
        snprintf(disk, sizeof(disk), ", and made %s writes of %s on average",
                 unit_count((double)most->io_writes).text,
                 unit_bytes(mean_write(most)).text);
    else if (may_page(e, most))
        snprintf(disk, sizeof(disk), ", and got %s of memory from a disk",
                 unit_bytes(paged_in(most)).text);
    causes_print(f, &v->because,
                 "Rank %d slept for %s of the %s that count as its"
                 " computing%s.",
                 most->rank, unit_time(slept(e, most)).text,
                 unit_time(most->times.compute).text, disk);
    v->advice = may_sync(e, most)
                    ? "If each write is synced (fsync, fdatasync, O_SYNC),"
                      " do that less often, or in a thread; else leave out"
                      " pauses (usleep, nanosleep)."
                : may_page(e, most)
                    ? "See whether the host has too little memory, so that it"
                      " swaps, or files are read by way of mmap(); else leave"
                      " out pauses (usleep, nanosleep)."
                    : "Leave out pauses (usleep, nanosleep). If the ranks"
                      " wait for an accelerator or another program, this"
                      " is where the work is.";
}

void sleeping_ranks_tell(const struct evidence *e,
                         int rank,
                         struct causes *f,
                         struct run_verdict *v)
{
    const struct run_rank *r = evidence_rank(e->run, rank);
    struct unit_text share;

    if (!r || !sleeps_most(e, r))
        return;
    share = unit_share(slept(e, r), evidence_work(e, r));
    if (may_sync(e, r))
        causes_print(f, &v->advice,
                     "Rank %d sleeps for %s of that: see whether each of its"
                     " %s writes is synced (fsync), or give it less work.",
                     rank, share.text, unit_count((double)r->io_writes).text);
    else
        causes_print(f, &v->advice,
                     "Rank %d sleeps for %s of that: find out why, or give it"
                     " less work.",
                     rank, share.text);
}
