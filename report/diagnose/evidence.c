/* evidence.c - how much of a run's time each kind of loss took
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "report/diagnose/evidence.h"
#include "report/model/efficiency.h"
#include "report/model/slowest_network.h"

/* What the ranks would compute more if each had as much to do as the busiest
 * one.
 */
static double unevenness(const struct run_efficiency *e, double useful)
{
    return efficiency_known(e) ? useful / e->load_balance - useful : 0;
}

/* Ranks of a job that moved were there for different times. */
static double computing(const struct run *run, const struct run_rank *rank)
{
    const struct run_times *t = &rank->times;

    if (run->generations < 2)
        return t->compute;
    return t->wall > 0 ? t->compute / t->wall : 0;
}

const struct run_rank *evidence_rank(const struct run *run, int number)
{
    for (size_t i = 0; i < run->ranks; i++)
        if (run->rank[i].rank == number)
            return &run->rank[i];
    return NULL;
}

static const struct run_rank *find_busiest(const struct evidence *e)
{
    const struct run_rank *busiest = NULL;
    const struct run_pace *pace;

    if (e->in_rounds && e->run->generations < 2) {
        pace = efficiency_slowest(&e->run->iterations);
        return pace ? evidence_rank(e->run, pace->rank) : NULL;
    }
    for (size_t i = 0; i < e->run->ranks; i++)
        if (!busiest
            || computing(e->run, &e->run->rank[i])
                   > computing(e->run, busiest))
            busiest = &e->run->rank[i];
    return busiest;
}

const struct run_host *evidence_host(const struct run *run,
                                     const struct run_rank *rank)
{
    for (size_t i = 0; rank && i < run->hosts; i++)
        if (strcmp(run->host[i].name, rank->host) == 0)
            return &run->host[i];
    return NULL;
}

/* How long a rank had no core while it computed.  In an older report that is
 * known at least: all of its time in MPI may have been without one, too, and
 * there that does no harm, as it waits anyway.
 */
static double lacked_by(const struct run_rank *rank)
{
    const struct run_times *t = &rank->times;

    if (run_times_split(t))
        return t->no_core;
    return fmin(t->compute, fmax(0, rank->core_wait - t->mpi));
}

/* How much of how unevenly the ranks compute is no work, but that they had no
 * core, or files.  Where they compute more evenly than they work, as those
 * with less to do had no core for longer, to divide the work anew saves no
 * more than they compute apart.
 */
static void add_excused(struct evidence *e)
{
    const struct run *run = e->run;
    double n = (double)run->ranks, all = 0, work = 0;
    double most = 0, most_work = 0;

    for (size_t i = 0; i < run->ranks; i++) {
        double is = run->rank[i].times.compute;
        double own = evidence_work(e, &run->rank[i]);

        all += is / n;
        work += own / n;
        most = fmax(most, is);
        most_work = fmax(most_work, own);
    }
    e->excused = fmax(0, most - all - (most_work - work));
}

double evidence_work(const struct evidence *e, const struct run_rank *rank)
{
    return fmax(0, rank->times.compute - lacked_by(rank)
                       - posix_io_took(&e->posix, rank));
}

double evidence_without_core(const struct run *run,
                             const struct run_host *host)
{
    double without = 0, wall = 0;

    for (size_t i = 0; i < run->ranks; i++)
        if (evidence_host(run, &run->rank[i]) == host) {
            without += run->rank[i].core_wait;
            wall += run->rank[i].times.wall;
        }
    return wall > 0 ? without / wall : 0;
}

double evidence_computing_without_core(const struct run *run,
                                       const struct run_host *host)
{
    struct run_times all = { .wall = 0 };

    for (size_t i = 0; i < run->ranks; i++)
        if (evidence_host(run, &run->rank[i]) == host)
            run_times_add(&all, &run->rank[i].times);
    return run_times_split(&all) ? all.no_core / all.compute : 0;
}

/* What of its computing it was on a core for, or ready to be.  While MPI
 * starts and ends a rank sleeps as well.
 */
