/* run_ending.c - say in words how a run ended and what could not be seen
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/append_text.h"
#include "report/gather/run_ending.h"
#include "report/model/rank_list.h"
#include "report/model/units.h"

/* The line after the one at 'at', or the end of the text. */
static const char *next_line(const char *at)
{
    at += strcspn(at, "\n");
    return *at ? at + 1 : at;
}

static bool has_line(const char *lines, const char *line, size_t len)
{
    for (const char *at = lines; *at; at = next_line(at))
        if (strcspn(at, "\n") == len && memcmp(at, line, len) == 0)
            return true;
    return false;
}

/* Thousands of ranks say the same thing; keep it once. */
static void add_remarks(struct run_ending *v, const char *remarks)
{
    for (; *remarks; remarks = next_line(remarks)) {
        size_t len = strcspn(remarks, "\n"), used = strlen(v->remarks);

        if (len > 0 && !has_line(v->remarks, remarks, len)
            && used + len + 2 < sizeof(v->remarks))
            append_text(v->remarks, sizeof(v->remarks), "%.*s\n", (int)len,
                        remarks);
    }
}

void run_ending_add(struct run_ending *v, const struct page *p)
{
    if (v->pages++ == 0 || p->level < v->level)
        v->level = p->level;
    v->requests_open += p->requests_open;
    v->received_unseen += p->received_unseen;
    v->other_job_count += p->other_job_count;
    v->other_job_bytes += p->other_job_bytes;
    v->other_peers_count += p->other_peers_count;
    v->other_peers_bytes += p->other_peers_bytes;
    v->lost_sites += p->lost_sites;
    v->lost_comms += p->lost_comms;
    v->lost_colls += p->lost_colls;
    v->lost_objects += p->lost_objects;
    v->lost_threads += p->lost_threads;
    v->trace_lost += p->trace_lost;
    v->paused += p->paused_ticks > 0;
    v->no_unwind +=
        p->level >= LEVEL_CALLSITES && p->depth > 1 && !p->unwinder[0];
    if (!v->tool_before[0])
        memcpy(v->tool_before, p->tool_before, sizeof(v->tool_before));
    if (!v->tool_behind[0])
        memcpy(v->tool_behind, p->tool_behind, sizeof(v->tool_behind));
    add_remarks(v, p->remarks);
}

/* What is said of one rank in a state, and of several. */
static const struct {
    enum run_state state;
    const char *one;
    const char *several;
} sentences[] = {
    { RUN_ABORTED, "called MPI_Abort", "called MPI_Abort" },
    { RUN_EXITED, "ended without MPI_Finalize", "ended without MPI_Finalize" },
    { RUN_KILLED, "was killed", "were killed" },
    { RUN_LOST, "on another host was not seen to end",
      "on other hosts were not seen to end" },
    { RUN_SUCCEEDED, "handed over to a generation that left nothing",
      "handed over to a generation that left nothing" },
    { RUN_STARTING, "is in MPI_Init", "are in MPI_Init" },
    { RUN_RUNNING, "is still running", "are still running" },
    { RUN_FINISHING, "is in MPI_Finalize", "are in MPI_Finalize" },
};

enum {
    LONGEST_LIST = 50,
    CORE = 128,
};

static const struct run_rank *first_in(const struct run *run,
                                       enum run_state state)
{
    for (size_t i = 0; i < run->ranks; i++)
        if (run->rank[i].state == state)
            return &run->rank[i];
    return NULL;
}

static char *ranks_in(const struct run *run, enum run_state state, size_t *n)
{
    int *ranks = malloc((run->ranks + 1) * sizeof(*ranks));
    char *text = NULL;

    *n = 0;
    if (ranks) {
        for (size_t i = 0; i < run->ranks; i++)
            if (run->rank[i].state == state)
                ranks[(*n)++] = run->rank[i].rank;
        text = rank_list_text(run->arena, ranks, *n);
        free(ranks);
    }
    return text;
}

/* Ranks that are killed together are killed for one of them, and who ends by
 * itself is seldom in MPI, where the others wait for it.  So the one that was
 * outside, if it was one.
 */
static const struct run_rank *only_outside(const struct run *run)
{
    const struct run_rank *outside = NULL;

    for (size_t i = 0; i < run->ranks; i++) {
        if (run->rank[i].state != RUN_KILLED || run->rank[i].inside.call)
            continue;
        if (outside)
            return NULL;
        outside = &run->rank[i];
    }
    return outside;
}

