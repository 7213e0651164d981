/* tryout.c - what a policy or protocol would have decided in a recorded run
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/common/say.h"
#include "command/policy/tryout.h"
#include "policy/figures.h"
#include "policy/policy.h"
#include "policy/recorded.h"
#include "report/model/units.h"

/* The same answer to several questions in a row is told once. */
struct answers {
    struct decision first;
    double since;
    double last;
    int count;
    int decided;
    int failed;
};

static void tell(const struct answers *a)
{
    if (a->count == 0)
        return;
    printf("%9.3f s", a->since);
    if (a->count > 1)
        printf(" to %.3f s, %d times", a->last, a->count);
    say_result(": %s%s%s\n", decision_text(&a->first),
               *a->first.why ? ": " : "", a->first.why);
}

static void note(struct answers *a, const struct decision *d, double moment)
{
    if (a->count > 0 && strcmp(decision_text(&a->first), decision_text(d)) == 0
        && strcmp(a->first.why, d->why) == 0) {
        a->last = moment;
        a->count++;
    } else {
        tell(a);
        decision_copy(&a->first, d);
        a->since = a->last = moment;
        a->count = 1;
    }
    a->decided += d->change != NULL;
}

/* Who is asked: a policy with its profile, or agents that talk by a protocol.
 */
struct asked {
    const struct candidate *candidate;
    policy_t *policy; /* or NULL */
    figures_t *figures;
    rehearsal_t *agents;
    int hosts; /* that have one of these */
};

/* The agents there are, are those of the hosts at that moment: when a host
 * comes or goes all begin anew.
 */
static int decide(struct asked *a,
                  struct policy_job *job,
                  struct decision *d,
                  struct error *err)
{
    if (a->policy)
        return a->figures && figures_derive(a->figures, job, err) < 0
                   ? -1
                   : policy_decide(a->policy, job, d, err);
    if (!a->agents || a->hosts != job->host_count) {
        rehearsal_destroy(a->agents);
        a->hosts = job->host_count;
        a->agents = rehearse_begin(a->candidate, job, err);
    }
    return a->agents ? rehearsal_round(a->agents, job, d, err) : -1;
}

/* What goes wrong is told as an answer. */
static void ask(struct asked *a,
                const struct run *run,
                double moment,
                struct answers *to)
{
    struct decision d = { 0 };
    struct error err;
    struct policy_job *job = recorded_job(run, moment, &err);

    if (!job)
        return;
    candidate_restrict(a->candidate, job);
    if (decide(a, job, &d, &err) < 0) {
        decision_clear(&d);
        snprintf(d.why, sizeof(d.why), "FAILS: %.*s",
                 (int)strcspn(err.text, "\n"), err.text);
        to->failed++;
    }
    note(to, &d, moment);
    decision_clear(&d);
    policy_job_destroy(job);
}

static int sum_up(const struct answers *a, const module_t *m, double seconds)
{
    printf("%s%s would have decided %d time%s in %s.\n",
           a->count > 0 ? "\n" : "", module_name(m), a->decided,
           a->decided == 1 ? "" : "s", unit_time(seconds).text);
    if (a->decided > 0)
        printf("The record does not follow: it goes on as the job did.\n");
    return a->failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int tryout(const struct candidate *c, module_t *m, const struct run *run)
{
    static struct answers answers;
    const bool policy = module_kind(m) == MODULE_DECIDE;
    struct asked a = { .candidate = c, .policy = policy ? m : NULL };
    struct error err;

    if (module_kind(m) == MODULE_PROFILE)
        return fail(EXIT_FAILURE,
                    "%s is a profile and decides nothing; "
                    "'mitosis policy check' shows its figures",
                    module_name(m));
    if (policy && c->figures
        && !(a.figures = figures_create(c->figures, c->figures_options, &err)))
        return fail(EXIT_FAILURE, "%s", err.text);
    for (double moment = module_every(m); moment < run->wall && !module_off(m);
         moment += module_every(m))
        ask(&a, run, moment, &answers);
    figures_destroy(a.figures);
    rehearsal_destroy(a.agents);
    tell(&answers);
    if (module_every(m) >= run->wall) {
        printf("%s was not asked: it is asked every %s, and the run took %s."
               "\n",
               module_name(m), unit_time(module_every(m)).text,
               unit_time(run->wall).text);
        return EXIT_SUCCESS;
    }
    if (module_off(m))
        return fail(EXIT_FAILURE,
                    "%s failed %d times in a row and would be "
                    "switched off",
                    module_name(m), POLICY_PATIENCE);
    return sum_up(&answers, m, run->wall);
}