static double awake(const struct run_rank *rank)
{
    double on_core =
        rank->user_seconds + rank->system_seconds - rank->other_threads;
    double asleep = rank->times.wall - rank->times.paused - rank->times.other
                    - rank->core_wait - on_core;

    return fmax(0, rank->times.compute - fmax(0, asleep));
}

/* How long the ranks had no core, on average, as far as that is known to
 * matter: those that have files sleep, and all others wait for these.
 */
static double mean_core_wait(const struct evidence *e)
{
    double without = 0;

    for (size_t i = 0; i < e->run->ranks; i++) {
        const struct run_rank *rank = &e->run->rank[i];
        double matters =
            rank->times.wall - rank->times.other - e->files / e->writers;

        without += fmin(rank->core_wait, fmax(0, matters));
    }
    return without * e->scale;
}

/* The rank that computes longest would need less with a core. */
static double longest_without_core(const struct run *run)
{
    double most = 0, most_on = 0;

    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_rank *rank = &run->rank[i];

        most = fmax(most, rank->times.compute);
        most_on = fmax(most_on, rank->times.compute - lacked_by(rank));
    }
    return most - most_on;
}

/* What the run would be shorter by if each rank had had a core, where it is
 * known whether they lacked it while they computed.  The rank that computes
 * longest would have needed less, and those that were late would have been so
 * by less.  Who waits in MPI needs none, but for what is moved meanwhile: what
 * it had none for there is no communication.
 */
static void add_lack(struct evidence *e)
{
    double longest = longest_without_core(e->run);
    double in_mpi = e->coreless / e->scale - e->run->sum.no_core;
    double moving = fmin(e->moving * e->scale, e->coreless);

    e->late_coreless = fmin(e->late, (e->ranks - 1) * e->run->sum.no_core);
    e->moving_coreless = fmin(e->moving, fmax(0, in_mpi));
    moving += e->late_coreless * e->scale;
    e->coreless = fmax(longest, fmin(e->coreless, longest + moving));
}

/* A rank that sleeps where it computes needs no core, and in older reports it
 * is not known where it had none.
 */
static void add_coreless(struct evidence *e)
{
    double needed = 0, most = 0;

    e->coreless = mean_core_wait(e);
    for (size_t i = 0; i < e->run->ranks; i++)
        needed += awake(&e->run->rank[i]);
    if (e->run->sum.compute > 0)
        e->coreless_few = e->coreless * needed / e->run->sum.compute;
    e->coreless_few = fmax(e->coreless_few, longest_without_core(e->run));
    if (run_times_split(&e->run->sum))
        add_lack(e);
    else
        e->coreless = e->coreless_few;
    for (size_t i = 0; i < e->run->hosts; i++) {
        double share = evidence_without_core(e->run, &e->run->host[i]);

        if (share > most) {
            most = share;
            e->crowded = &e->run->host[i];
        }
    }
}

/* Nothing makes a run shorter than the processor time that its work takes on
 * all cores.
 */
static double spare(const struct run *run)
{
    double needed = 0, cores = 0;

    if (!run_times_split(&run->sum))
        return INFINITY;
    for (size_t i = 0; i < run->ranks; i++)
        needed += run->rank[i].times.on_core + run->rank[i].other_threads;
    for (size_t i = 0; i < run->hosts; i++) {
        if (run->host[i].cores == 0)
            return INFINITY;
        cores += run->host[i].cores;
    }
    return cores > 0 ? fmax(0, run->wall - needed / cores) : INFINITY;
}

/* How many ranks the bytes of files are of, if each has as many. */
static double find_writers(const struct run *run)
{
    double sum = 0, most = 0;

    for (size_t i = 0; i < run->ranks; i++) {
        double bytes = (double)run->rank[i].file_read_bytes
                       + (double)run->rank[i].file_written_bytes;

        sum += bytes;
        most = fmax(most, bytes);
    }
    return most > 0 ? sum / most : fmax(1, (double)run->ranks);
}

