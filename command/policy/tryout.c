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

/* What goes wrong is told as an answer. */
static void ask(policy_t *p,
                figures_t *f,
                const struct candidate *c,
                const struct run *run,
                double moment,
                struct answers *a)
{
    struct decision d = { 0 };
    struct error err;
    struct policy_job *job = recorded_job(run, moment, &err);

    if (!job)
        return;
    candidate_restrict(c, job);
    if ((f && figures_derive(f, job, &err) < 0)
        || policy_decide(p, job, &d, &err) < 0) {
        decision_clear(&d);
        snprintf(d.why, sizeof(d.why), "FAILS: %.*s",
                 (int)strcspn(err.text, "\n"), err.text);
        a->failed++;
    }
    note(a, &d, moment);
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

static struct answers answers;

static int try_policy(const struct candidate *c,
                      policy_t *p,
                      const struct run *run)
{
    struct answers *a = &answers;
    double moment = module_every(p);
    struct error err;
    figures_t *f = c->figures
                       ? figures_create(c->figures, c->figures_options, &err)
                       : NULL;

    if (c->figures && !f)
        return fail(EXIT_FAILURE, "%s", err.text);
    for (; moment < run->wall && !module_off(p); moment += module_every(p))
        ask(p, f, c, run, moment, a);
    figures_destroy(f);
    tell(a);
    if (module_every(p) >= run->wall) {
        printf("%s was not asked: it is asked every %s, and the run took %s."
               "\n",
               module_name(p), unit_time(module_every(p)).text,
               unit_time(run->wall).text);
        return EXIT_SUCCESS;
    }
    if (module_off(p))
        return fail(EXIT_FAILURE,
                    "%s failed %d times in a row and would be "
                    "switched off",
                    module_name(p), POLICY_PATIENCE);
    return sum_up(a, p, run->wall);
}

static void note_round(const struct decision *d, double moment)
{
    note(&answers, d, moment);
}

static int try_protocol(const struct candidate *c,
                        const module_t *m,
                        const struct run *run)
{
    struct error err;

    answers.failed = rehearse_run(c, run, note_round, &err);
    if (answers.failed < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    tell(&answers);
    return sum_up(&answers, m, run->wall);
}

int tryout(const struct candidate *c, module_t *m, const struct run *run)
{
    switch (module_kind(m)) {
    case MODULE_DECIDE:
        return try_policy(c, m, run);
    case MODULE_PROTOCOL:
        return try_protocol(c, m, run);
    default:
        return fail(EXIT_FAILURE,
                    "%s is a profile and decides nothing; "
                    "'mitosis policy check' shows its figures",
                    module_name(m));
    }
}
