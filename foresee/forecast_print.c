/* forecast_print.c - a forecast for people
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/append_text.h"
#include "foresee/forecast_print_internal.h"
#include "report/model/units.h"
#include "report/text/columns.h"
#include "report/text/efficiency_table.h"

static const double worth_telling = 0.01; /* share of the time */
static const double disturbed = 0.1;      /* share of the computing */
static const double well_replayed = 0.05;

static double percent(double replayed, double recorded)
{
    return recorded > 0 ? 100 * (replayed / recorded - 1) : 0;
}

static void print_pair(struct columns *p,
                       const char *what,
                       double replayed,
                       double recorded)
{
    double more = percent(replayed, recorded);

    fprintf(p->out,
            fabs(more) < 1e6 ? "  %-22s %12s %12s %+11.1f %%\n"
                             : "  %-22s %12s %12s %+11.1e %%\n",
            what, unit_time(replayed).text, unit_time(recorded).text, more);
}

static void print_times(struct columns *p, const struct forecast *f)
{
    char recorded[32] = "recorded";

    if (f->job.generation[0].outcome.ranks != f->recording->ranks)
        snprintf(recorded, sizeof(recorded), "with %zu", f->recording->ranks);
    fprintf(p->out, "\n  %-22s %12s %12s %13s\n", "", "replayed", recorded,
            "difference");
    print_pair(p, "the run", f->seconds, f->recorded.seconds);
    if (f->iterations > 0) {
        print_pair(p, "its loop", f->loop_seconds, outcome_loop(&f->recorded));
        print_pair(p, "an iteration (median)", forecast_median(f),
                   outcome_median(&f->recorded));
    }
    fprintf(p->out, "  %-22s %12.6g\n", "node-seconds", f->node_seconds);
    if (f->iterations == 0)
        columns_wrap(p, 2,
                     "There is no loop that all ranks go round in, so "
                     "what follows is about the whole run.");
}

enum { OFF_TEXT = 400 };

/* Add "the run takes 1.5 % longer", or nothing where that is too little. */
static void add_off(char text[OFF_TEXT], const char *what, double off)
{
    if (fabs(off) > well_replayed)
        append_text(text, OFF_TEXT, "%s%s%s %.1f %% %s", *text ? ", " : "",
                    what, *text ? "" : " takes", fabs(100 * off),
                    off < 0 ? "less" : "longer");
}

/* What is said of each is the difference in the table. */
static void print_replay_error(struct columns *p,
                               const struct forecast *f,
                               const struct forecast_print_origin *from)
{
    char text[OFF_TEXT] = "";

    if (isnan(forecast_print_error(f, from)))
        return;
    add_off(text, "the run", forecast_run_off(f));
    add_off(text, "its loop", f->iterations > 0 ? forecast_off(f) : NAN);
    add_off(text, "an iteration (median)", forecast_iteration_off(f));
    if (*text)
        columns_wrap(p, 2,
                     "Replayed on its own hosts %s%s than recorded, so do "
                     "not trust differences that are less.",
                     f->job.changes > 0 ? "up to the first change " : "",
                     text);
}

static void print_factor(struct columns *p, const char *what, double factor)
{
    fprintf(p->out, "  %-22s %10.1f %%\n", what, 100 * factor);
}

/* Of the iterations between two changes, as in others another rank may be the
 * busiest.
 */
static void advise_balance(struct columns *p, const struct forecast *f)
{
    double times;
    size_t busiest;
    const struct simulated_generation *g =
        forecast_least_balanced(f, &busiest, &times);
    char when[80] = "";

    if (f->job.generations > 1)
        snprintf(when, sizeof(when), "in iterations %zu to %zu ", g->from + 1,
                 g->from + g->outcome.iterations);
    columns_wrap(p, 2,
                 "Work on the load balance: %srank %zu computes %.2f times as "
                 "long as the mean.",
                 when, busiest, times);
}

