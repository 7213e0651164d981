/* size_model.c - a run at other numbers of ranks, as several runs tell
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "foresee/platform/mapped_run.h"
#include "foresee/sizes/resized_run.h"
#include "foresee/sizes/size_model.h"
#include "report/model/units.h"

static const double worth_telling = 0.05; /* a share */

/* What was seen of a site in a run: means, 0 where there was nothing. */
struct figures {
    double compute; /* seconds before a call */
    double bytes;   /* of a message */
    double all;     /* seconds of all ranks before all calls */
};

struct measured {
    size_t ranks;
    struct figures *site; /* as the first run has them, then where it is not
                             known, and where that run has none */
    struct rank_grid grid;
};

struct size_model {
    const struct recording *run;
    const struct platform *platform;
    iteration_model_t *user; /* or NULL */
    bool user_fails;
    double *pace; /* of its ranks */
    size_t count;
    size_t room;
    struct measured *measured; /* the first one is of 'run' */
    size_t made_count;
    size_t made_room;
    struct recording **made;
};

/* ---- what runs tell ---- */

/* Where a site of another run is among the figures of the first one. */
static size_t find_site(const struct recording *first,
                        const struct recording *other,
                        uint32_t site)
{
    if (site >= other->sites)
        return first->sites;
    for (size_t i = 0; i < first->sites; i++)
        if (first->site[i].number == other->site[site].number
            && strcmp(first->site[i].call, other->site[site].call) == 0)
            return i;
    return first->sites + 1;
}

static void add(double *sum, size_t *count, double value)
{
    *sum += value;
    ++*count;
}

/* 'site' says where each of the run's sites is in the first one.  Computing
 * is in seconds of a core of pace 1; that of the start-up is not looked at, as
 * one long wait for something outside would make all of a site long.
 */
static void measure(const struct recording *run,
                    const struct platform *platform,
                    const size_t *site,
                    struct figures *f,
                    size_t *computes,
                    size_t *sends)
{
    size_t none = run->sites;

    for (size_t i = 0; i < run->ranks; i++) {
        double pace = mapped_run_pace(run, platform, i);

        for (size_t k = recording_loop_begin(&run->rank[i]);
             k < run->rank[i].steps; k++) {
            const struct step *s = &run->rank[i].step[k];
            size_t at = site[s->item < none ? s->item : none];

            if (step_is_work(s))
                add(&f[at].all, &computes[at], s->seconds * pace);
        }
    }
    for (size_t i = 0; i < run->messages; i++) {
        const struct recorded_message *m = &run->message[i];
        size_t at = site[m->site < none ? m->site : none];

        add(&f[at].bytes, &sends[at], (double)m->bytes);
    }
    for (size_t i = 0; i < run->collectives; i++) {
        const struct recorded_collective *c = &run->collective[i];
        size_t at = site[c->site < none ? c->site : none];

        add(&f[at].bytes, &sends[at], (double)c->most);
    }
}

static void make_means(struct figures *f,
                       const size_t *computes,
                       const size_t *sends,
                       size_t sites)
{
    for (size_t i = 0; i < sites; i++) {
        f[i].compute = computes[i] ? f[i].all / (double)computes[i] : 0;
        f[i].bytes = sends[i] ? f[i].bytes / (double)sends[i] : 0;
    }
}

int size_model_learn(size_model_t *s,
                     const struct recording *run,
                     struct error *err)
{
    size_t sites = s->run->sites + 2; /* the last: not of the first run */
    struct measured m = { run->ranks, calloc(sites, sizeof(*m.site)),
                          rank_grid_find(run) };
    size_t *computes = calloc(sites, sizeof(*computes));
    size_t *sends = calloc(sites, sizeof(*sends));
    size_t *site = calloc(run->sites + 1, sizeof(*site));
    int rc = -1;

    if (s->count == SCALING_FIT_POINTS)
        error_set(err, "more than %d runs", SCALING_FIT_POINTS);
    else if (!m.site || !computes || !sends || !site
             || !grow(&s->measured, sizeof(m), s->count, &s->room))
        error_set(err, "no memory for the figures of another run");
    else {
        for (size_t i = 0; i <= run->sites; i++)
            site[i] = find_site(s->run, run, (uint32_t)i);
        measure(run, s->platform, site, m.site, computes, sends);
        make_means(m.site, computes, sends, sites);
        s->measured[s->count++] = m;
        m.site = NULL;
        rc = 0;
    }
    free(m.site);
    free(computes);
    free(sends);
    free(site);
    return rc;
}

size_model_t *size_model_create(const struct recording *run,
                                const struct platform *platform,
                                struct error *err)
{
    size_model_t *s = calloc(1, sizeof(*s));

    if (s) {
        s->run = run;
        s->platform = platform;
    }
    if (s && (s->pace = calloc(run->ranks + 1, sizeof(*s->pace)))
        && size_model_learn(s, run, err) == 0) {
        for (size_t i = 0; i < run->ranks; i++)
            s->pace[i] = mapped_run_pace(run, platform, i);
        return s;
    }
    size_model_destroy(s);
    return error_null(err, "no memory for the figures of a run");
}

