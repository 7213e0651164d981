/* policy.c - a Lua file that says when a job is to be changed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include <lua.h>

#include "policy/answer.h"
#include "policy/lua/declare.h"
#include "policy/lua/sandbox.h"
#include "policy/policy.h"
#include "policy/show.h"

/* What travels through module_call(). */
struct question {
    const policy_t *policy;
    const struct policy_job *job;
    struct decision *decision;
    struct error fault; /* in the answer */
};

policy_t *policy_load(const char *path, const char *options, struct error *err)
{
    return module_load_kind(MODULE_DECIDE, path, options, err);
}

void policy_destroy(policy_t *p)
{
    module_destroy(p);
}

const char *policy_name(const policy_t *p)
{
    return module_name(p);
}

const char *policy_help(const policy_t *p)
{
    return module_help(p);
}

double policy_every(const policy_t *p)
{
    return module_every(p);
}

const struct options *policy_options(const policy_t *p)
{
    return module_options(p);
}

static int raise_decide(lua_State *L)
{
    struct question *q = lua_touserdata(L, 1);
    struct error *fault = &q->fault;

    lua_settop(L, 0);
    declare_push(L, "decide");
    show_job(L, q->job);
    declare_push_options(L, module_options(q->policy));
    sandbox_begin(L);
    lua_call(L, 2, 2);
    answer_read(L, 1, q->job, q->decision, fault);
    return 0;
}

int policy_decide(policy_t *p,
                  const struct policy_job *job,
                  struct decision *d,
                  struct error *err)
{
    struct question q = { .policy = p, .job = job, .decision = d };
    const struct output out[] = { { d, sizeof(*d) }, { NULL, 0 } };
    int rc;

    d->text[0] = d->why[0] = '\0';
    d->gain = JOB_UNKNOWN;
    if (module_pauses(p, job->since_change)) {
        strcpy(d->why, MODULE_PAUSE);
        return 0;
    }
    rc = module_call(p, "decide", raise_decide, &q, out, show_bytes(job),
                     &q.fault, err);
    if (rc < 0)
        d->text[0] = d->why[0] = '\0';
    return rc;
}

bool policy_off(const policy_t *p)
{
    return module_off(p);
}

int policy_reload(policy_t *p, struct error *err)
{
    return module_reload(p, err);
}