static void print_advice(struct columns *p, const struct forecast *f)
{
    switch (forecast_worst(&f->efficiency)) {
    case FORECAST_LOAD_BALANCE:
        advise_balance(p, f);
        break;
    case FORECAST_SERIALISATION:
        columns_wrap(p, 2, "%s", efficiency_table_advice("serialisation"));
        break;
    case FORECAST_TRANSFER:
        columns_wrap(p, 2, "%s", efficiency_table_advice("transfer"));
        break;
    default:
        columns_wrap(p, 2, "None of the factors is worth much work.");
    }
}

static void print_efficiency(struct columns *p, const struct forecast *f)
{
    const struct run_efficiency *e = &f->efficiency;

    columns_title(p, "Where time is lost");
    print_factor(p, "parallel efficiency", e->parallel);
    print_factor(p, "  load balance", e->load_balance);
    print_factor(p, "  communication", e->communication);
    print_factor(p, "    serialisation", e->serialisation);
    print_factor(p, "    transfer", e->transfer);
    print_advice(p, f);
}

static bool share_cores(const struct forecast *f, size_t host)
{
    unsigned cores = f->platform->host[host].cores;

    for (size_t g = 0; g < f->job.generations; g++)
        if (cores > 0
            && mapped_run_ranks_on(&f->job.generation[g].mapped, host) > cores)
            return true;
    return false;
}

/* Who leaves its core while it waits comes late where others want it. */
static bool is_late(const struct forecast *f, size_t host)
{
    return !f->platform->host[host].delay_shared || share_cores(f, host);
}

/* What the run told of one link. */
static void print_link(struct columns *p,
                       const struct forecast *f,
                       size_t a,
                       size_t b)
{
    const struct platform *is = f->platform;
    const struct platform_link *l = platform_link(is, a, b);
    char speed[64] = "", late[80] = "";

    if (!l->known)
        return;
    if (l->per_byte > 0)
        snprintf(speed, sizeof(speed), " and %s a second",
                 unit_bytes(1 / l->per_byte).text);
    if (a == b && is_late(f, a))
        snprintf(late, sizeof(late), "; calls that waited return %s late",
                 unit_time(is->host[a].delay).text);
    columns_wrap(p, 2, "%s %.200s%s%.200s: %s%s%s.",
                 a == b ? "Within" : "Between", is->host[a].name,
                 a == b ? "" : " and ", a == b ? "" : is->host[b].name,
                 unit_time(l->latency).text, speed, late);
}

/* Who leaves its core while it waits gets it back late. */
static void print_late(struct columns *p, const struct forecast *f)
{
    for (size_t i = 0; i < f->platform->hosts; i++) {
        const struct platform_host *host = &f->platform->host[i];

        if (host->delay_shared && share_cores(f, i))
            columns_wrap(p, 2,
                         "On %.200s ranks share cores: calls that waited "
                         "return %s late, as in the run.",
                         host->name, unit_time(host->delay).text);
    }
}

static void print_disturbed(struct columns *p,
                            const struct forecast_print_origin *from)
{
    if (from->no_core > disturbed)
        columns_wrap(p, 2,
                     "In the run ranks had no core for %.0f %% of the time "
                     "that they computed, although there was one for each: "
                     "something else ran there, which is in these figures.",
                     100 * from->no_core);
}

/* ---- changes ---- */

static void print_change(struct columns *p, const struct run_change *c)
{
    double waited = c->phases.stop;

    columns_wrap(
        p, 2,
        "After iteration %" PRIu64 ", at %s: %.500s (%.500s). The "
        "job stands still for %s%s%s%s; iterations take %s before and "
        "%s after it.",
        c->iteration, unit_time(c->at).text, c->order, c->why,
        unit_time(c->stopped).text, waited > 0 ? ", when it has waited " : "",
        waited > 0 ? unit_time(waited).text : "",
        waited > 0 ? " for the new ranks" : "", unit_time(c->before).text,
        unit_time(c->after).text);
}

