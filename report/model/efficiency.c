/* efficiency.c - how well the ranks' time is used, in the field's figures
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "report/model/efficiency.h"

const double efficiency_good = 0.8;

/* What the figures are fractions of, in seconds of all ranks together. */
struct amounts {
    double useful;
    double longest; /* as if each rank had as much to do as the busiest one */
    double offered; /* as if each rank computed all the time */
};

bool efficiency_known(const struct run_efficiency *e)
{
    return e->parallel > 0;
}

/* Clocks and estimates err a little; no figure is above one. */
static struct run_efficiency figures_of(struct amounts a)
{
    struct run_efficiency e = { 0 };

    a.longest = fmax(a.longest, a.useful);
    a.offered = fmax(a.offered, a.longest);
    if (!(a.useful > 0))
        return e;
    e.load_balance = a.useful / a.longest;
    e.communication = a.longest / a.offered;
    e.parallel = a.useful / a.offered;
    return e;
}

/* ---- of one generation ---- */

/* While the program had switched watching off nobody knows what it did. */
static struct amounts amounts_of_ranks(const struct run *run)
{
    struct amounts a = { 0 };
    double most = 0, paused = 0;

    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_times *t = &run->rank[i].times;

        a.useful += t->compute;
        paused += t->paused;
        most = fmax(most, t->compute);
    }
    a.longest = most * (double)run->ranks;
    a.offered = run->wall * (double)run->ranks - paused;
    return a;
}

bool efficiency_shared(const struct run_iterations *it,
                       const struct run_pace *pace)
{
    double off = fabs((double)pace->count - (double)it->count);

    return off <= (double)it->count / 50;
}

const struct run_pace *efficiency_slowest(const struct run_iterations *it)
{
    const struct run_pace *slowest = NULL;

    for (size_t i = 0; i < it->paces; i++)
        if (efficiency_shared(it, &it->pace[i])
            && (!slowest || it->pace[i].compute > slowest->compute))
            slowest = &it->pace[i];
    return slowest;
}

/* Of one round, on average. */
static struct amounts amounts_of_rounds(const struct run_iterations *it)
{
    struct amounts a = { 0 };
    double most = 0, ranks = 0;

    for (size_t i = 0; i < it->paces; i++) {
        const struct run_pace *pace = &it->pace[i];

        if (!efficiency_shared(it, pace))
            continue;
        a.useful += pace->compute;
        most = fmax(most, pace->compute);
        ranks++;
    }
    a.longest = most * ranks;
    a.offered = it->mean * ranks;
    return a;
}

void efficiency_fill(struct run *run)
{
    struct run_iterations *it = &run->iterations;

    if (!run_timed(run) || run->generations > 1)
        return;
    run->efficiency = figures_of(amounts_of_ranks(run));
    if (it->found)
        it->efficiency = figures_of(amounts_of_rounds(it));
}

/* The figures come from all that was counted, and 'ideal' from a replay, which
 * may differ a little: the product stays what it was.
 */
void efficiency_split(struct run_efficiency *e, double ideal)
{
    if (!efficiency_known(e) || !(ideal > 0))
        return;
    e->transfer = fmin(1, fmax(ideal, e->communication));
    e->serialisation = e->communication / e->transfer;
}

const struct run_efficiency *efficiency_last(const struct run *run)
{
    return efficiency_known(&run->iterations.efficiency)
               ? &run->iterations.efficiency
               : &run->efficiency;
}

const char *efficiency_worst(const struct run_efficiency *e)
{
    const struct {
        const char *name;
        double figure;
    } factors[] = { { "load balance", e->load_balance },
                    { "serialisation", e->serialisation },
                    { "transfer", e->transfer } };
    size_t worst = 0;

    for (size_t i = 1; i < sizeof(factors) / sizeof(factors[0]); i++)
        if (factors[i].figure < factors[worst].figure)
            worst = i;
    return e->transfer > 0 && e->parallel < efficiency_good
               ? factors[worst].name
               : NULL;
}

/* ---- of several ---- */

/* Add what led to 'e', of which the useful part is known. */
static void add_amounts(struct amounts *a,
                        const struct run_efficiency *e,
                        double useful)
{
    a->useful += useful;
    a->longest += useful / e->load_balance;
    a->offered += useful / e->parallel;
}

/* In a job that moved a rank may have been there for few of them. */
double efficiency_useful_in_rounds(const struct run *run)
{
    const struct run_iterations *it = &run->iterations;
    double useful = 0;

    for (size_t i = 0; i < it->paces; i++)
        if (run->generations > 1 || efficiency_shared(it, &it->pace[i]))
            useful += it->pace[i].compute * (double)it->pace[i].count;
    return useful;
}

void efficiency_join(struct run *to, struct run *const *part, size_t count)
{
    struct amounts whole = { 0 }, rounds = { 0 };
    bool all = true, all_rounds = true;

    for (size_t i = 0; i < count; i++) {
        const struct run_efficiency *e = &part[i]->efficiency;
        const struct run_iterations *it = &part[i]->iterations;

        if (efficiency_known(e))
            add_amounts(&whole, e, part[i]->sum.compute);
        else
            all = all && part[i]->sum.compute <= 0;
        if (efficiency_known(&it->efficiency))
            add_amounts(&rounds, &it->efficiency,
                        efficiency_useful_in_rounds(part[i]));
        else
            all_rounds = all_rounds && !it->found;
    }
    if (all && run_timed(to))
        to->efficiency = figures_of(whole);
    if (all_rounds && run_timed(to))
        to->iterations.efficiency = figures_of(rounds);
}
