/* decide.c - ask the job's policy, and do what it says
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/change/changeover.h"
#include "agent/change/rebalance_check.h"
#include "agent/core/host_links.h"
#include "agent/decide/decide_internal.h"
#include "policy/shipped.h"

enum {
    LEAST_SYNCS = 3, /* to say how long an iteration takes */
    ANSWER_MS = 50,  /* for outposts to measure */
    LOOK_MS = 5,     /* to see new ranks begin ... */
    LOOKS = 10,      /* ... and so often; they will be seen later otherwise */
};

/* In a hurry a policy is asked with what it was shown already, too.  One that
 * cannot be asked for so many seconds all the same is not waited for.
 */
static const double hurry_s = 2;

/* ---- the start ---- */

static void load(struct decide *d, const struct settings *settings)
{
    const char *name = settings->text[SETTING_POLICY];
    char path[POLICY_PATH];
    struct error err;

    if (!*name)
        return;
    snprintf(d->wanted, sizeof(d->wanted), "%.255s", name);
    if (shipped_find(MODULE_DECIDE, name, path, &err) == 0)
        d->policy = module_load_kind(
            MODULE_DECIDE, path, settings->text[SETTING_POLICY_OPTIONS], &err);
    if (!d->policy) {
        d->fault = err;
        agent_say("%s; the job runs without a policy", err.text);
    } else {
        decide_load_figures(d, settings);
    }
}

/* What is preferred is what it was for the head before, if there was one. */
static void read_limits(struct decide *d, const struct settings *settings)
{
    const char *text = settings->text[SETTING_LIMITS];
    int before = d->limits.preferred;
    struct error err;

    if (*text && policy_limits_read(&d->limits, text, &err) < 0)
        agent_say("MITOSIS_LIMITS: %s", err.text);
    if (before > 0)
        d->limits.preferred = before;
    else if (d->limits.preferred == 0)
        d->limits.preferred = d->agent->now->ranks;
}

static void on_time(void *arg);
static void on_measured(void *arg);

/* The new ranks are about to run: measure from then on. */
static void on_look(void *arg)
{
    struct decide *d = arg;

    host_links_measure(d->agent->links, d->agent->now);
    job_view_look(d->watcher, d->agent->now);
    if (++d->looks < LOOKS)
        loop_after(d->agent->loop, LOOK_MS, on_look, d);
}

static void wait_for_time(struct decide *d)
{
    loop_after(d->agent->loop, (int)(decide_every(d) * 1e3), on_time, d);
}

struct decide *decide_need(struct head *a)
{
    struct decide *d = a->decide;

    if (d || !(d = calloc(1, sizeof(*d))))
        return d;
    d->agent = a;
    d->began = loop_now();
    d->last_gain = d->promised = JOB_UNKNOWN;
    d->forecast = (struct change_forecast){ JOB_UNKNOWN, JOB_UNKNOWN };
    price_init(&d->price);
    sync_pace_init(&d->pace, d->began);
    a->decide = d;
    return d;
}

static void start(struct head *a, const struct settings *settings)
{
    struct decide *d = decide_need(a);

    if (!d)
        return;
    read_limits(d, settings);
    a->most_ranks = d->limits.max;
    if (a->launcher)
        load(d, settings);
    if ((!d->policy && !*settings->text[SETTING_PROTOCOL])
        || !(d->watcher = job_view_create(a->folder)))
        return;
    a->view = d->watcher;
    job_view_turn(d->watcher, a->now);
    wait_for_time(d);
}

static void stop(struct head *a)
{
    struct decide *d = a->decide;

    if (d) {
        loop_cancel(a->loop, on_look, d);
        loop_cancel(a->loop, on_time, d);
        loop_cancel(a->loop, on_measured, d);
        job_view_destroy(d->watcher);
        module_destroy(d->policy);
        figures_destroy(d->figures);
        free(d);
    }
    a->decide = NULL;
    a->view = NULL;
}

/* ---- what is decided ---- */

static void enter(struct decide *d,
                  const struct policy_job *job,
                  const struct decision *made)
{
    char text[DECISION_LOG_TEXT];

    snprintf(text, sizeof(text), "%.150s%s%.200s", decision_text(made),
             *made->why ? ": " : "", made->why);
    decision_log_enter(&d->log, loop_now() - d->began, job, text);
}