/* The share of their time that ranks compute, from one change to the next. */
static void print_generation(struct columns *p,
                             const struct simulated_generation *g)
{
    const struct outcome *o = &g->outcome;
    double sum = 0;

    for (size_t i = 0; i < o->iterations; i++)
        sum += outcome_share(o, i);
    fprintf(p->out, "  %8zu to %-8zu %6zu %6zu %12s %12s %9.1f %%\n",
            g->from + 1, g->from + o->iterations, o->ranks,
            mapped_run_hosts_used(&g->mapped), unit_time(outcome_loop(o)).text,
            unit_time(outcome_median(o)).text,
            o->iterations > 0 ? 100 * sum / (double)o->iterations : 0);
}

/* Who has a policy and sees no change wants to know why. */
static void print_policy(struct columns *p, const struct simulated_job *job)
{
    if (!*job->policy)
        return;
    columns_title(p, "Changes");
    if (job->asked == 0)
        columns_wrap(p, 2,
                     "None: %s was not asked. It is asked every %s of time "
                     "there, once there are some iterations to look at.",
                     job->policy, unit_time(job->every).text);
    else
        columns_wrap(p, 2, "None: %s was asked %d time%s%s%s.", job->policy,
                     job->asked, unit_plural((uint64_t)job->asked),
                     *job->said ? ", the last answer was: "
                                : " and wanted none",
                     job->said);
}

static void print_changes(struct columns *p, const struct forecast *f)
{
    if (f->job.changes == 0) {
        print_policy(p, &f->job);
        return;
    }
    columns_title(p, "Changes");
    for (size_t i = 0; i < f->job.changes; i++)
        print_change(p, &f->job.change[i]);
    fprintf(p->out, "\n  %-20s %6s %6s %12s %12s %11s\n", "iterations",
            "ranks", "hosts", "together", "median", "computing");
    for (size_t i = 0; i < f->job.generations; i++)
        print_generation(p, &f->job.generation[i]);
}

/* ---- how it was done ---- */

enum { LINKS = 4 }; /* hosts of which all are told */

enum { MODELS = 3 }; /* that are told */

/* What the seconds of the models are beside those of the replay. */
static void print_speed(struct columns *p,
                        const struct simulated_generation *g)
{
    double least = INFINITY, most = 0;
    char to[40] = "";

    for (size_t i = 0; i < g->outcome.ranks; i++) {
        double speed = mapped_run_speed(&g->mapped, i);

        least = fmin(least, speed);
        most = fmax(most, speed);
    }
    if (most > least)
        snprintf(to, sizeof(to), " to %.3g", most);
    columns_wrap(p, 2,
                 "n is the number of ranks, and seconds are those of a whole "
                 "core of speed 1, of which a rank has %.3g%s here.",
                 least, to);
}

static void print_size(struct columns *p,
                       const struct forecast *f,
                       const struct simulated_generation *g,
                       const struct forecast_print_origin *from)
{
    size_t ranks = g->outcome.ranks;
    struct rank_grid grid = size_model_grid(from->size_model, ranks);
    char text[128] = "";

    if (grid.rows > 0)
        snprintf(text, sizeof(text),
                 ", in a grid of %zu row%s and %zu column%s", grid.rows,
                 unit_plural(grid.rows), grid.columns,
                 unit_plural(grid.columns));
    columns_wrap(
        p, 2,
        "With %zu rank%s: %s from runs of other sizes, with who talks "
        "to whom as among %zu%s.",
        ranks, unit_plural(ranks), forecast_print_how(g, from),
        f->recording->ranks, text);
}

