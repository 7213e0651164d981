/* simulated_job.c - a run that is replayed through changes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "foresee/simulated_job_internal.h"
#include "report/model/units.h"

enum { KINDS = 64 };

/* A script's new ranks are started so long before its sync, as the pace of
 * iterations tells, or when the first of these has begun: see
 * agent/head/script_runner.c.
 */
static const double ahead_seconds = 2.0;

static struct simulated_generation *now(const struct playing *p)
{
    return &p->job->generation[p->job->generations - 1];
}

/* ---- generations ---- */

static struct simulated_generation *add_generation(struct playing *p,
                                                   struct error *err)
{
    struct simulated_job *job = p->job;

    if (!grow(&job->generation, sizeof(*job->generation), job->generations,
              &p->generation_room))
        return error_null(err, "no memory for another generation");
    job->generation[job->generations] = (struct simulated_generation){ 0 };
    return &job->generation[job->generations++];
}

static const struct change_script_step *next_step(const struct playing *p)
{
    return p->plan->script && p->step < p->plan->script->count
               ? &p->plan->script->step[p->step]
               : NULL;
}

/* The run with so many ranks, or NULL with the reason in 'err'. */
static const struct recording *sized(const struct playing *p,
                                     size_t ranks,
                                     struct error *err)
{
    if (p->plan->size_model)
        return size_model_get(p->plan->size_model, ranks, err);
    if (ranks == p->plan->recording->ranks)
        return p->plan->recording;
    return error_null(err, "nothing is known of %zu rank%s", ranks,
                      unit_plural(ranks));
}

int simulated_job_start_ranks(struct playing *p,
                              const struct change *change,
                              double when,
                              struct error *err)
{
    const struct mapped_run *mapped = &now(p)->mapped;
    const struct recording *recording;
    struct mapped_run next;
    int size, rc = 0;

    if (!(p->plan->start_up > 0))
        return 0;
    size = change_size(change, (int)mapped->recording->ranks, err);
    if (size < 0 || !(recording = sized(p, (size_t)size, err))
        || mapped_run_change(&next, mapped, recording, change, err) < 0)
        return -1;
    for (size_t i = 0; rc == 0 && i < recording->ranks; i++)
        rc = replay_add_other(p->replay, next.host[i], when, p->plan->start_up,
                              err);
    mapped_run_destroy(&next);
    return rc;
}

/* When the generation's first iteration begins, and when it comes to the sync
 * of the script's next change, as is found by going there.
 */
static int find_sync(const struct playing *p,
                     const struct change_script_step *step,
                     double *first,
                     double *sync,
                     struct error *err)
{
    const struct simulated_generation *g =
        &p->job->generation[p->job->generations - 1];
    replay_t *there = replay_create(&g->mapped, g->from, g->start, err);
    struct outcome o;
    int rc = -1;

    if (there) {
        replay_stop(there, step->sync - 1);
        rc = replay_until(there, INFINITY, err);
        o = replay_take(there);
        *sync = o.seconds;
        *first = o.iterations > 0 ? o.moment[0] : g->start;
        outcome_destroy(&o);
    }
    replay_destroy(there);
    return rc;
}

/* As long as no change has taught how long new ranks take they are ready in
 * time.
 */
static int find_launch(struct playing *p, struct error *err)
{
    const struct change_script_step *step = next_step(p);
    double first, sync;

    p->launch = INFINITY;
    p->launched = NAN;
    if (!step || p->plan->price.changes == 0)
        return 0;
    if (find_sync(p, step, &first, &sync, err) < 0)
        return -1;
    p->launch = fmax(first, sync - ahead_seconds);
    return 0;
}

/* Let the last generation begin. */
static int begin(struct playing *p, struct error *err)
{
    const struct simulated_generation *g = now(p);

    replay_destroy(p->replay);
    simulated_view_destroy(p->view);
    p->view = NULL;
    p->replay = replay_create(&g->mapped, g->from, g->start, err);
    if (!p->replay || !(p->view = simulated_view_create(&g->mapped, err))
        || (p->plan->start_up > 0 && replay_expect_others(p->replay, err) < 0))
        return -1;
    if (g->from > 0) {
        replay_until(p->replay, nextafter(g->start, INFINITY), err);
        simulated_view_look(p->view, p->replay, g->start);
    }
    return find_launch(p, err);
}

/* ---- changes ---- */

/* The new ranks stand ready: all stop before an iteration that none has begun.
 */
static void agree(struct playing *p)
{
    size_t furthest = 0;

    for (size_t i = 0; i < now(p)->mapped.recording->ranks; i++) {
        size_t marks = replay_rank(p->replay, i, p->ready).marks;

        furthest = marks > furthest ? marks : furthest;
    }
    replay_stop(p->replay, furthest);
    p->ready = INFINITY;
}