void size_model_destroy(size_model_t *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->count; i++)
        free(s->measured[i].site);
    for (size_t i = 0; i < s->made_count; i++)
        recording_destroy(s->made[i]);
    free(s->measured);
    free(s->made);
    free(s->pace);
    free(s);
}

/* ---- how it scales ---- */

/* Whether there is another size than the first run's. */
static bool are_several(const size_model_t *s)
{
    for (size_t i = 1; i < s->count; i++)
        if (s->measured[i].ranks != s->measured[0].ranks)
            return true;
    return false;
}

/* Fit what runs have at a site.  A site that a run has not says nothing of
 * that size.
 */
static struct scaling_fit fit_site(const size_model_t *s,
                                   size_t site,
                                   bool bytes)
{
    struct scaling_fit_point point[SCALING_FIT_POINTS];
    size_t points = 0;

    for (size_t i = 0; i < s->count; i++) {
        const struct figures *f = &s->measured[i].site[site];
        double value = bytes ? f->bytes : f->compute;

        if (i == 0 || value > 0)
            point[points++] =
                (struct scaling_fit_point){ (double)s->measured[i].ranks,
                                            value };
    }
    return scaling_fit_find(point, points);
}

static double times(const size_model_t *s,
                    size_t site,
                    bool bytes,
                    size_t ranks)
{
    struct scaling_fit model = fit_site(s, site, bytes);
    double now = scaling_fit_at(&model, (double)s->run->ranks);

    return now > 0 ? scaling_fit_at(&model, (double)ranks) / now : 1;
}

/* The grid with so many ranks, as the runs have some; of no rows where they
 * have none, or it is not known.
 */
static struct rank_grid find_grid(const size_model_t *s,
                                  size_t ranks,
                                  struct error *why)
{
    struct rank_grid seen[SCALING_FIT_POINTS], grid;
    size_t count = 0;

    for (size_t i = 0; i < s->count; i++)
        if (s->measured[i].grid.rows > 0)
            seen[count++] = s->measured[i].grid;
    if (s->measured[0].grid.rows == 0)
        count = 0;
    rank_grid_guess(&grid, seen, count, ranks, why);
    return grid;
}

static struct recording *make(const size_model_t *s,
                              size_t ranks,
                              struct error *err)
{
    size_t sites = s->run->sites + 1;
    double *compute = calloc(sites, sizeof(*compute));
    double *bytes = calloc(sites, sizeof(*bytes));
    struct recording *made = NULL;
    struct error why = { .text = "" };
    struct resized_run_scale scale = { compute,
                                       bytes,
                                       s->pace,
                                       s->measured[0].grid,
                                       find_grid(s, ranks, &why),
                                       why.text };

    for (size_t i = 0; compute && bytes && i < sites; i++) {
        compute[i] = times(s, i, false, ranks);
        bytes[i] = times(s, i, true, ranks);
    }
    if (compute && bytes)
        made = resized_run(s->run, ranks, &scale, err);
    else
        error_set(err, "no memory for %zu ranks", ranks);
    free(compute);
    free(bytes);
    return made;
}

/* ---- the user's model ---- */

void size_model_use(size_model_t *s, iteration_model_t *user)
{
    s->user = user;
}

/* Have what a rank computes in the steps up to 'end' take so long in all. */
static int set_seconds(struct step *step,
                       size_t begin,
                       size_t end,
                       double want)
{
    struct step *first = NULL;
    double sum = 0;

    for (size_t i = begin; i < end; i++)
        if (step[i].kind == STEP_COMPUTE) {
            sum += step[i].seconds;
            first = first ? first : &step[i];
        }
    for (size_t i = begin; i < end && sum > 0; i++)
        if (step[i].kind == STEP_COMPUTE)
            step[i].seconds *= want / sum;
    if (first && !(sum > 0))
        first->seconds = want;
    return first || want == 0 ? 0 : -1;
}

/* Seconds are recorded ones, of a core as fast as the rank's was.  What comes
 * after the last call of the last iteration is not its own any more, so it may
 * be without any computing.
 */
static int set_rank(const struct recording *made,
                    const struct platform *platform,
                    size_t rank,
                    const double *seconds,
                    size_t iterations,
                    struct error *err)
{
    const struct recorded_rank *r = &made->rank[rank];
    double pace = mapped_run_pace(made, platform, rank);
    size_t begin = recording_loop_begin(r), end;

    for (size_t i = 0; i < iterations; i++, begin = end) {
        double want = seconds[i * made->ranks + rank] / pace;

        for (end = begin + 1; end < r->steps && end <= r->loop_end
                              && r->step[end].kind != STEP_MARK;)
            end++;
        if (set_seconds(r->step, begin, end, want) < 0 && i + 1 < iterations)
            return error_set(err,
                             "the model has rank %zu compute in iteration "
                             "%zu, where it makes one call after the other",
                             rank, i);
    }
    return 0;
}