double evidence_slowest_messages(const struct run *run)
{
    bool on_host = slowest_network_on_host(run->rank, run->ranks);
    double seconds = 0;

    for (size_t i = 0; i < run->messages; i++)
        seconds +=
            slowest_network_seconds((double)run->message[i].count,
                                    (double)run->message[i].bytes, on_host);
    return 2 * seconds;
}

/* Transfer that is a little longer than it can be is so by as much.  If it is
 * far longer it was not seen at all, and all of it is waiting.
 */
static void add_messages(struct evidence *e)
{
    double transfer = 0, slowest = evidence_slowest_messages(e->run);

    for (size_t i = 0; i < e->run->calls; i++) {
        const struct run_call *call = &e->run->call[i];

        if (CALLS_MESSAGES & 1U << call_kind(e->run, call))
            transfer += call->seconds - call->waiting;
    }
    if (transfer > slowest)
        e->implausible = fmin(1, 2 - 2 * slowest / transfer);
    e->waiting += e->implausible * transfer;
}

double evidence_slowest_in_steps(const struct evidence *e,
                                 double calls,
                                 double bytes)
{
    double steps = 2 * ceil(log2(fmax(2, e->ranks)));

    return slowest_network_seconds(calls * steps, bytes * e->ranks, false);
}

static void add_files(struct evidence *e)
{
    for (size_t i = 0; i < e->run->calls; i++) {
        const struct run_call *call = &e->run->call[i];

        if (call_kind(e->run, call) != CALL_FILE)
            continue;
        e->files += call->seconds;
        e->waiting -= call->waiting;
    }
    e->writers = fmin(find_writers(e->run), fmax(1, e->ranks));
}

/* While few have the files the others wait for these.  While one computes all
 * others may wait for it, and no longer, whether it has more to do or is late.
 */
static void divide_waiting(struct evidence *e)
{
    double for_files = e->files / e->writers * (e->ranks - e->writers);
    double for_ranks = (e->ranks - 1) * e->run->sum.compute;

    e->waiting = fmax(0, e->waiting);
    e->late = fmin(e->waiting - for_files, for_ranks) - e->uneven;
    e->late = fmax(0, e->late);
    e->moving = fmax(0, e->waiting - e->uneven - for_files - e->late);
}

struct evidence evidence_of(const struct run *run)
{
    struct evidence e = { .run = run };
    double rounds = unevenness(&run->iterations.efficiency,
                               efficiency_useful_in_rounds(run));

    if (!(run->sum.wall > 0) || !(run->wall > 0))
        return e;
    e.scale = run->wall / run->sum.wall;
    e.ranks = run->sum.wall / run->wall;
    e.uneven = unevenness(&run->efficiency, run->sum.compute);
    e.in_rounds = rounds > 0.8 * e.uneven;
    e.uneven = fmax(e.uneven, rounds);
    e.busiest = find_busiest(&e);
    e.waiting = run->sum.waiting;
    add_messages(&e);
    add_files(&e);
    e.posix = posix_io_of(run, e.files > 0);
    add_excused(&e);
    divide_waiting(&e);
    add_coreless(&e);
    e.spare = spare(run);
    return e;
}

double evidence_waiting(const struct evidence *e,
                        enum call_kind kind,
                        double seconds,
                        double waiting)
{
    if (CALLS_MESSAGES & 1U << kind)
        waiting += e->implausible * (seconds - waiting);
    return waiting;
}

double evidence_late(const struct evidence *e, double waiting)
{
    return e->waiting > 0 ? waiting * e->late / e->waiting : 0;
}

double evidence_uneven(const struct evidence *e, double waiting)
{
    double uneven = fmin(e->uneven, e->waiting - e->late);

    return e->waiting > 0 ? waiting * uneven / e->waiting : 0;
}

double evidence_moving(const struct evidence *e,
                       double seconds,
                       double waiting)
{
    double moving = e->moving - e->moving_coreless;
    double of_waiting = e->waiting > 0 ? waiting * moving / e->waiting : 0;

    return fmax(0, seconds - waiting + of_waiting);
}
