/* diagnose.c - what limits a run: one cause, one line, one advice, its worth
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>

#include "report/diagnose/causes.h"
#include "report/diagnose/communication.h"
#include "report/diagnose/diagnose.h"
#include "report/diagnose/evidence.h"
#include "report/diagnose/late_ranks.h"
#include "report/diagnose/sleeping_ranks.h"
#include "report/diagnose/uneven_work.h"
#include "report/diagnose/whole_run.h"
#include "report/model/efficiency.h"
#include "report/model/units.h"

const char diagnose_nothing[] = "nothing worth fixing";
const char diagnose_no_cause[] = "no single cause";

static const double LITTLE = 0.05; /* of the run */
static const double SHARE = 0.5;   /* of waiting, that explains it */

static int compare_causes(const void *a, const void *b)
{
    const struct cause *x = a, *y = b;

    return (x->weight < y->weight) - (x->weight > y->weight);
}

/* Whether it is no more than what is accepted as fine.  Where only the
 * iterations are, it must be worth more than all that is lost in these.
 */
static bool is_fine(const struct run *run, const struct cause *c)
{
    const struct run_iterations *it = &run->iterations;
    double accepted =
        (1 - it->efficiency.parallel) * it->mean * (double)it->count;

    if (c->kind != CAUSE_WAITS && c->kind != CAUSE_WORK)
        return false;
    if (run->efficiency.parallel >= efficiency_good)
        return true;
    return it->efficiency.parallel >= efficiency_good
           && c->weight < accepted + LITTLE * run->wall;
}

/* Whether waiting may just follow from another cause: where the ranks are too
 * many for the cores one is late because it has none, and one that polls seems
 * to compute.
 */
static bool follows(const struct causes *f, const struct cause *c)
{
    if (c->kind != CAUSE_WAITS)
        return false;
    for (size_t i = 0; i < f->count; i++)
        if (f->of[i].kind == CAUSE_POLLS
            || (f->of[i].kind == CAUSE_CORES
                && f->of[i].weight > SHARE * c->weight))
            return true;
    return false;
}

/* Where it is known how long others took the cores, who waits for late ranks
 * is told for as much as cannot follow from that.
 */
static void take_off_what_others_took(const struct evidence *e,
                                      struct causes *f)
{
    bool taken = false;

    for (size_t i = 0; i < f->count; i++)
        taken = taken || f->of[i].kind == CAUSE_TAKEN;
    for (size_t i = 0; taken && e->late > 0 && i < f->count; i++) {
        struct cause *c = &f->of[i];

        if (c->kind != CAUSE_WAITS)
            continue;
        c->weight *= 1 - e->late_coreless / e->late;
        c->verdict.worth = c->weight;
    }
}

static void choose(struct causes *f)
{
    const struct cause *first = NULL;

    qsort(f->of, f->count, sizeof(f->of[0]), compare_causes);
    for (size_t i = 0; i < f->count; i++) {
        if (f->of[i].weight < LITTLE * f->run->wall
            || is_fine(f->run, &f->of[i]) || follows(f, &f->of[i]))
            continue;
        if (!first) {
            first = &f->of[i];
            f->run->verdict = first->verdict;
        } else {
            f->run->second = f->of[i].verdict;
            return;
        }
    }
}

/* ---- runs without a cause ---- */

/* What waiting and communication take of the run, in seconds of it: all that
 * causes of these could be worth together.  The time that MPI needs to start
 * lowers the efficiency of a short run as well.
 */
static double lost_in_mpi(const struct run *run)
{
    return run->sum.wall > 0 ? (run->sum.waiting + run->sum.transfer)
                                   / run->sum.wall * run->wall
                             : 0;
}

static void say_nothing(struct causes *f)
{
    const struct run_efficiency *of = efficiency_last(f->run);
    struct run_verdict *v = &f->run->verdict;
    double lost = lost_in_mpi(f->run);

    if (of->parallel < efficiency_good
        && f->run->efficiency.parallel >= efficiency_good)
        of = &f->run->efficiency;
    *v = causes_verdict(diagnose_nothing);
    if (!efficiency_known(of)) {
        causes_print(f, &v->because, "The ranks hardly compute.");
    } else if (of->parallel >= efficiency_good) {
        causes_print(f, &v->because, "%s have a parallel efficiency of %s.",
                     of == &f->run->efficiency ? "The ranks"
                                               : "The iterations",
                     unit_share(of->parallel, 1).text);
    } else if (lost <= LITTLE * f->run->wall) {
        causes_print(f, &v->because,
                     "Waiting and communication take %s of the run.",
                     unit_share(lost, f->run->wall).text);
    } else {
        v->cause = diagnose_no_cause;
        causes_print(f, &v->because,
                     "The parallel efficiency is %s, but nothing that we look"
                     " for is worth more than 5 %% of the run.",
                     unit_share(of->parallel, 1).text);
    }
}

static bool has_failed(const struct run_rank *rank)
{
    return rank->state == RUN_ABORTED || rank->state == RUN_EXITED
           || rank->state == RUN_KILLED || rank->state == RUN_LOST;
}

/* A rank that ended badly, rather one that was not merely waiting for another
 * one; or NULL.
 */
static const struct run_rank *find_failed(const struct run *run)
{
    const struct run_rank *failed = NULL;

    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_rank *rank = &run->rank[i];

        if (has_failed(rank) && (!failed || rank->state < failed->state))
            failed = rank;
    }
    return failed;
}

/* Where it was, if there is one such rank only, as others may just have been
 * ended with it.
 */
static void say_failed(struct causes *f, const struct run_rank *failed)
{
    struct run_verdict *v = &f->run->verdict;
    size_t alike = 0;

    *v = causes_verdict("did not complete");
    causes_print(f, &v->because, "%c%.1500s.",
                 toupper((unsigned char)f->run->reason[0]),
                 f->run->reason[0] ? f->run->reason + 1 : "");
    for (size_t i = 0; i < f->run->ranks; i++)
        alike += f->run->rank[i].state == failed->state;
    if (alike > 1 || !failed->inside.where || !failed->inside.call)
        return;
    v->line = failed->inside.where;
    v->call = failed->inside.call;
}

static void find_all(struct causes *f)
{
    struct evidence e = evidence_of(f->run);

    whole_run_find(&e, f);
    uneven_work_find(&e, f);
    late_ranks_find(&e, f);
    communication_find(&e, f);
    take_off_what_others_took(&e, f);
    choose(f);
    if (f->run->verdict.cause)
        return;
    sleeping_ranks_find(&e, f);
    choose(f);
}

int diagnose(struct run *run)
{
    struct causes *f = calloc(1, sizeof(*f));
    const struct run_rank *failed = find_failed(run);
    int rc;

    if (!f)
        return -1;
    f->run = run;
    run->verdict = run->second = (struct run_verdict){ .cause = NULL };
    if (failed)
        say_failed(f, failed);
    else if (run_timed(run))
        find_all(f);
    if (!run->verdict.cause && run_timed(run))
        say_nothing(f);
    rc = f->no_memory ? -1 : 0;
    free(f);
    return rc;
}
