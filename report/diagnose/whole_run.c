/* whole_run.c - causes: cores, input and output, start-up and changes of the
 * job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "report/diagnose/places.h"
#include "report/diagnose/whole_run.h"
#include "report/model/units.h"

static const double FEW = 0.9;    /* of the ranks: not all have files */
static const double MUCH = 10;    /* times as many bytes: the others are few */
static const double SMALL = 4096; /* bytes: what costs is that there is one */
static const double A_THREAD = 0.5;   /* as good as one more */
static const double MORE = 1.5;       /* so many times as long as alone */
static const double VERY_LONG = 0.25; /* of the run */

/* ---- cores ---- */

/* How many threads of a host's ranks want a core each: as if all had as much
 * of the processors as the main ones.
 */
static double threads_on(const struct run *run, const struct run_host *host)
{
    double threads = 0;

    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_rank *r = &run->rank[i];
        double used = r->user_seconds + r->system_seconds;

        if (evidence_host(run, r) == host)
            threads +=
                r->other_threads < used ? used / (used - r->other_threads) : 1;
    }
    return threads;
}

static void say_few_for_threads(const struct evidence *e,
                                double threads,
                                struct causes *f,
                                struct run_verdict *v)
{
    const struct run_host *host = e->crowded;

    causes_print(f, &v->because,
                 "%.100s has %u core%s for %u rank%s with about %.0f threads"
                 " together; the main ones were ready to run and had none for"
                 " %s of their time.",
                 host->name, host->cores, unit_plural(host->cores),
                 host->ranks, unit_plural(host->ranks), threads,
                 unit_share(evidence_without_core(e->run, host), 1).text);
    causes_print(f, &v->advice,
                 "Have at most %u thread%s there, by fewer ranks or fewer"
                 " threads each (OMP_NUM_THREADS), or take more hosts.",
                 host->cores, unit_plural(host->cores));
}

static void say_few(const struct evidence *e,
                    struct causes *f,
                    struct run_verdict *v)
{
    const struct run_host *host = e->crowded;
    double threads = threads_on(e->run, host);

    if (threads > host->ranks + A_THREAD) {
        say_few_for_threads(e, threads, f, v);
        return;
    }
    causes_print(f, &v->because,
                 "%.100s has %u core%s for %u ranks, which were ready to run"
                 " and had none for %s of their time.",
                 host->name, host->cores, unit_plural(host->cores),
                 host->ranks,
                 unit_share(evidence_without_core(e->run, host), 1).text);
    causes_print(f, &v->advice,
                 "Start at most %u rank%s there, or take more hosts.",
                 host->cores, unit_plural(host->cores));
}

static void say_taken(const struct evidence *e,
                      struct causes *f,
                      struct run_verdict *v)
{
    const struct run_host *host = e->crowded;
    double computing = evidence_computing_without_core(e->run, host);
    char of_it[64] = "";

    if (computing > 0)
        snprintf(of_it, sizeof(of_it), ", and for %s of %s computing",
                 unit_share(computing, 1).text,
                 host->ranks == 1 ? "its" : "their");
    causes_print(f, &v->because,
                 "On %.100s other work takes cores: the %u rank%s there %s"
                 " ready to run and had none for %s of the time%s.",
                 host->name, host->ranks, unit_plural(host->ranks),
                 host->ranks == 1 ? "was" : "were",
                 unit_share(evidence_without_core(e->run, host), 1).text,
                 of_it);
    causes_print(f, &v->advice,
                 "Have %.100s for this job alone, or go to a host where cores"
                 " are free.",
                 host->name);
}

/* Whether the ranks themselves want more cores than there are.  Where nothing
 * else runs they have all of these while one of them waits.  Of other threads
 * than the main ones it is not known how long they waited: as long as these.
 */
static bool are_few(const struct run *run, const struct run_host *host)
{
    double used = 0, waited = 0, alone, threads = threads_on(run, host);
    double each = host->ranks > 0 ? threads / host->ranks : 1;

    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_rank *r = &run->rank[i];

        if (evidence_host(run, r) != host)
            continue;
        used += r->user_seconds + r->system_seconds;
        waited += r->core_wait;
    }
    if (host->cores == 0 || threads < host->cores + A_THREAD)
        return false;
    waited *= each;
    alone = used * (threads - host->cores) / host->cores;
    return used + waited > host->cores * run->wall && waited < MORE * alone;
}

/* Where the cores are too few more may be had: those there are set no limit.
 */
