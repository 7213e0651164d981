/* batch_slurm.c - Slurm, asked by its commands for companions of a job
 *
 * A companion is a job of its own, one node each, which waits in the queue
 * like any other.  Those of one request are an array of jobs, so all come into
 * the queue or none.  Before that, where a site permits it, idle nodes become
 * the job's own (slurm_expand.h).  What there is, is what squeue lists under
 * our name: nothing is remembered that it tells, and whatever is in the queue
 * and is not wanted is cancelled.
 *
 * One command runs at a time.  So what squeue has not listed was submitted
 * later, or is gone.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/batch/batch_slurm_internal.h"
#include "base/system/clock.h"

enum {
    END_MS = 5000,         /* for what is done when our job ends, */
    AGAIN_US = 500 * 1000, /* which is tried again after so long, */
    SWEEP_MS = 30000       /* and when nobody else is there any more */
};

/* ---- what is asked ---- */

static int request(void *state, unsigned number, int hosts, struct error *err)
{
    struct batch_slurm *s = state;
    struct request **at = &s->requests;

    while (*at && (*at)->number != number)
        at = &(*at)->next;
    if (*at)
        return 0;
    if (!(*at = calloc(1, sizeof(**at))))
        return error_set(err, "out of memory");
    (*at)->number = number;
    (*at)->hosts = hosts;
    (*at)->submitted = number <= s->submitted;
    batch_slurm_look_again(s);
    return 0;
}

/* What is submitted at this moment is found by squeue, and not wanted. */
static int cancel(void *state, unsigned number, struct error *err)
{
    struct batch_slurm *s = state;

    (void)err;
    batch_slurm_forget_request(s, number);
    if (s->merge.request == number && s->doing != MERGING && !s->merge.lost)
        slurm_expand_forget(&s->merge);
    for (struct companion *c = s->companions; c; c = c->next)
        if (c->request == number && !c->host)
            c->unwanted = true;
    return 0;
}

static int release(void *state,
                   unsigned number,
                   const char *host,
                   struct error *err)
{
    struct batch_slurm *s = state;
    bool is_companion = false;

    if (!s->known)
        return error_set(err, "Slurm has not answered yet");
    for (struct companion *c = s->companions; c; c = c->next)
        if (c->request == number && c->host && strcmp(c->host, host) == 0)
            is_companion = c->unwanted = true;
    if (!is_companion)
        string_list_add(&s->parting, "%s", host);
    return 0;
}

static bool look(void *state, struct batch_queue *q)
{
    struct batch_slurm *s = state;

    s->wanted_at = clock_monotonic();
    if (s->others_known)
        *q = s->others;
    return s->others_known;
}

static int poll_slurm(void *state,
                      const struct batch_listener *l,
                      struct error *err)
{
    struct batch_slurm *s = state;
    struct slurm_answer answer;

    if (s->doing != NOTHING && slurm_command_poll(&s->command, &answer)) {
        batch_slurm_take_answer(s, l, &answer);
        slurm_command_clear(&answer);
    }
    if (s->doing == NOTHING && batch_slurm_next_command(s, l, err) < 0)
        return -1;
    return *s->failed.text ? error_set(err, "%s", s->failed.text) : 0;
}

/* ---- begin and end ---- */

static int check(const char *where, struct error *err)
{
    static const char *const names[] = { "squeue", "sinfo", "sbatch",
                                         "scancel", "scontrol" };
    struct slurm_options options;
    int rc = slurm_options_read(where, &options, err);

    slurm_options_clear(&options);
    if (rc < 0)
        return -1;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (!slurm_command_exists(names[i]))
            return error_set(err, "there is no %s in PATH", names[i]);
    return 0;
}

static void *open_batch(const char *where,
                        const char *job,
                        const char *mark,
                        struct error *err)
{
    struct batch_slurm *s;
    struct slurm_job parent;
    char *end;