/* Whether a change like it was of no use lately. */
static bool is_forbidden(const struct decide *d,
                         const struct policy_job *job,
                         const struct decision *made,
                         struct error *err)
{
    char key[BACKOFF_KEY];

    backoff_key(made->change, job->size, key);
    return backoff_forbids(&d->restraint, key, loop_now(), err);
}

static int begin(struct decide *d,
                 const char *who,
                 const struct decision *made,
                 struct error *err)
{
    char why[256];
    int rc;

    snprintf(why, sizeof(why), "%.60s%s%.180s", who, *made->why ? ": " : "",
             made->why);
    d->promised = made->gain;
    rc = changeover_ask(d->agent, made->change, why, err);
    if (rc == 0 && d->agent->change)
        d->agent->change->decided = true;
    d->promised = JOB_UNKNOWN;
    return rc;
}

static void act(struct decide *d,
                const struct policy_job *job,
                const struct decision *made)
{
    struct error err;

    if (is_forbidden(d, job, made, &err)) {
        decision_log_outcome(&d->log, "not done: %.350s", err.text);
    } else if (begin(d, module_name(d->policy), made, &err) < 0) {
        decision_log_outcome(&d->log, "not done: %.350s", err.text);
        agent_say_once(&d->told, err.text);
    } else {
        decision_log_begin(&d->log);
    }
}

/* What a policy does wrong is said once, not at each question. */
static void fail(struct decide *d,
                 const struct policy_job *job,
                 const char *reason)
{
    char text[DECISION_LOG_TEXT];

    snprintf(text, sizeof(text), "fails: %.*s", (int)strcspn(reason, "\n"),
             reason);
    decision_log_enter(&d->log, loop_now() - d->began, job, text);
    error_set(&d->fault, "%.*s", (int)strcspn(reason, "\n"), reason);
    agent_say_once(&d->told, reason);
    if (module_off(d->policy))
        agent_say("%s failed %d times in a row and is switched off until it "
                  "is changed",
                  module_name(d->policy), POLICY_PATIENCE);
}

static void question(struct decide *d)
{
    struct decision made = { 0 };
    struct policy_job *job = decide_see(d);
    struct error err;

    if (!job)
        return;
    policy_job_derive(job);
    decide_prove(d, job);
    scaling_note(&d->scaling, job->size, job->iteration_time);
    job->scaling = d->scaling;
    if (!d->policy || d->agent->now->leaving) {
        policy_job_destroy(job);
        return;
    }
    decide_make_figures(d, job);
    if (policy_decide(d->policy, job, &made, &err) < 0) {
        fail(d, job, err.text);
    } else {
        if (made.change && rebalance_check(d->agent, made.change, &err) < 0)
            decision_make_idle(&made, "would change nothing");
        enter(d, job, &made);
        if (!module_pauses(d->policy, job->since_change))
            d->agent->hosts_wanted = made.request;
        if (made.change)
            act(d, job, &made);
        else if (*made.refused.text)
            agent_say_once(&d->told, made.refused.text);
    }
    decision_clear(&made);
    policy_job_destroy(job);
}

int decide_propose(struct head *a,
                   const char *who,
                   const struct decision *made,
                   struct error *err)
{
    struct decide *d = a->decide;
    struct policy_job *job = d && d->watcher ? decide_see(d) : NULL;
    struct decision checked = { 0 };
    int rc;

    if (!job)
        return error_set(err, "nothing is known of the job yet");
    policy_job_derive(job);
    decision_copy(&checked, made);
    rc = decision_check(&checked, job, err);
    if (rc == 0 && !checked.change)
        rc = error_set(err, "%s", checked.why);
    if (rc == 0)
        rc = is_forbidden(d, job, &checked, err)
                 ? -1
                 : begin(d, who, &checked, err);
    decision_clear(&checked);
    policy_job_destroy(job);
    if (rc == 0)
        d->proposed = true;
    return rc;
}

double decide_time(const struct head *a)
{
    return a->decide ? loop_now() - a->decide->began : 0;
}

static void reload(struct decide *d)
{
    struct error err;
    int rc = d->policy ? module_reload(d->policy, &err) : 0;

    if (rc > 0)
        agent_say("%s was loaded anew", module_name(d->policy));
    else if (rc < 0)
        agent_say("%s; the policy stays as it was", err.text);
    decide_reload_figures(d);
}

