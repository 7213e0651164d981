/* run.c - everything a report knows about one run of a program
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/model/run.h"

static const double MATTERS = 0.01; /* of the ranks' time */

const char *const run_state_name[RUN_STATES] = {
    [RUN_STARTING] = "starting",   [RUN_RUNNING] = "running",
    [RUN_FINISHING] = "finishing", [RUN_FINISHED] = "finished",
    [RUN_ABORTED] = "aborted",     [RUN_EXITED] = "exited",
    [RUN_KILLED] = "killed",       [RUN_LOST] = "lost",
    [RUN_SUCCEEDED] = "succeeded",
};

const char run_exit_called[] = "called _exit()";

struct run *run_create(void)
{
    struct run *run = calloc(1, sizeof(*run));

    if (!run || !(run->arena = arena_create())) {
        run_destroy(run);
        return NULL;
    }
    run->job = run->mpi = run->folder = run->output = run->level = "";
    run->reason = run->missing = "";
    run->counters_missing = run->energy_missing = "";
    run->iterations.reason = run->iterations.mark = "";
    run->iterations.path = RUN_NOWHERE;
    return run;
}

void run_destroy(struct run *run)
{
    if (run) {
        arena_destroy(run->arena);
        free(run);
    }
}

void run_times_add(struct run_times *sum, const struct run_times *times)
{
    sum->wall += times->wall;
    sum->compute += times->compute;
    sum->mpi += times->mpi;
    sum->waiting += times->waiting;
    sum->transfer += times->transfer;
    sum->other += times->other;
    sum->paused += times->paused;
    sum->stopped += times->stopped;
    sum->on_core += times->on_core;
    sum->no_core += times->no_core;
    sum->asleep += times->asleep;
    sum->in_kernel += times->in_kernel;
}

bool run_times_split(const struct run_times *t)
{
    return t->on_core + t->no_core + t->asleep > 0.9 * t->compute
           && t->compute > 0;
}

bool run_timed(const struct run *run)
{
    return strcmp(run->level, "counts") != 0 && run->sum.wall > 0;
}

int run_fewest_ranks(const struct run *run)
{
    int fewest = run->size;

    for (size_t i = 0; i < run->generations; i++)
        if (run->generation[i].ranks < fewest)
            fewest = run->generation[i].ranks;
    return fewest;
}

double run_processor(const struct run *run)
{
    double sum = 0;

    for (size_t i = 0; i < run->ranks; i++)
        sum += run->rank[i].user_seconds + run->rank[i].system_seconds;
    return sum;
}

double run_other_threads(const struct run *run)
{
    double sum = 0;

    for (size_t i = 0; i < run->ranks; i++)
        sum += run->rank[i].other_threads;
    return sum;
}

double run_other_threads_mpi(const struct run *run)
{
    double sum = 0;

    for (size_t i = 0; i < run->ranks; i++)
        sum += run->rank[i].other_threads_mpi;
    return sum > MATTERS * run->sum.wall ? sum : 0;
}

const char *run_program(const struct run *run)
{
    return basename(run->arguments > 0 ? run->program[0] : "");
}

/* Where the numbers at the end of a frame begin, or NULL. */
static const char *find_line(const char *frame)
{
    const char *line = strrchr(frame, ':'), *before = line;

    while (before && before > frame && isdigit((unsigned char)before[-1]))
        before--;
    return before && before < line && before > frame && before[-1] == ':'
               ? before - 1
               : line;
}

/* The frame is "exchange (heat.c:120)", or "(heat.c:120:5)", with a column. */
const char *run_place(arena_t *a, const struct run_site *site)
{
    const char *frame = site->depth > 0 ? site->frames[0] : "";
    const char *line = find_line(frame);
    int len = line ? (int)(line - frame) : (int)strlen(frame);

    if (!*frame)
        return site->call;
    return arena_print(a, "%s in %.*s%s", site->call, len, frame,
                       line ? ")" : "");
}

const char *run_state_words(const struct run *run, const struct run_rank *rank)
{
    if (rank->state == RUN_KILLED && !rank->inside.call
        && strstr(run->reason, run_exit_called))
        return "killed or called _exit()";
    return run_state_name[rank->state];
}

int run_unseen(struct run *run, const char *fmt, ...)
{
    size_t room = run->unseens;
    char text[1024];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    if ((room & (room - 1)) == 0) { /* full: 0, 1, 2, 4, ... */
        const char **more =
            arena_take(run->arena, room ? 2 * room : 1, sizeof(*more));

        if (!more)
            return -1;
        for (size_t i = 0; i < room; i++)
            more[i] = run->unseen[i];
        run->unseen = more;
    }
    if (!(run->unseen[room] = arena_print(run->arena, "%s", text)))
        return -1;
    run->unseens++;
    return 0;
}
