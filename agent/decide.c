/* decide.c - ask the job's policy, and do what it says
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/answer.h"
#include "agent/council.h"
#include "agent/decide.h"
#include "agent/diary.h"
#include "agent/engine.h"
#include "agent/watcher.h"
#include "policy/policy.h"
#include "policy/price.h"
#include "policy/restraint.h"
#include "policy/shipped.h"

enum {
    LEAST_SYNCS = 3, /* to say how long an iteration takes */
    ANSWER_MS = 50,  /* for outposts to measure */
    LOOK_MS = 5,     /* to see new ranks begin ... */
    LOOKS = 10,      /* ... and so often; they will be seen later otherwise */
};

/* How long what did not pay is not repeated, the first time. */
static const double least_hold = 10, hold_questions = 5;

/* Between looks at a job that has a protocol and no policy. */
static const double look_seconds = 2;

/* A change whose gain is to be seen yet. */
struct proof {
    bool open;
    char key[RESTRAINT_KEY];
    double before; /* seconds of an iteration */
};

struct decide {
    struct agent *agent;
    policy_t *policy; /* or NULL */
    watcher_t *watcher;
    struct policy_limits limits; /* max is 0 when it is not given */
    double began;
    double changed; /* when the last change was done, or 0 */
    double last_gain;
    struct price price;
    struct restraint restraint;
    struct forecast forecast;
    struct proof proof;
    double promised; /* by the policy, for the change about to begin */
    bool ours;       /* the change under way was its decision */
    struct diary diary;
    struct error told; /* the last complaint */
    int looks;         /* for the ranks of a new generation */
    uint64_t questions;
    double seconds; /* that they took */
};

/* ---- the start ---- */

static void complain_once(struct decide *d, const char *text)
{
    if (strcmp(d->told.text, text) == 0)
        return;
    error_set(&d->told, "%s", text);
    agent_say("%s", text);
}

static void load(struct decide *d, const struct settings *settings)
{
    const char *name = settings->text[SETTING_POLICY];
    char path[POLICY_PATH];
    struct error err;

    if (!*name)
        return;
    if (shipped_find(name, path, &err) == 0)
        d->policy =
            policy_load(path, settings->text[SETTING_POLICY_OPTIONS], &err);
    if (!d->policy)
        agent_say("%s; the job runs without a policy", err.text);
}

static void read_limits(struct decide *d, const struct settings *settings)
{
    const char *text = settings->text[SETTING_LIMITS];
    struct error err;

    if (*text && policy_limits_read(&d->limits, text, &err) < 0)
        agent_say("MITOSIS_LIMITS: %s", err.text);
}

static void on_time(void *arg);

/* The new ranks are about to run: measure from then on. */
static void on_look(void *arg)
{
    struct decide *d = arg;

    hub_tell_all(d->agent->hub, POST_MEASURE, d->agent->now->number, 0);
    watcher_look(d->watcher, d->agent->now);
    if (++d->looks < LOOKS)
        loop_after(d->agent->loop, LOOK_MS, on_look, d);
}

/* Without a policy, what changes brought is looked at. */
static double every(const struct decide *d)
{
    return d->policy ? policy_every(d->policy) : look_seconds;
}

static void wait_for_time(struct decide *d)
{
    loop_after(d->agent->loop, (int)(every(d) * 1e3), on_time, d);
}

void decide_start(struct agent *a, const struct settings *settings)
{
    struct decide *d = calloc(1, sizeof(*d));

    a->decide = d;
    if (!d)
        return;
    d->agent = a;
    d->began = loop_now();
    d->last_gain = d->promised = JOB_UNKNOWN;
    d->forecast = (struct forecast){ JOB_UNKNOWN, JOB_UNKNOWN };
    price_init(&d->price);
    read_limits(d, settings);
    if (d->limits.preferred == 0)
        d->limits.preferred = a->now->ranks;
    if (a->launcher)
        load(d, settings);
    if ((!d->policy && !*settings->text[SETTING_PROTOCOL])
        || !(d->watcher = watcher_create(a->folder)))
        return;
    watcher_turn(d->watcher, a->now);
    wait_for_time(d);
}

void decide_stop(struct agent *a)
{
    struct decide *d = a->decide;

    if (d) {
        watcher_destroy(d->watcher);
        policy_destroy(d->policy);
        free(d);
    }
    a->decide = NULL;
}

/* ---- what is shown ---- */

static double most(double a, double b)
{
    return a > b ? a : b;
}

static double cores_of(const struct policy_job *job)
{
    double sum = 0;

    for (int h = 0; h < job->host_count; h++)
        sum += job->hosts[h].cores;
    return sum;
}

static struct policy_limits limits_of(const struct decide *d,
                                      const struct policy_job *job)
{
    struct policy_limits limits = d->limits;

    if (limits.min == 0)
        limits.min = 1;
    if (limits.max == 0)
        limits.max = (int)most(cores_of(job), limits.preferred);
    return limits;
}