    if (check(where, err) < 0 || slurm_job_find(&parent, err) < 0)
        return NULL;
    if (!(s = calloc(1, sizeof(*s))))
        return error_null(err, "out of memory");
    if (slurm_options_read(where, &s->options, err) < 0) {
        slurm_options_clear(&s->options);
        free(s);
        return NULL;
    }
    s->parent = parent;
    slurm_job_name(&parent, job, s->name);
    s->submitted = (unsigned)strtoul(mark, &end, 10);
    slurm_expand_load(&s->merge, end);
    for (int i = 0; i < SLURM_OPTIONS; i++)
        if (s->options.text[i])
            s->merge.permit = SLURM_EXPAND_REFUSED;
    return s;
}

/* As of the last squeue, and less by what has gone by since. */
static double time_left(const void *state)
{
    const struct batch_slurm *s = state;
    double since = (double)(clock_monotonic() - s->seen_at) * 1e-9;

    return s->parent.found && s->parent.left >= 0
               ? fmax(0, s->parent.left - since)
               : (double)NAN;
}

static void mark(const void *state, FILE *out)
{
    const struct batch_slurm *s = state;

    fprintf(out, "%u", s->submitted);
    slurm_expand_save(&s->merge, out);
}

/* Run 'words', which are freed, to their end. */
static int run(struct string_list *words, int ms, struct error *err)
{
    struct slurm_command command;
    struct slurm_answer answer = { 0 };
    int rc = slurm_command_start(&command, words, err);

    string_list_clear(words);
    if (rc < 0)
        return -1;
    slurm_command_wait(&command, ms, &answer);
    if (answer.status != 0)
        rc = error_set(err, "%.500s", answer.err.text);
    slurm_command_clear(&answer);
    return rc;
}

static int cancel_all(const char *name, int ms, struct error *err)
{
    struct string_list words = { 0 };
    struct error why;

    slurm_job_cancel(name, &words);
    return run(&words, ms, &why) == 0
               ? 0
               : error_set(err, "scancel --name=%s: %s", name, why.text);
}

/* What is under way may bring more into the queue, or to the job, so that
 * comes first.
 */
static void finish_command(struct batch_slurm *s)
{
    struct slurm_answer answer = { 0 };
    const char *host;
    char *at;
    int cores = 0;

    if (s->doing == NOTHING)
        return;
    slurm_command_wait(&s->command, END_MS, &answer);
    at = answer.out;
    while (s->doing == MERGING && slurm_expand_next(&at, &host, &cores))
        string_list_add(&s->parting, "%s", host);
    slurm_command_clear(&answer);
}

static void shrink_at_end(const struct batch_slurm *s)
{
    uint64_t until = clock_monotonic() + END_MS * UINT64_C(1000000);
    struct string_list words = { 0 };
    struct error err;

    do
        slurm_job_shrink(&s->parent, &s->parting, &words);
    while (run(&words, END_MS, &err) < 0 && batch_slurm_is_entering(s, &err)
           && clock_monotonic() < until && usleep(AGAIN_US) == 0);
}

static void close_batch(void *state)
{
    struct batch_slurm *s = state;
    struct error err;

    finish_command(s);
    if (s->submitted > 0 || s->doing == SUBMITTING || s->merge.request > 0)
        cancel_all(s->name, END_MS, &err);
    if (s->parting.count > 0)
        shrink_at_end(s);
    while (s->requests)
        batch_slurm_forget_request(s, s->requests->number);
    batch_slurm_forget_companions(s, true);
    slurm_drained_nodes_clear(&s->drains);
    string_list_clear(&s->parting);
    slurm_job_clear(&s->parent);
    slurm_options_clear(&s->options);
    slurm_expand_forget(&s->merge);
    free(s);
}

static int sweep(const char *where, const char *job, struct error *err)
{
    struct slurm_job parent;
    char name[SLURM_JOB_NAME];

    (void)where;
    if (slurm_job_find(&parent, err) < 0)
        return 0;
    slurm_job_name(&parent, job, name);
    return cancel_all(name, SWEEP_MS, err);
}

const struct batch_kind batch_slurm = {
    .name = "slurm",
    .options = "KEY=VALUE,...",
    .apart = true,
    .check = check,
    .open = open_batch,
    .close = close_batch,
    .request = request,
    .cancel = cancel,
    .release = release,
    .poll = poll_slurm,
    .look = look,
    .time_left = time_left,
    .mark = mark,
    .sweep = sweep,
};