static void print_sizes(struct columns *p,
                        const struct forecast *f,
                        const struct forecast_print_origin *from)
{
    const struct simulated_generation *last = NULL;
    char text[SIZE_MODEL_TEXT];

    if (strcmp(forecast_print_how_all(f, from), "modelled") == 0) {
        columns_wrap(p, 2,
                     "What ranks compute in each iteration is from the "
                     "user's model, %s, not from the run; who talks to whom, "
                     "and how much, is as among the run's %zu ranks.",
                     from->model, f->recording->ranks);
        return;
    }
    for (size_t i = 0; i < f->job.generations; i++)
        if (strcmp(forecast_print_how(&f->job.generation[i], from), "replayed")
            != 0) {
            last = &f->job.generation[i];
            print_size(p, f, last, from);
        }
    for (size_t i = 0; last && i < MODELS; i++) {
        size_model_tell(from->size_model, i, last->outcome.ranks, text);
        if (*text)
            columns_wrap(p, 2, "Computing %s.", text);
    }
    if (last)
        print_speed(p, last);
}

static void print_source(struct columns *p,
                         const struct forecast *f,
                         const struct forecast_print_origin *from)
{
    const struct platform *is = f->platform;

    columns_title(p, "How these figures were come by");
    columns_wrap(p, 2,
                 "Replayed call by call: computing takes as long as %s, by "
                 "the speed of the host, and what waits for messages takes "
                 "as long as the %s says.",
                 from->model ? "the model says" : "it was recorded",
                 from->platform ? "user's model" : "run itself");
    if (from->platform)
        columns_wrap(p, 2, "From the user's model: hosts and links of %.500s.",
                     from->platform);
    if (from->platform && platform_is_doubtful(is))
        columns_wrap(p, 2,
                     "It was measured where something else ran, and repeats "
                     "took up to %.1f times as long: do not trust these "
                     "figures.",
                     1 + is->spread);
    if (!from->platform)
        columns_wrap(p, 2,
                     is->eager == PLATFORM_EAGER
                         ? "Calibrated from the run, which does not tell from "
                           "which size on messages wait for their receiver; "
                           "those of more than %s do, as is usual."
                         : "Calibrated from the run: messages of more than %s "
                           "wait for their receiver.",
                     unit_bytes((double)is->eager).text);
    if (from->links)
        columns_wrap(p, 2,
                     "Links between hosts are as --latency and --bandwidth "
                     "have them.");
    for (size_t a = 0; !from->platform && a < is->hosts && a < LINKS; a++)
        for (size_t b = a; b < is->hosts && b < LINKS; b++)
            print_link(p, f, a, b);
    if (from->platform)
        print_late(p, f);
    print_disturbed(p, from);
    print_sizes(p, f, from);
    if (f->job.changes > 0)
        columns_wrap(p, 2,
                     "A change is priced as a live job prices it: %s of "
                     "state, and what earlier changes taught.",
                     from->bytes > 0 ? unit_bytes(from->bytes).text
                                     : "an unknown amount");
    if (f->fixed > worth_telling)
        columns_wrap(p, 2,
                     "%.1f %% of the ranks' time is in calls that are "
                     "replayed as they were, as nothing is known of whom they "
                     "waited for.",
                     100 * f->fixed);
    if (f->polling > worth_telling)
        columns_wrap(p, 2,
                     "%.1f %% of the ranks' time went with asking for "
                     "messages again and again, which is replayed as often as "
                     "it was.",
                     100 * f->polling);
}

void forecast_print_text(const struct forecast *f,
                         const struct forecast_print_origin *from,
                         FILE *out)
{
    size_t hosts = mapped_run_hosts_used(&f->job.generation[0].mapped);
    size_t ranks = f->job.generation[0].outcome.ranks;
    struct columns p;

    columns_start(&p, out, columns_utf8());
    columns_wrap(
        &p, 0, "%.500s: %zu rank%s replayed on %zu host%s, %s%s%.200s",
        from->run, ranks, unit_plural(ranks), hosts, unit_plural(hosts),
        from->platform ? "of the user's model" : "its own",
        from->map ? ", placed as " : "", from->map ? from->map : "");
    print_times(&p, f);
    print_replay_error(&p, f, from);
    print_changes(&p, f);
    print_efficiency(&p, f);
    print_source(&p, f, from);
    columns_finish(&p);
}