static struct policy_job *see(struct decide *d)
{
    struct agent *a = d->agent;
    struct policy_job *job = watcher_job(d->watcher, a->now, &a->pool);

    if (!job)
        return NULL;
    job->iterations_left = (double)job->iteration;
    job->time = loop_now() - d->began;
    job->limits = limits_of(d, job);
    job->change_seconds = price_seconds(&d->price, job->state_bytes);
    job->changes = (int)a->changes;
    if (d->changed > 0)
        job->since_change = loop_now() - d->changed;
    job->random = policy_job_random(d->questions);
    return job;
}

static void tell_proof(struct decide *d, double gain, double predicted)
{
    char expected[64] = "";

    if (!isnan(predicted))
        snprintf(expected, sizeof(expected), "; expected were %.0f %% %s",
                 fabs(predicted) * 100, predicted < 0 ? "more" : "less");
    diary_outcome(&d->diary, "done: iterations take %.0f %% %s time%s",
                  fabs(gain) * 100, gain < 0 ? "more" : "less", expected);
}

/* See what the last change brought. */
static void prove(struct decide *d, struct policy_job *job)
{
    double hold = most(least_hold, hold_questions * every(d));
    double gain, predicted = d->forecast.gain;

    if (d->proof.open && !isnan(job->iteration_time)) {
        d->proof.open = false;
        gain = 1 - job->iteration_time / d->proof.before;
        d->last_gain = gain;
        restraint_note(&d->restraint, d->proof.key,
                       price_paid(predicted, gain), loop_now(), hold);
        tell_proof(d, gain, predicted);
    }
    job->last_gain = d->last_gain;
}

/* ---- what is decided ---- */

static void enter(struct decide *d,
                  const struct policy_job *job,
                  const struct decision *made)
{
    char text[DIARY_TEXT];

    snprintf(text, sizeof(text), "%.150s%s%.200s",
             *made->text ? made->text : "nothing", *made->why ? ": " : "",
             made->why);
    diary_enter(&d->diary, loop_now() - d->began, job, text);
}

/* Whether a change like it was of no use lately. */
static bool is_forbidden(const struct decide *d,
                         const struct policy_job *job,
                         const struct decision *made,
                         struct error *err)
{
    static struct change c;
    char key[RESTRAINT_KEY];

    if (change_parse(&c, made->text, err) < 0)
        return true;
    restraint_key(&c, job->size, key);
    return restraint_forbids(&d->restraint, key, loop_now(), err);
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
    rc = answer_change(d->agent, made->text, why, err);
    d->promised = JOB_UNKNOWN;
    return rc;
}

static void act(struct decide *d,
                const struct policy_job *job,
                const struct decision *made)
{
    struct error err;

    if (is_forbidden(d, job, made, &err)) {
        diary_outcome(&d->diary, "not done: %.350s", err.text);
    } else if (begin(d, policy_name(d->policy), made, &err) < 0) {
        diary_outcome(&d->diary, "not done: %.350s", err.text);
        complain_once(d, err.text);
    } else {
        diary_outcome(&d->diary, "begun");
        d->ours = true;
    }
}

/* What a policy does wrong is said once, not at each question. */
static void fail(struct decide *d,
                 const struct policy_job *job,
                 const char *reason)
{
    char text[DIARY_TEXT];

    snprintf(text, sizeof(text), "fails: %.*s", (int)strcspn(reason, "\n"),
             reason);
    diary_enter(&d->diary, loop_now() - d->began, job, text);
    complain_once(d, reason);
    if (policy_off(d->policy))
        agent_say("%s failed %d times in a row and is switched off until it "
                  "is changed",
                  policy_name(d->policy), POLICY_PATIENCE);
}

static void question(struct decide *d)
{
    static struct decision made;
    struct policy_job *job = see(d);
    struct error err;

    if (!job)
        return;
    policy_job_derive(job);
    prove(d, job);
    if (!d->policy) {
        policy_job_destroy(job);
        return;
    }
    if (policy_decide(d->policy, job, &made, &err) < 0) {
        fail(d, job, err.text);
    } else {
        enter(d, job, &made);
        if (*made.text)
            act(d, job, &made);
    }
    policy_job_destroy(job);
}

int decide_propose(struct agent *a,
                   const char *who,
                   const struct decision *made,
                   struct error *err)
{
    struct decide *d = a->decide;
    struct policy_job *job = d && d->watcher ? see(d) : NULL;
    static struct decision checked;
    int rc;

