/* efficiency_table.c - how well the ranks' time is used, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "report/model/efficiency.h"
#include "report/model/units.h"
#include "report/text/efficiency_table.h"

static const char *mark_of(double figure)
{
    return figure < efficiency_good ? " low" : "";
}

/* 'rounds' is 0 where there are no iterations. */
static void print_line(const char *name,
                       double whole,
                       double rounds,
                       struct columns *p)
{
    fprintf(p->out, "  %-26s %9s", name, unit_share(whole, 1).text);
    if (rounds > 0)
        fprintf(p->out, "%-4s %9s%s\n", mark_of(whole),
                unit_share(rounds, 1).text, mark_of(rounds));
    else
        fprintf(p->out, "%s\n", mark_of(whole));
}

static const struct {
    const char *factor;
    const char *advice;
} advices[] = {
    { "load balance",
      "Work on the load balance: the rank with the most computes more than "
      "the others." },
    { "serialisation",
      "Work on the serialisation: ranks wait for each other's work, although "
      "in sum all have about as much, and would on a network that costs "
      "nothing." },
    { "transfer",
      "Work on the transfer: what is lost is the cost of messages, so fewer "
      "or smaller ones, a faster network or cores that are not shared would "
      "help." },
};

const char *efficiency_table_advice(const char *factor)
{
    for (size_t i = 0; factor && i < sizeof(advices) / sizeof(advices[0]); i++)
        if (strcmp(factor, advices[i].factor) == 0)
            return advices[i].advice;
    return "";
}

/* Whether main threads are not all there is to it: others did more than they,
 * or were in MPI.
 */
static bool others_matter(const struct run *run)
{
    return run_other_threads_mpi(run) > 0
           || (run_times_split(&run->sum)
               && run_other_threads(run) > run->sum.on_core);
}

const char *efficiency_table_caution(const struct run *run)
{
    return others_matter(run)
               ? "These figures are of the main threads, which count as"
                 " computing whenever they are not in MPI, also while they"
                 " wait for the other threads."
               : "";
}

void efficiency_table_print(const struct run *run, struct columns *p)
{
    const struct run_efficiency *e = &run->efficiency;
    const struct run_efficiency *of = &run->iterations.efficiency;

    static const struct run_efficiency nothing;
    bool whole = efficiency_known(e);
    const char *caution = efficiency_table_caution(run), *worst;

    if (!whole && !efficiency_known(of))
        return;
    if (!whole) {
        e = of;
        of = &nothing;
    }
    columns_title(p, "How efficient is it");
    fprintf(p->out, "  %-26s %9s%s\n", "", whole ? "whole run" : "iterations",
            efficiency_known(of) ? "     iterations" : "");
    print_line("parallel efficiency", e->parallel, of->parallel, p);
    print_line("= load balance", e->load_balance, of->load_balance, p);
    print_line("x communication efficiency", e->communication,
               of->communication, p);
    if (e->transfer > 0) {
        print_line("  = serialisation", e->serialisation, of->serialisation,
                   p);
        print_line("  x transfer", e->transfer, of->transfer, p);
    }
    columns_wrap(
        p, 2,
        "Parallel efficiency is the share of the time in which the ranks"
        " compute; %.0f %% or more is fine.",
        100 * efficiency_good);
    if (*caution)
        columns_wrap(p, 2, "%s", caution);
    if ((worst = efficiency_worst(efficiency_last(run))))
        columns_wrap(p, 2, "%s", efficiency_table_advice(worst));
}

void efficiency_table_line(const struct run *run,
                           char text[EFFICIENCY_TABLE_TEXT])
{
    const struct run_efficiency *e = &run->efficiency;

    text[0] = '\0';
    if (efficiency_known(e))
        snprintf(text, EFFICIENCY_TABLE_TEXT,
                 "parallel efficiency %s%s: load balance %s, communication"
                 " efficiency %s",
                 others_matter(run) ? "of the main threads " : "",
                 unit_share(e->parallel, 1).text,
                 unit_share(e->load_balance, 1).text,
                 unit_share(e->communication, 1).text);
}