/* Returns false when too little was seen to ask. */
static bool ask(struct decide *d)
{
    double since = loop_now();

    if (job_view_look(d->watcher, d->agent->now) < LEAST_SYNCS)
        return false;
    question(d);
    job_view_rest(d->watcher);
    d->questions++;
    d->seconds += loop_now() - since;
    return true;
}

static void on_measured(void *arg)
{
    struct decide *d = arg;

    if (!(d->policy && module_off(d->policy)) && !d->agent->change) {
        if (!ask(d) && d->policy)
            decision_log_enter(&d->log, loop_now() - d->began, NULL,
                               "not asked: too few iterations were seen yet");
        PARTS_TELL(d->agent, answered, d->agent);
    }
    wait_for_time(d);
}

int decide_now(struct head *a)
{
    struct decide *d = a->decide;
    double now = loop_now();

    if (!d || !d->watcher || !d->policy || module_off(d->policy))
        return 0;
    if (d->hurry == 0)
        d->hurry = now;
    if (!ask(d) && !(job_view_reach_back(d->watcher) && ask(d))
        && now - d->hurry < hurry_s) {
        host_links_measure(a->links, a->now);
        return -1;
    }
    d->hurry = 0;
    PARTS_TELL(a, answered, a);
    return a->change != NULL;
}

/* Have those elsewhere measure, and wait for their answers a moment. */
static void on_time(void *arg)
{
    struct decide *d = arg;

    reload(d);
    if (host_next_joined(&d->agent->hosts, NULL)) {
        host_links_measure(d->agent->links, d->agent->now);
        loop_after(d->agent->loop, ANSWER_MS, on_measured, d);
    } else {
        on_measured(d);
    }
}

static void on_host_said(struct head *a,
                         const char *host,
                         const struct local_message_head *head,
                         const char *payload)
{
    struct decide *d = a->decide;

    if (d && d->watcher && head->type == HOST_MESSAGES_MEASURED)
        job_view_take(d->watcher, host, head->generation, payload,
                      head->bytes);
}

/* ---- changes ---- */

static void on_changed(struct head *a, const struct change_outcome *outcome)
{
    struct decide *d = a->decide;

    if (!d)
        return;
    decision_log_result(&d->log, "%.350s", outcome->sentence);
    PARTS_TELL(a, answered, a);
    if (!outcome->done) {
        decision_log_pass(&d->log);
        return;
    }
    price_learn(&d->price, outcome->bytes, outcome->ready, outcome->stopped);
    d->changed = loop_now();
    sync_pace_turn(&d->pace, atomic_load(&a->record->successor_sync),
                   d->changed - outcome->stopped, d->changed);
    d->last_gain = JOB_UNKNOWN;
    d->proof.open = d->proof.before > 0;
    if (d->watcher && !a->ended) {
        job_view_turn(d->watcher, a->now);
        d->looks = 0;
        loop_after(a->loop, LOOK_MS, on_look, d);
        wait_for_time(d);
    }
}

/* ---- why ---- */

bool decide_tell(const struct head *a, struct peer *p)
{
    const struct decide *d = a->decide;
    char text[4096];

    if (!d || !d->policy)
        return false;
    head_answer(p, "%s: %s\nasked every %g s%s", module_name(d->policy),
                module_help(d->policy), module_every(d->policy),
                module_off(d->policy) ? ", but it failed and is off" : "");
    if (d->figures)
        head_answer(p, ", shown the figures of %s%s", figures_name(d->figures),
                    figures_off(d->figures) ? ", which failed and is off"
                                            : "");
    if (d->questions > 0)
        head_answer(p, ", %llu times so far, %.2f ms each",
                    (unsigned long long)d->questions,
                    d->seconds / (double)d->questions * 1e3);
    head_answer(p, "\n");
    for (int i = 0; decision_log_read(&d->log, i, text, sizeof(text)); i++)
        head_answer(p, "%s", text);
    return true;
}

const struct part decide_part = {
    .name = "decide",
    .start = start,
    .stop = stop,
    .foresee = decide_foresee,
    .changed = on_changed,
    .host_said = on_host_said,
    .save = decide_save,
    .lines = decide_lines,
};