    if (!job)
        return error_set(err, "nothing is known of the job yet");
    policy_job_derive(job);
    checked = *made;
    rc = decision_check(&checked, job, err);
    if (rc == 0 && !*checked.text)
        rc = error_set(err, "%s", checked.why);
    if (rc == 0)
        rc = is_forbidden(d, job, &checked, err)
                 ? -1
                 : begin(d, who, &checked, err);
    policy_job_destroy(job);
    return rc;
}

double decide_time(const struct agent *a)
{
    return a->decide ? loop_now() - a->decide->began : 0;
}

static void reload(struct decide *d)
{
    struct error err;
    int rc = d->policy ? policy_reload(d->policy, &err) : 0;

    if (rc > 0)
        agent_say("%s was loaded anew", policy_name(d->policy));
    else if (rc < 0)
        agent_say("%s; the policy stays as it was", err.text);
}

static void on_measured(void *arg)
{
    struct decide *d = arg;
    double since = loop_now();

    if (!(d->policy && policy_off(d->policy)) && !d->agent->change) {
        if (watcher_look(d->watcher, d->agent->now) < LEAST_SYNCS) {
            if (d->policy)
                diary_enter(&d->diary, since - d->began, NULL,
                            "not asked: too few iterations were seen yet");
        } else {
            question(d);
            watcher_rest(d->watcher);
            d->questions++;
            d->seconds += loop_now() - since;
        }
    }
    wait_for_time(d);
}

/* Have those elsewhere measure, and wait for their answers a moment. */
static void on_time(void *arg)
{
    struct decide *d = arg;
    const hub_t *hub = d->agent->hub;

    reload(d);
    if (hub_next_host(hub, NULL)) {
        hub_tell_all(d->agent->hub, POST_MEASURE, d->agent->now->number, 0);
        loop_after(d->agent->loop, ANSWER_MS, on_measured, d);
    } else {
        on_measured(d);
    }
}

void decide_measured(struct agent *a,
                     const char *host,
                     const struct wire_head *head,
                     const char *payload)
{
    struct decide *d = a->decide;

    if (d && d->watcher)
        watcher_take(d->watcher, host, head->generation, payload, head->bytes);
}

/* ---- changes ---- */

void decide_foresee(struct agent *a, const struct change *c)
{
    struct decide *d = a->decide;
    struct policy_job *job = NULL;

    if (!d)
        return;
    d->forecast = (struct forecast){ JOB_UNKNOWN, JOB_UNKNOWN };
    d->proof = (struct proof){ .before = JOB_UNKNOWN };
    if (d->watcher) {
        watcher_look(d->watcher, a->now);
        job = see(d);
    }
    d->forecast.seconds =
        price_seconds(&d->price, job ? job->state_bytes : JOB_UNKNOWN);
    if (job) {
        policy_job_derive(job);
        d->forecast.gain =
            isnan(d->promised) ? price_gain(job, c) : d->promised;
        d->proof.before = job->iteration_time;
        restraint_key(c, job->size, d->proof.key);
    }
    policy_job_destroy(job);
}

struct forecast decide_forecast(const struct agent *a)
{
    static const struct forecast none = { JOB_UNKNOWN, JOB_UNKNOWN };

    return a->decide ? a->decide->forecast : none;
}

void decide_learn(struct agent *a, double bytes, double ready, double stopped)
{
    if (a->decide)
        price_learn(&a->decide->price, bytes, ready, stopped);
}

void decide_changed(struct agent *a, bool done, const char *sentence)
{
    struct decide *d = a->decide;

    if (!d)
        return;
    if (d->ours)
        diary_outcome(&d->diary, "%.350s", sentence);
    d->ours = false;
    if (!done)
        return;
    d->changed = loop_now();
    d->last_gain = JOB_UNKNOWN;
    d->proof.open = d->proof.before > 0;
    if (d->watcher && !a->ended) {
        watcher_turn(d->watcher, a->now);
        d->looks = 0;
        loop_after(a->loop, LOOK_MS, on_look, d);
        wait_for_time(d);
    }
}

/* ---- why ---- */

int decide_tell(struct agent *a, struct peer *p)
{
    const struct decide *d = a->decide;
    char text[4096];

    if (!d || !d->policy) {
        if (council_tell(a, p))
            return 0;
        agent_answer(p, "there is no policy; MITOSIS_POLICY names one\n");
        return 1;
    }
    agent_answer(p, "%s: %s\nasked every %g s%s", policy_name(d->policy),
                 policy_help(d->policy), policy_every(d->policy),
                 policy_off(d->policy) ? ", but it failed and is off" : "");
    if (d->questions > 0)
        agent_answer(p, ", %llu times so far, %.2f ms each",
                     (unsigned long long)d->questions,
                     d->seconds / (double)d->questions * 1e3);
    agent_answer(p, "\n");
    for (int i = 0; diary_read(&d->diary, i, text, sizeof(text)); i++)
        agent_answer(p, "%s", text);
    council_tell(a, p);
    return 0;
}