/* No call is known of ranks whose calls were only counted. */
static void say_who_was_outside(const struct run *run, FILE *out)
{
    const struct run_rank *outside = only_outside(run);

    if (outside && strcmp(run->level, "counts") != 0)
        fprintf(out, ", rank %d outside of MPI and the other%s in it",
                outside->rank, run->ranks > 2 ? "s" : "");
}

/* Ranks that are killed leave no word, nor does one that calls _exit() and for
 * which its launcher kills the others.  It does so outside of MPI.
 */
static bool exit_possible(const struct run *run)
{
    if (first_in(run, RUN_EXITED) || first_in(run, RUN_ABORTED))
        return false;
    for (size_t i = 0; i < run->ranks; i++)
        if (run->rank[i].state == RUN_KILLED && !run->rank[i].inside.call)
            return true;
    return false;
}

static int say_state(const struct run *run,
                     size_t sentence,
                     bool signalled,
                     FILE *out)
{
    enum run_state state = sentences[sentence].state;
    const struct run_rank *first = first_in(run, state);
    const char *ranks;
    size_t n;

    if (!first)
        return 0;
    if (!(ranks = ranks_in(run, state, &n)))
        return -1;
    if (ftell(out) > 0)
        fprintf(out, "; ");
    if (n == run->ranks && n > 1)
        fprintf(out, "all ranks ");
    else if (strlen(ranks) > LONGEST_LIST)
        fprintf(out, "%zu ranks ", n);
    else
        fprintf(out, "rank%s %s ", unit_plural(n), ranks);
    fputs(n > 1 ? sentences[sentence].several : sentences[sentence].one, out);
    if (state == RUN_ABORTED)
        fprintf(out, " with code %d", first->abort_code);
    if (state == RUN_KILLED && !signalled && exit_possible(run))
        fprintf(out, " or %s", run_exit_called);
    if (state == RUN_KILLED && n == run->ranks && n > 1)
        say_who_was_outside(run, out);
    if (n == 1 && first->inside.call && state != RUN_ABORTED
        && state != RUN_STARTING && state != RUN_FINISHING)
        fprintf(out, " in %s", first->inside.call);
    return 0;
}

/* 'signalled': those that left no word are known to have been killed. */
static int give_reason(struct run *run, bool signalled)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    int rc = 0;

    if (!out)
        return -1;
    for (size_t i = 0; i < sizeof(sentences) / sizeof(sentences[0]); i++)
        if (say_state(run, i, signalled, out) < 0)
            rc = -1;
    if (run->missing[0] && strlen(run->missing) > LONGEST_LIST)
        fprintf(out, "%s%zu ranks left nothing", ftell(out) > 0 ? "; " : "",
                run->size - run->ranks);
    else if (run->missing[0])
        fprintf(out, "%s%s %s left nothing", ftell(out) > 0 ? "; " : "",
                strpbrk(run->missing, "-,") ? "ranks" : "rank", run->missing);
    if (fclose(out) != 0
        || !(run->reason = arena_print(run->arena, "%s", text)))
        rc = -1;
    free(text);
    run->complete = !run->reason[0];
    return rc;
}

static int say_counts(const struct run_ending *v, struct run *run)
{
    const struct {
        uint64_t count;
        const char *what;
    } lost[] = {
        { run->complete ? v->requests_open : 0,
          "or more communications were begun and not completed; sends that "
          "MPICH completes at once have one handle, and count as one" },
        { v->received_unseen,
          "receives failed or had an end that could not be seen; their bytes "
          "are not counted as received" },
        { v->lost_sites,
          "calls came from call paths beyond what a page holds; they are "
          "counted by call only" },
        { v->lost_comms,
          "communicators were beyond what a page holds; their collectives "
          "are counted by call only" },
        { v->lost_colls,
          "collective calls were beyond what a page holds; they are counted "
          "by call only" },
        { v->lost_objects,
          "loaded libraries were beyond what a page holds; call sites in "
          "them have no name" },
        { v->lost_threads, "threads were beyond what a page holds" },
        { v->trace_lost, "events did not fit into the trace" },
        { v->no_unwind,
          "ranks found no libunwind, so call sites are one frame deep" },
        { v->paused,
          "ranks switched watching off for a while (MPI_Pcontrol); what "
          "they did then is not in here" },
    };

    for (size_t i = 0; i < sizeof(lost) / sizeof(lost[0]); i++)
        if (lost[i].count > 0
            && run_unseen(run, "%" PRIu64 " %s", lost[i].count, lost[i].what)
                   < 0)
            return -1;
    return 0;
}

