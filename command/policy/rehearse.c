/* rehearse.c - check and try protocols and profiles
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "command/common/say.h"
#include "command/policy/rehearse.h"
#include "policy/profile.h"
#include "policy/recorded.h"
#include "policy/rehearsal.h"

enum { ROUNDS = 20 };

/* ---- jobs that were made up ---- */

/* Let them talk until something is proposed. */
static int play(rehearsal_t *r,
                struct policy_job *job,
                struct decision *d,
                struct error *err)
{
    int round = 1, rc = rehearsal_round(r, job, d, err);

    for (; rc == 0 && !d->change && round < ROUNDS; round++) {
        job->time += 1;
        rc = rehearsal_round(r, job, d, err);
    }
    if (rc == 0 && d->change)
        say_result("  %s%s%s, in round %d, after %d message%s\n",
                   d->change->text, *d->why ? ": " : "", d->why, round,
                   rehearsal_messages(r),
                   rehearsal_messages(r) == 1 ? "" : "s");
    else if (rc == 0)
        say_result("  nothing%s%s, in %d round%s of %d message%s\n",
                   *d->why ? ": " : "", d->why, round, round == 1 ? "" : "s",
                   rehearsal_messages(r),
                   rehearsal_messages(r) == 1 ? "" : "s");
    return rc;
}

/* Agents for such a job, with their profile. */
static rehearsal_t *begin(const struct candidate *c,
                          const struct policy_job *job,
                          struct error *err)
{
    rehearsal_t *r = rehearsal_create(c->path, c->options, job, err);

    if (r && c->figures
        && rehearsal_profile(r, c->figures, c->figures_options, err) < 0) {
        rehearsal_destroy(r);
        return NULL;
    }
    return r;
}

int rehearse_protocol(const struct candidate *c, const struct synthetic_job *m)
{
    struct decision d = { 0 };
    struct policy_job *job = synthetic_job(m->name);
    struct error err = { "out of memory" };
    rehearsal_t *r = job ? begin(c, job, &err) : NULL;
    int rc = -1;

    if (r) {
        candidate_restrict(c, job);
        rc = play(r, job, &d, &err);
    }
    if (rc < 0)
        say_result("  FAILS: %s\n", err.text);
    decision_clear(&d);
    rehearsal_destroy(r);
    policy_job_destroy(job);
    return rc;
}

static int derive(profile_t *p,
                  const struct policy_job *job,
                  int host,
                  struct error *err)
{
    struct protocol_view *v = protocol_view_from(job, host);
    struct serialize plain;
    char text[512];
    int rc;

    if (!v)
        return error_set(err, "out of memory");
    rc = profile_derive(p, v, &plain, err);
    if (rc == 0) {
        serialize_tell(&plain, text, sizeof(text));
        say_result("  %s: %s\n", v->name, text);
    }
    protocol_view_destroy(v);
    return rc;
}

int rehearse_profile(const struct candidate *c, const struct synthetic_job *m)
{
    struct policy_job *job = synthetic_job(m->name);
    struct error err = { "out of memory" };
    int rc = job ? 0 : -1;

    for (int h = 0; rc == 0 && h < job->host_count; h++) {
        profile_t *p = module_load(c->path, c->options, &err);

        rc = p ? derive(p, job, h, &err) : -1;
        module_destroy(p);
    }
    if (rc < 0)
        say_result("  FAILS: %s\n", err.text);
    policy_job_destroy(job);
    return rc;
}

/* ---- a record ---- */

static double every(const struct candidate *c, struct error *err)
{
    module_t *m = module_load(c->path, c->options, err);
    double seconds = m ? module_every(m) : -1;

    module_destroy(m);
    return seconds;
}

/* The agents there are, are those of the hosts at that moment: when a host
 * comes or goes all begin anew.
 */
static rehearsal_t *fit(rehearsal_t *r,
                        int *hosts,
                        const struct candidate *c,
                        const struct policy_job *job,
                        struct error *err)
{
    if (r && *hosts == job->host_count)
        return r;
    rehearsal_destroy(r);
    *hosts = job->host_count;
    return begin(c, job, err);
}

int rehearse_run(const struct candidate *c,
                 const struct run *run,
                 void (*note)(const struct decision *d, double moment),
                 struct error *err)
{
    struct decision d = { 0 };
    double step = every(c, err);
    rehearsal_t *r = NULL;
    int hosts = 0, failed = 0;

    if (step < 0)
        return -1;
    for (double moment = step; moment < run->wall; moment += step) {
        struct policy_job *job = recorded_job(run, moment, err);

        if (!job)
            continue;
        candidate_restrict(c, job);
        r = fit(r, &hosts, c, job, err);
        if (!r || rehearsal_round(r, job, &d, err) < 0) {
            decision_clear(&d);
            snprintf(d.why, sizeof(d.why), "FAILS: %.*s",
                     (int)strcspn(err->text, "\n"), err->text);
            failed++;
        }
        note(&d, moment);
        policy_job_destroy(job);
    }
    decision_clear(&d);
    rehearsal_destroy(r);
    return failed;
}
