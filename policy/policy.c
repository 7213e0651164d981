/* policy.c - a Lua file that says when a job is to be changed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <lua.h>

#include "policy/answer.h"
#include "policy/lua/declare.h"
#include "policy/lua/sandbox.h"
#include "policy/lua_tables.h"
#include "policy/policy.h"

/* What travels through module_call(). */
struct question {
    const policy_t *policy;
    const struct policy_job *job;
    struct decision_words words;
    struct decision *decision; /* that the words are */
    struct error fault;        /* in the answer */
};

static int raise_decide(lua_State *L)
{
    struct question *q = lua_touserdata(L, 1);

    lua_settop(L, 0);
    declare_push(L, "decide");
    lua_tables_job(L, q->job);
    declare_push_options(L, module_options(q->policy));
    sandbox_begin(L);
    lua_call(L, 2, 2);
    answer_read(L, 1, q->job, &q->words, &q->fault);
    return 0;
}

static void take_answer(void *arg)
{
    struct question *q = arg;

    decision_read(q->decision, &q->words, q->job, &q->fault);
}

static int ask(policy_t *p, struct question *q, struct error *err)
{
    const struct output out[] = { { &q->words, sizeof(q->words) },
                                  { NULL, 0 } };

    return module_call(p, "decide", raise_decide, take_answer, q, out,
                       lua_tables_bytes(q->job), &q->fault, err);
}

int policy_decide(policy_t *p,
                  const struct policy_job *job,
                  struct decision *d,
                  struct error *err)
{
    struct question *q;
    int rc;

    decision_clear(d);
    if (module_pauses(p, job->since_change)) {
        strcpy(d->why, MODULE_PAUSE);
        return 0;
    }
    /* It has room for a long change, which answer_read() begins. */
    if (!(q = malloc(sizeof(*q))))
        return error_set(err, "out of memory");
    *q->fault.text = '\0';
    q->policy = p;
    q->job = job;
    q->decision = d;
    rc = ask(p, q, err);
    if (rc < 0)
        decision_clear(d);
    free(q);
    return rc;
}