static int say_bytes(struct run *run,
                     uint64_t count,
                     uint64_t bytes,
                     const char *where)
{
    if (count == 0)
        return 0;
    return run_unseen(run,
                      "%" PRIu64 " messages of together %" PRIu64
                      " bytes went to %s; they are not among the messages",
                      count, bytes, where);
}

static int say_level(const struct run_ending *v, struct run *run)
{
    switch (v->level) {
    case LEVEL_OFF:
        return run_unseen(run, "watching was off (MITOSIS_PROFILE=off)");
    case LEVEL_COUNTS:
        return run_unseen(run, "calls were counted and not timed, and their "
                               "places in the program not noted "
                               "(MITOSIS_PROFILE=counts)");
    case LEVEL_TIMES:
        if (run->depth <= 1)
            return 0;
        return run_unseen(run, "call sites are one frame deep, as callers "
                               "were not followed (MITOSIS_PROFILE=times)");
    default:
        return 0;
    }
}

static int say_untimed(struct run *run)
{
    for (size_t i = 0; i < run->calls; i++) {
        const struct run_call *call = &run->call[i];

        if (call->untimed == 0 || strcmp(call->kind, "local") == 0
            || strcmp(call->kind, "setup") == 0)
            continue;
        if (run_unseen(run,
                       "%" PRIu64 " of %" PRIu64
                       " calls of %s were only counted, as there were so "
                       "many; their time is estimated from the others",
                       call->untimed, call->count, call->name)
            < 0)
            return -1;
    }
    return 0;
}

static int say_remarks(const struct run_ending *v, struct run *run)
{
    char line[sizeof(v->remarks)];

    for (const char *at = v->remarks; *at; at = next_line(at)) {
        size_t len = strcspn(at, "\n");

        memcpy(line, at, len);
        line[len] = '\0';
        if (run_unseen(run, "%s", line) < 0)
            return -1;
    }
    return 0;
}

static int say_tools(const struct run_ending *v, struct run *run)
{
    if (v->tool_before[0]
        && run_unseen(run,
                      "%s has MPI calls too and comes before us; calls that "
                      "it keeps to itself were not seen",
                      v->tool_before)
               < 0)
        return -1;
    if (v->tool_behind[0]
        && run_unseen(run,
                      "%s has MPI calls too and comes between us and MPI; "
                      "its time counts as MPI's",
                      v->tool_behind)
               < 0)
        return -1;
    return 0;
}

int run_ending_pass(const struct run_ending *v, struct run *run)
{
    if (give_reason(run, false) < 0 || say_level(v, run) < 0
        || (v->level > LEVEL_COUNTS && say_untimed(run) < 0)
        || say_counts(v, run) < 0
        || say_bytes(run, v->other_job_count, v->other_job_bytes,
                     "ranks of other jobs")
               < 0
        || say_bytes(run, v->other_peers_count, v->other_peers_bytes,
                     "ranks beyond what a page holds")
               < 0
        || say_tools(v, run) < 0)
        return -1;
    return say_remarks(v, run);
}

/* Hydra has the status as wait() gives it, where 128 is a dumped core; others
 * have it as a shell does.  What a rank returned is no signal.
 */
static int signal_in(const struct run *run, int status)
{
    int signal = status & ~CORE;

    if (status > SIGRTMAX + CORE || signal < 1 || signal > SIGRTMAX
        || first_in(run, RUN_EXITED) || first_in(run, RUN_ABORTED)
        || !first_in(run, RUN_KILLED))
        return 0;
    return signal;
}

int run_ending_status(struct run *run, int status, int asked)
{
    int signal = signal_in(run, status);
    bool known = signal == asked || !exit_possible(run);
    const char *text;

    if (signal == 0)
        return 0;
    if (known && give_reason(run, true) < 0)
        return -1;
    text = known
               ? arena_print(run->arena, "%s; mpiexec tells of signal %d (%s)",
                             run->reason, signal, strsignal(signal))
               : arena_print(
                   run->arena,
                   "%s; mpiexec ended with status %d: signal %d (%s), or an "
                   "exit status",
                   run->reason, status, signal, strsignal(signal));
    if (!text)
        return -1;
    run->reason = text;
    return 0;
}