/* Note the change as a report does; 'why' is who decided it. */
static int note(struct playing *p,
                const struct change *change,
                const char *why,
                struct error *err)
{
    struct simulated_job *job = p->job;
    const struct simulated_generation *g = now(p);
    double bytes = p->plan->bytes;
    char kinds[KINDS];
    struct run_change c = {
        .number = (unsigned)job->changes + 1,
        .sync = g->from + 1,
        .iteration = g->from,
        .from = (int)(g - 1)->mapped.recording->ranks,
        .to = (int)g->mapped.recording->ranks,
        .bytes = isnan(bytes) ? 0 : (uint64_t)bytes,
        .at = g->start - g->stopped,
        .ready = p->plan->price.ready,
        .stopped = g->stopped,
        .phases.stop = g->waited,
        .predicted = g->stopped,
        .done = true,
        .outcome = "done",
        .generation = (unsigned)job->generations,
    };

    change_tell(change, kinds, sizeof(kinds));
    c.what = arena_print(job->texts, "%s", kinds);
    c.order = arena_print(job->texts, "%s", change->text);
    c.why = arena_print(job->texts, "%s", why);
    if (!c.what || !c.order || !c.why
        || !grow(&job->change, sizeof(c), job->changes, &p->change_room))
        return error_set(err, "no memory for another change");
    job->change[job->changes++] = c;
    return 0;
}

/* What earlier changes took was on links that were perhaps faster. */
static double stop_seconds(const struct playing *p,
                           const struct mapped_run *from,
                           const struct mapped_run *to)
{
    double bytes = p->plan->bytes,
           known = price_seconds(&p->plan->price, bytes);

    if (isnan(bytes))
        return known;
    return fmax(known, price_seconds(&p->plan->price, 0)
                           + mapped_run_move_seconds(from, to, bytes));
}

/* Let the next generation follow. */
static int change(struct playing *p,
                  const struct change *change,
                  const char *why,
                  struct error *err)
{
    const struct recording *recording;
    struct simulated_generation *g;
    struct simulated_generation *last;
    int size;

    size = change_size(change, (int)now(p)->mapped.recording->ranks, err);
    if (size < 0 || !(recording = sized(p, (size_t)size, err))
        || !(g = add_generation(p, err)))
        return -1;
    last = g - 1;
    g->from = last->from + last->outcome.iterations;
    if (mapped_run_change(&g->mapped, &last->mapped, recording, change, err)
        < 0)
        return -1;
    if (p->launched + p->plan->price.ready > last->outcome.seconds)
        g->waited = p->launched + p->plan->price.ready - last->outcome.seconds;
    g->stopped = stop_seconds(p, &last->mapped, &g->mapped);
    g->start = last->outcome.seconds + g->waited + g->stopped;
    if (note(p, change, why, err) < 0 || begin(p, err) < 0)
        return -1;
    p->changed = g->start;
    if (p->plan->policy)
        p->question = g->start + simulated_policy_every(p->plan->policy);
    return 0;
}

/* All ranks stand still: do what was decided, or what the script says. */
static int carry_out(struct playing *p, struct error *err)
{
    const struct change_script_step *step = next_step(p);
    const struct simulated_generation *g = now(p);
    char why[DECISION_WHY + 300];
    double gain = JOB_UNKNOWN;
    int rc;

    if (step && g->from + g->outcome.iterations + 1 == step->sync) {
        p->step++;
        rc = change(p, step->change, "script", err);
    } else {
        snprintf(why, sizeof(why), "%.250s%s%s",
                 simulated_policy_name(p->plan->policy),
                 *p->made.why ? ": " : "", p->made.why);
        gain = simulated_policy_done(p->plan->policy, p->seen, &p->made);
        p->launched = NAN; /* these are ready */
        rc = change(p, p->made.change, why, err);
    }
    if (rc == 0 && !isnan(gain))
        p->job->change[p->job->changes - 1].predicted_gain = gain;
    decision_clear(&p->made);
    p->ready = INFINITY;
    return rc;
}

/* ---- the whole ---- */

/* The script's new ranks are started.  Returns 1, or -1. */
static int launch(struct playing *p, struct error *err)
{
    p->launched = p->launch;
    p->launch = INFINITY;
    return simulated_job_start_ranks(p, next_step(p)->change, p->launched, err)
                   < 0
               ? -1
               : 1;
}