static int apply_user(const size_model_t *s,
                      struct recording *made,
                      struct error *err)
{
    size_t iterations = recording_iterations(made);
    double *seconds = calloc(iterations * made->ranks + 1, sizeof(*seconds));
    int rc = -1;

    if (!seconds)
        error_set(err, "no memory for %zu iterations", iterations);
    else if (iterations == 0)
        error_set(err, "the run has no iterations that a model could be of");
    else
        rc = iteration_model_ask(s->user, made->ranks, iterations, seconds,
                                 err);
    for (size_t i = 0; rc == 0 && i < made->ranks; i++)
        rc = set_rank(made, s->platform, i, seconds, iterations, err);
    free(seconds);
    return rc;
}

/* ---- the run at another size ---- */

static const struct recording *find(const size_model_t *s, size_t ranks)
{
    for (size_t i = 0; i < s->made_count; i++)
        if (s->made[i]->ranks == ranks)
            return s->made[i];
    return NULL;
}

static const struct recording *add_made(size_model_t *s,
                                        size_t ranks,
                                        struct error *err)
{
    struct recording *made;

    if (!grow(&s->made, sizeof(struct recording *), s->made_count,
              &s->made_room))
        return error_null(err, "no memory for %zu ranks", ranks);
    if (!(made = make(s, ranks, err)))
        return NULL;
    if (s->user && apply_user(s, made, err) < 0) {
        s->user_fails = true;
        recording_destroy(made);
        return NULL;
    }
    return s->made[s->made_count++] = made;
}

const struct recording *size_model_get(size_model_t *s,
                                       size_t ranks,
                                       struct error *err)
{
    const struct recording *made = find(s, ranks);

    if (!s->user && ranks == s->run->ranks)
        return s->run;
    if (made)
        return made;
    if (!s->user && !are_several(s))
        return error_null(
            err,
            "how computing goes with the number of ranks is told by "
            "reports of runs of several sizes, and there is only one "
            "of %zu",
            s->run->ranks);
    return add_made(s, ranks, err);
}

bool size_model_user_fails(const size_model_t *s)
{
    return s->user_fails;
}

const char *size_model_how(const size_model_t *s, size_t ranks)
{
    bool below = false, above = false;

    if (s->user)
        return "modelled";
    if (ranks == s->run->ranks)
        return "replayed";
    for (size_t i = 0; i < s->count; i++) {
        below |= s->measured[i].ranks <= ranks;
        above |= s->measured[i].ranks >= ranks;
    }
    return below && above ? "interpolated" : "extrapolated";
}

struct rank_grid size_model_grid(const size_model_t *s, size_t ranks)
{
    struct error why;

    return find_grid(s, ranks, &why);
}

/* ---- what is said of it ---- */

/* The site that 'which' others have more computing than. */
static size_t site_with(const size_model_t *s, size_t which)
{
    const struct figures *f = s->measured[0].site;

    for (size_t i = 0; i <= s->run->sites; i++) {
        size_t more = 0;

        for (size_t k = 0; k <= s->run->sites; k++)
            more += f[k].all > f[i].all || (k < i && !(f[k].all < f[i].all));
        if (more == which)
            return i;
    }
    return s->run->sites + 1;
}

/* Where the program computes: before which call, and in which line. */
static void tell_site(const struct recording *run,
                      size_t site,
                      char text[SIZE_MODEL_TEXT])
{
    const struct recorded_site *is = &run->site[site];

    if (site == run->sites)
        snprintf(text, SIZE_MODEL_TEXT, "before calls of unknown place");
    else if (is->line)
        snprintf(text, SIZE_MODEL_TEXT, "before %s in %.200s", is->call,
                 is->line);
    else
        snprintf(text, SIZE_MODEL_TEXT,
                 "before %s, where ranks come to it from place %u", is->call,
                 is->number + 1);
}

void size_model_tell(const size_model_t *s,
                     size_t which,
                     size_t ranks,
                     char text[SIZE_MODEL_TEXT])
{
    size_t site = site_with(s, which), used;
    struct scaling_fit model;
    char formula[SCALING_FIT_TEXT];
    double seconds;

    text[0] = '\0';
    if (s->user || !are_several(s) || site > s->run->sites
        || !(s->measured[0].site[site].all > 0))
        return;
    model = fit_site(s, site, false);
    seconds = s->measured[0].site[site].compute * times(s, site, false, ranks);
    scaling_fit_tell(&model, formula);
    tell_site(s->run, site, text);
    used = strlen(text);
    used += (size_t)snprintf(text + used, SIZE_MODEL_TEXT - used,
                             ": %s seconds, so %s with %zu", formula,
                             unit_time(seconds).text, ranks);
    if (model.error > worth_telling)
        snprintf(text + used, SIZE_MODEL_TEXT - used,
                 "; it misses the runs by %.0f %%", 100 * model.error);
}