static void find_cores(const struct evidence *e, struct causes *f)
{
    bool few = e->crowded && are_few(e->run, e->crowded);
    bool taken = !few && run_times_split(&e->run->sum);
    struct run_verdict *v =
        causes_add(f, taken ? CAUSE_TAKEN : CAUSE_CORES,
                   few ? "too few cores" : "cores taken by others",
                   !e->crowded ? 0
                   : few       ? e->coreless_few
                               : fmin(e->coreless, e->spare));

    if (!v)
        return;
    if (few)
        say_few(e, f, v);
    else
        say_taken(e, f, v);
}

/* ---- files ---- */

/* How many bytes a call that reads or writes files has on average. */
static double mean_piece(const struct run *run)
{
    double count = 0, bytes = 0;

    for (size_t i = 0; i < run->calls; i++) {
        const struct run_call *call = &run->call[i];

        if (call->bytes == 0 || call_kind(run, call) != CALL_FILE)
            continue;
        count += (double)call->count;
        bytes += (double)call->bytes;
    }
    return count > 0 ? bytes / count : 0;
}

static void find_files(const struct evidence *e, struct causes *f)
{
    bool few = e->writers < FEW * e->ranks;
    struct run_verdict *v =
        causes_add(f, CAUSE_ELSE, "file input and output",
                   e->writers > 0 ? e->files / e->writers : 0);
    const char *who = few ? ", and only some of the ranks do it" : "";
    double read = 0, written = 0, piece = mean_piece(e->run);
    bool small = piece > 0 && piece < SMALL;

    if (!v)
        return;
    for (size_t i = 0; i < e->run->ranks; i++) {
        read += (double)e->run->rank[i].file_read_bytes;
        written += (double)e->run->rank[i].file_written_bytes;
    }
    if (read > 0 && written > 0)
        causes_print(f, &v->because,
                     "Reading %s from files and writing %s takes long%s.",
                     unit_bytes(read).text, unit_bytes(written).text, who);
    else
        causes_print(f, &v->because, "%s, %s, takes long%s.",
                     read > 0 ? "Reading from files" : "Writing to files",
                     unit_bytes(read + written).text, who);
    if (small)
        causes_print(f, &v->because, "%s A call moves %s on average.",
                     v->because, unit_bytes(piece).text);
    v->advice = small ? "Have one call read or write more."
                : few
                    ? "Have all ranks take part, by calls such as"
                      " MPI_File_write_all."
                    : "Read and write less often, or meanwhile, by calls such"
                      " as MPI_File_iwrite.";
    causes_place(v,
                 places_most(e, CALLS_FILE, NULL, places_seconds, e->files));
}

/* ---- input and output beside MPI ---- */

struct posix_words {
    const char *cause;
    const char *from; /* what is read */
    const char *to;   /* and written to */
    const char *advice;
    const char *advice_few; /* where only some do it, if that is another */
};

static const struct posix_words posix_words[POSIX_IO_KINDS] = {
    [POSIX_IO_FILES] = { "file input and output", " from files", " to files",
                         "Read and write less often, or meanwhile, by calls"
                         " such as MPI_File_iwrite or a thread.",
                         "Have all ranks take part, or have it done while the"
                         " ranks compute, by calls such as MPI_File_iwrite or"
                         " a thread." },
    [POSIX_IO_STREAMS] = { "input and output",
                           " from pipes, devices or memory",
                           " to pipes, devices or memory",
                           "Print, read and write less, or have a thread do"
                           " it while the ranks compute.",
                           NULL },
    [POSIX_IO_CALLS] = { "many small reads and writes", "", "",
                         "Have one call read or write more: give printf() and"
                         " fwrite() a larger buffer (setvbuf), and leave out"
                         " what empties it, as fflush() and std::endl.",
                         NULL },
};

/* What 'rank', or each one if that is NULL, moved beside MPI. */
static void say_moved_bytes(const struct evidence *e,
                            const struct run_rank *rank,
                            enum posix_io_kind kind,
                            struct causes *f,
                            const char **text)
{
    const struct posix_words *words = &posix_words[kind];
    double read = 0, written = 0;

    for (size_t i = 0; i < e->run->ranks; i++)
        if (!rank || rank == &e->run->rank[i]) {
            read += posix_io_read(&e->run->rank[i], kind);
            written += posix_io_written(&e->run->rank[i], kind);
        }
    if (read > MUCH * written)
        causes_print(f, text, "read %s%s", unit_bytes(read).text, words->from);
    else if (written > MUCH * read)
        causes_print(f, text, "wrote %s%s", unit_bytes(written).text,
                     words->to);
    else
        causes_print(f, text, "read %s%s and wrote %s", unit_bytes(read).text,
                     words->from, unit_bytes(written).text);
}

