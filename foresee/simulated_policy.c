/* simulated_policy.c - ask a policy about a simulated job, with restraint
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/simulated_policy.h"
#include "policy/backoff.h"
#include "policy/policy.h"
#include "policy/price.h"
#include "policy/rehearsal.h"
#include "policy/shipped.h"
#include "report/model/run.h"

struct simulated_policy {
    char path[POLICY_PATH];
    module_t *module;
    rehearsal_t *agents; /* of a protocol, from the first question on */
    uint64_t questions;
    struct backoff backoff;
    struct scaling scaling; /* of runs that are known, and of this one */

    /* The last change. */
    struct proof proof;
    double predicted;
    double gain;
};

simulated_policy_t *simulated_policy_create(const char *name,
                                            const char *options,
                                            struct error *err)
{
    simulated_policy_t *p = calloc(1, sizeof(*p));

    if (!p)
        return error_null(err, "no memory for the policy");
    p->gain = JOB_UNKNOWN;
    if (shipped_find(MODULE_DECIDE, name, p->path, err) == 0)
        p->module = module_load(p->path, options, err);
    if (p->module && module_kind(p->module) == MODULE_PROFILE) {
        error_set(err, "%s is a profile and decides nothing",
                  module_name(p->module));
        module_destroy(p->module);
        p->module = NULL;
    }
    if (p->module)
        return p;
    simulated_policy_destroy(p);
    return NULL;
}

void simulated_policy_destroy(simulated_policy_t *p)
{
    if (!p)
        return;
    rehearsal_destroy(p->agents);
    module_destroy(p->module);
    free(p);
}

const char *simulated_policy_name(const simulated_policy_t *p)
{
    return module_name(p->module);
}

double simulated_policy_every(const simulated_policy_t *p)
{
    return module_every(p->module);
}

bool simulated_policy_is_protocol(const simulated_policy_t *p)
{
    return module_kind(p->module) == MODULE_PROTOCOL;
}

void simulated_policy_learn(simulated_policy_t *p, const struct run *run)
{
    scaling_learn(&p->scaling, run, run->generations);
}

static int question(simulated_policy_t *p,
                    const struct policy_job *job,
                    struct decision *made,
                    struct error *err)
{
    if (module_kind(p->module) == MODULE_DECIDE)
        return policy_decide(p->module, job, made, err);
    if (!p->agents)
        p->agents =
            rehearsal_create(p->path, module_given(p->module), job, err);
    return p->agents ? rehearsal_round(p->agents, job, made, err) : -1;
}

int simulated_policy_ask(simulated_policy_t *p,
                         struct policy_job *job,
                         struct decision *made,
                         struct error *err)
{
    char key[BACKOFF_KEY];
    struct error why;

    backoff_prove(&p->backoff, &p->proof, p->predicted, job->iteration_time,
                  job->time, simulated_policy_every(p), &p->gain);
    job->last_gain = p->gain;
    scaling_note(&p->scaling, job->size, job->iteration_time);
    job->scaling = p->scaling;
    job->random = policy_job_random(p->questions++);
    if (question(p, job, made, err) < 0)
        return -1;
    if (!made->change)
        return 0;
    backoff_key(made->change, job->size, key);
    if (backoff_forbids(&p->backoff, key, job->time, &why)) {
        decision_clear(made);
        snprintf(made->why, sizeof(made->why), "%.500s", why.text);
    }
    return 0;
}

double simulated_policy_done(simulated_policy_t *p,
                             const struct policy_job *job,
                             const struct decision *made)
{
    p->proof = (struct proof){ .open = job->iteration_time > 0,
                               .before = job->iteration_time };
    p->gain = JOB_UNKNOWN;
    p->predicted =
        isnan(made->gain) ? price_gain(job, made->change) : made->gain;
    backoff_key(made->change, job->size, p->proof.key);
    return p->predicted;
}