/* Play the generation up to its end.  Returns 1 when a change is to follow. */
static int play(struct playing *p, struct error *err)
{
    const struct change_script_step *step = next_step(p);
    size_t all = recording_iterations(p->plan->recording);
    struct simulated_generation *g = now(p);
    int rc = 1;

    if (step)
        replay_stop(p->replay, step->sync - 1);
    while (rc > 0) {
        double when = fmin(fmin(p->question, p->ready), p->launch);

        rc = replay_until(p->replay, when, err);
        if (rc > 0 && when >= p->launch)
            rc = launch(p, err);
        else if (rc > 0 && when >= p->ready)
            agree(p);
        else if (rc > 0 && simulated_job_ask(p, when, err) < 0)
            rc = -1;
    }
    if (rc < 0)
        return -1;
    g->outcome = replay_take(p->replay);
    return g->from + g->outcome.iterations < all;
}

/* What iterations took before and after each change, up to the next one. */
static void find_gains(struct simulated_job *job)
{
    for (size_t i = 0; i < job->changes; i++) {
        struct run_change *c = &job->change[i];

        c->before = outcome_median(&job->generation[i].outcome);
        c->after = outcome_median(&job->generation[i + 1].outcome);
        if (c->before > 0)
            c->realised_gain = 1 - c->after / c->before;
    }
}

static int check_script(const struct simulated_job_plan *plan,
                        struct error *err)
{
    size_t all = recording_iterations(plan->recording);
    const struct change_script *script = plan->script;
    int last = script ? script->count - 1 : -1;

    if (last < 0 && !plan->policy)
        return 0;
    if (all == 0)
        return error_set(err, "there is no loop that all ranks go round in, "
                              "so no iteration at which the job could change");
    if (last >= 0 && script->step[0].sync == 1)
        return error_set(err, "a change before iteration 1: the job begins "
                              "with it; --size says with how many ranks, and "
                              "--map where");
    if (last >= 0 && script->step[last].sync > all)
        return error_set(
            err, "a change before iteration %" PRIu64 ", and the run has %zu",
            script->step[last].sync, all);
    return 0;
}

static void enter(const struct simulated_job_plan *plan,
                  enum simulated_job_part part)
{
    if (plan->part)
        *plan->part = part;
}

static int play_all(struct playing *p, struct error *err)
{
    const struct simulated_job_plan *plan = p->plan;
    const struct recording *recording;
    struct simulated_generation *g;
    int rc;

    enter(plan, SIMULATED_JOB_SIZE);
    recording =
        sized(p, plan->size ? plan->size : plan->recording->ranks, err);
    if (!recording)
        return -1;
    enter(plan, SIMULATED_JOB_PLACES);
    g = add_generation(p, err);
    if (!g
        || mapped_run_create(&g->mapped, recording, plan->platform, plan->map,
                             err)
               < 0
        || mapped_run_check_links(&g->mapped, err) < 0)
        return -1;
    enter(plan, SIMULATED_JOB_PLAY);
    if (begin(p, err) < 0)
        return -1;
    while ((rc = play(p, err)) > 0)
        if (carry_out(p, err) < 0)
            return -1;
    return rc;
}

static void begin_policy(struct playing *p)
{
    const simulated_policy_t *policy = p->plan->policy;

    p->question = p->job->every = simulated_policy_every(policy);
    snprintf(p->job->policy, sizeof(p->job->policy), "%s",
             simulated_policy_name(policy));
}

int simulated_job_play(struct simulated_job *job,
                       const struct simulated_job_plan *plan,
                       struct error *err)
{
    struct playing p = { .job = job,
                         .plan = plan,
                         .question = INFINITY,
                         .ready = INFINITY,
                         .launch = INFINITY,
                         .launched = NAN,
                         .changed = JOB_UNKNOWN };
    int rc;

    *job = (struct simulated_job){ .texts = arena_create() };
    if (plan->policy)
        begin_policy(&p);
    enter(plan, SIMULATED_JOB_PLAY);
    if (!job->texts)
        rc = error_set(err, "no memory to replay the run");
    else
        rc = check_script(plan, err);
    if (rc == 0)
        rc = play_all(&p, err);
    if (p.made.change)
        snprintf(job->said, sizeof(job->said),
                 "%.400s, whose new ranks were not ready when the run ended",
                 p.made.change->text);
    replay_destroy(p.replay);
    simulated_view_destroy(p.view);
    policy_job_destroy(p.seen);
    decision_clear(&p.made);
    if (rc < 0)
        simulated_job_destroy(job);
    else
        find_gains(job);
    return rc;
}

void simulated_job_destroy(struct simulated_job *job)
{
    for (size_t i = 0; i < job->generations; i++) {
        outcome_destroy(&job->generation[i].outcome);
        mapped_run_destroy(&job->generation[i].mapped);
    }
    free(job->generation);
    free(job->change);
    arena_destroy(job->texts);
    *job = (struct simulated_job){ 0 };
}