/* The same of calls. */
static void say_calls(const struct evidence *e,
                      const struct run_rank *rank,
                      struct causes *f,
                      const char **text)
{
    double reads = 0, writes = 0, bytes = 0;

    for (size_t i = 0; i < e->run->ranks; i++) {
        const struct run_rank *is = &e->run->rank[i];

        if (rank && rank != is)
            continue;
        reads += (double)is->io_reads;
        writes += (double)is->io_writes;
        bytes += posix_io_read(is, POSIX_IO_CALLS)
                 + posix_io_written(is, POSIX_IO_CALLS);
    }
    causes_print(f, text, "made %s %s of %s on average",
                 unit_count(reads + writes).text,
                 reads > MUCH * writes   ? "reads"
                 : writes > MUCH * reads ? "writes"
                                         : "reads and writes",
                 unit_bytes(bytes / (reads + writes)).text);
}

/* Files of the C library, or any that MPI knows nothing of, pipes and so on.
 */
static void find_posix_io(const struct evidence *e,
                          enum posix_io_kind kind,
                          struct causes *f)
{
    const struct posix_io_part *part = &e->posix.of[kind];
    const struct posix_words *words = &posix_words[kind];
    bool few = part->writers < FEW * e->ranks;
    const struct run_rank *who = few ? part->rank : NULL;
    struct run_verdict *v =
        causes_add(f, CAUSE_ELSE, words->cause, part->worth);
    const char *moved = "";

    if (!v)
        return;
    if (kind == POSIX_IO_CALLS)
        say_calls(e, who, f, &moved);
    else
        say_moved_bytes(e, who, kind, f, &moved);
    if (few)
        causes_print(f, &v->because,
                     "Rank %d %s otherwise than by MPI, which took at least"
                     " %s of the %s that count as its computing.",
                     part->rank->rank, moved, unit_time(part->most).text,
                     unit_time(part->rank->times.compute).text);
    else
        causes_print(f, &v->because,
                     "The ranks %s otherwise than by MPI, which took rank %d"
                     " at least %s of the %s that count as its computing.",
                     moved, part->rank->rank, unit_time(part->most).text,
                     unit_time(part->rank->times.compute).text);
    v->advice = few && words->advice_few ? words->advice_few : words->advice;
    if (few)
        causes_place(v,
                     places_most(e, CALLS_ALL & ~CALLS_FILE, NULL,
                                 places_uneven, fmin(e->uneven, e->waiting)));
}

/* ---- start-up ---- */

/* All iterations together, or what is not in MPI at all. */
static double main_part(const struct run *run)
{
    const struct run_iterations *it = &run->iterations;

    if (it->found)
        return it->mean * (double)it->count;
    return run->sum.wall > 0
               ? (run->sum.wall - run->sum.other) / run->sum.wall * run->wall
               : 0;
}

static void find_start(const struct evidence *e, struct causes *f)
{
    const struct run_iterations *it = &e->run->iterations;
    double edges = it->found ? it->start_up + it->wind_down
                             : e->run->sum.other * e->scale;
    struct run_verdict *v;

    if (edges < main_part(e->run)
        || !(v = causes_add(f, CAUSE_ELSE, "start-up", edges)))
        return;
    if (it->found)
        causes_print(f, &v->because,
                     "It takes %s till the first iteration and %s from the"
                     " last to the end; all iterations together take %s.",
                     unit_time(it->start_up).text,
                     unit_time(it->wind_down).text,
                     unit_time(main_part(e->run)).text);
    else
        causes_print(f, &v->because,
                     "To start MPI and to look after it takes %s; all else"
                     " takes %s.",
                     unit_time(edges).text, unit_time(main_part(e->run)).text);
    v->advice = it->found && it->wind_down > it->start_up
                    ? "Have a run do more once it is started, or shorten what"
                      " it does after its last iteration."
                    : "Have a run do more once it is started, or shorten its"
                      " start-up and its end.";
}

/* ---- changes ---- */

/* Where iterations after the change 'at' come to their end. */
static uint64_t next_change(const struct run *run, size_t at)
{
    for (size_t i = at + 1; i < run->changes; i++)
        if (run->change[i].done)
            return run->change[i].iteration;
    return run->iterations.count;
}

/* What a change has cost by the first rank to stop waiting for the last.  Up
 * to an iteration it may be one that is late, as it is anyway; at a sync of a
 * script all wait for the new ranks.
 */
static double waited_for(const struct run *run, const struct run_change *c)
{
    double one = fmax(run->iterations.mean, fmax(c->before, c->after));

    return c->phases.stop > one ? c->phases.stop - one : 0;
}

static const char *say_waited(struct causes *f, double waited)
{
    const char *text = "";

    if (waited > 0)
        causes_print(f, &text, ", after its first ranks had waited %s",
                     unit_time(waited).text);
    return text;
}

/* Of waiting that 'cost' something all is told, as the summary does. */
static double told_waiting(double cost, double waited)
{
    return cost > 0 ? waited : 0;
}

/* What a change has cost by the time of the next one, or of the end. */
static double cost_of(const struct run *run, size_t at)
{
    const struct run_change *c = &run->change[at];
    uint64_t last = next_change(run, at);
    double took;

    if (!c->done)
        return 0;
    took = c->stopped + waited_for(run, c);
    if (!(c->before > 0 && c->after > 0) || last < c->iteration)
        return took;
    return took + (c->after - c->before) * (double)(last - c->iteration);
}

/* What all changes have cost together: that they stopped the job, and that
 * iterations took longer than they had before the first one, or shorter.
 */
struct changes {
    size_t count;
    double stopped;
    double waited; /* longer than up to an iteration each, */
    double stop;   /* and with that */
    double longer; /* less than nothing where they were of use */
    bool unknown;  /* for some of the iterations: not counted */
};

static struct changes add_changes(const struct run *run)
{
    struct changes all = { .unknown = !run->iterations.found };
    double before = 0;

    for (size_t i = 0; i < run->changes; i++) {
        const struct run_change *c = &run->change[i];
        uint64_t last = next_change(run, i);

        if (!c->done)
            continue;
        if (all.count++ == 0)
            before = c->before;
        all.stopped += c->stopped;
        all.waited += waited_for(run, c);
        all.stop += c->phases.stop;
        if (last <= c->iteration)
            continue;
        if (before > 0 && c->after > 0)
            all.longer += (c->after - before) * (double)(last - c->iteration);
        else
            all.unknown = true;
    }
    return all;
}

static void say_changes(const struct evidence *e,
                        const struct changes *all,
                        struct causes *f,
                        struct run_verdict *v)
{
    char took[128] = "";

    if (!all->unknown)
        snprintf(took, sizeof(took),
                 "; iterations after the first one took %s %s in all than at"
                 " the pace before it",
                 unit_time(fabs(all->longer)).text,
                 all->longer < 0 ? "less" : "more");
    causes_print(f, &v->because,
                 "%zu changes stopped the job for %s of %s together%s%s.",
                 all->count, unit_time(all->stopped).text,
                 unit_time(e->run->wall).text,
                 say_waited(f, told_waiting(all->waited, all->stop)), took);
    v->advice = "Leave the job as it was, change it less often, or have the"
                " policy ask for more before it changes something.";
}

static void say_change(const struct evidence *e,
                       const struct run_change *c,
                       struct causes *f,
                       struct run_verdict *v)
{
    causes_print(
        f, &v->because,
        "At %s the change to %d rank%s (%.200s) stopped the job for"
        " %s%s; an iteration took %s before it and %s after it.",
        unit_time(c->at).text, c->to, unit_plural((uint64_t)c->to),
        c->why[0] ? c->why : c->what, unit_time(c->stopped).text,
        say_waited(f, told_waiting(waited_for(e->run, c), c->phases.stop)),
        unit_time(c->before).text, unit_time(c->after).text);
    v->advice = "Leave the job as it was, or have the policy ask for more"
                " before it changes something.";
}

/* Where it is not known what they brought they must have stopped the job for
 * very long.
 */
static double cost_together(const struct evidence *e,
                            const struct changes *all)
{
    double took = all->stopped + all->waited;

    if (all->count < 2 || (all->unknown && took < VERY_LONG * e->run->wall))
        return 0;
    return took + all->longer;
}

/* One of them, or all together if that is more. */
static void find_change(const struct evidence *e, struct causes *f)
{
    struct changes all = add_changes(e->run);
    double together = cost_together(e, &all), most = 0;
    const struct run_change *worst = NULL;
    struct run_verdict *v;

    for (size_t i = 0; i < e->run->changes; i++)
        if (cost_of(e->run, i) > most) {
            most = cost_of(e->run, i);
            worst = &e->run->change[i];
        }
    if (together > most) {
        v = causes_add(f, CAUSE_ELSE, "changes that did not pay", together);
        if (v)
            say_changes(e, &all, f, v);
    } else {
        v = causes_add(f, CAUSE_ELSE, "a change that did not pay", most);
        if (v)
            say_change(e, worst, f, v);
    }
}

void whole_run_find(const struct evidence *e, struct causes *f)
{
    find_cores(e, f);
    find_files(e, f);
    for (int k = 0; k < POSIX_IO_KINDS; k++)
        find_posix_io(e, (enum posix_io_kind)k, f);
    find_start(e, f);
    find_change(e, f);
}
