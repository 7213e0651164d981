/* calibrate.c - what a run tells of the hosts that it was on
 *
 * When both ends of a message had come is known, and when the receiver went
 * on: between them is what the network took.  What is left, on the mean, is
 * the host's: a rank that has to wait gives its core away, or has it taken
 * away, and does not get it back at once.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "foresee/platform/calibrate.h"
#include "foresee/platform/eager_limit.h"
#include "foresee/platform/link_fit.h"
#include "foresee/platform/mapped_run.h"
#include "foresee/record/busy_cores.h"

enum { ENOUGH = 4 }; /* samples, to do without those of more doubt */

struct calibration {
    const struct recording *recording;
    struct platform *platform;
    struct mapped_run mapped;
    struct moments moments;
    size_t samples;
    size_t room;
    struct link_fit_sample *sample;
};

/* ---- the hosts ---- */

struct platform *calibrate_hosts(const struct recording *r, struct error *err)
{
    const char **name = calloc(r->ranks + 1, sizeof(*name));
    struct platform *p;
    size_t names = 0;

    if (!name)
        return error_null(err, "no memory for the hosts of %zu ranks",
                          r->ranks);
    for (size_t i = 0; i < r->ranks; i++) {
        size_t k = 0;

        while (k < names && strcmp(name[k], r->rank[i].host) != 0)
            k++;
        if (k == names)
            name[names++] = r->rank[i].host;
    }
    p = platform_create(name, names, err);
    free(name);
    return p;
}

/* Note when ranks were in calls that wait, once it is known which do. */
static void note_inside(struct calibration *c)
{
    for (size_t i = 0; i < c->recording->ranks; i++) {
        const struct recorded_rank *of = &c->recording->rank[i];
        size_t outside = 0;

        for (size_t k = 0; k < of->steps; k++) {
            if (!mapped_run_enters(&c->mapped, &of->step[k]))
                continue;
            for (; outside < k; outside++)
                moments_note(c->moments.inside, c->recording, (int)i,
                             &of->step[outside], of->step[k].at);
        }
        for (; outside < of->steps; outside++)
            moments_note(c->moments.inside, c->recording, (int)i,
                         &of->step[outside], of->end);
    }
}

/* ---- links ---- */

/* Both directions of a link are one. */
static size_t number_of(const struct platform *p,
                        const struct platform_link *link)
{
    size_t n = (size_t)(link - p->link), back;

    back = n % p->hosts * p->hosts + n / p->hosts;
    return n < back ? n : back;
}

/* How much a sample tells.  A message that was there before its receiver
 * looked for it says only what is left to do then.
 */
enum doubt { AWAITED, COLLECTIVE, THERE_BEFORE, DOUBTS };

/* Take what the call's last wait cost as a sample. */
static int add_sample(struct calibration *c,
                      const struct mapped_run_cost *cost,
                      enum step_kind wait,
                      double start,
                      double end)
{
    double seconds = end - fmax(start, cost->from) - cost->within;
    enum doubt doubt = cost->from < start         ? THERE_BEFORE
                       : wait == STEP_WAIT_JOINED ? COLLECTIVE
                                                  : AWAITED;

    if (!(seconds >= 0))
        return 0;
    if (!grow(&c->sample, sizeof(*c->sample), c->samples, &c->room))
        return -1;
    c->sample[c->samples++] = (struct link_fit_sample){
        .link = number_of(c->platform, cost->link),
        .doubt = doubt,
        .latencies = cost->latencies,
        .bytes = cost->bytes,
        .seconds = seconds,
    };
    return 0;
}

static int sample_rank(struct calibration *c, int rank)
{
    const struct recorded_rank *of = &c->recording->rank[rank];
    struct mapped_run_cost last = { .link = NULL };
    enum step_kind wait = STEP_RETURN;

    for (size_t i = 0; i < of->steps; i++) {
        const struct step *s = &of->step[i];

        if (s->kind == STEP_WAIT_RECEIVED || s->kind == STEP_WAIT_JOINED) {
            struct mapped_run_cost cost =
                mapped_run_cost(&c->mapped, &c->moments, rank, s);

            if (cost.link && cost.latencies > 0 && !isnan(cost.from)
                && (!last.link || cost.from > last.from)) {
                last = cost;
                wait = s->kind;
            }
        }
        if (s->kind != STEP_RETURN)
            continue;
        if (last.link && s->seconds > 0
            && add_sample(c, &last, wait, s->at, s->at + s->seconds) < 0)
            return -1;
        last.link = NULL;
    }
    return 0;
}

/* Fit the samples of one link by the best of them that are enough. */
static void fit_link(struct calibration *c,
                     struct link_fit_sample *sample,
                     size_t count)
{
    size_t hosts = c->platform->hosts, taken = 0;
    size_t a = sample->link / hosts, b = sample->link % hosts;
    double latency, per_byte;

    for (int doubt = 0; doubt < DOUBTS && taken < ENOUGH; doubt++)
        while (taken < count && sample[taken].doubt <= doubt)
            taken++;
    fit(sample, taken, &latency, &per_byte);
    platform_connect(c->platform, a, b, latency, per_byte);
}

static int find_links(struct calibration *c)
{
    for (size_t i = 0; i < c->recording->ranks; i++)
        if (sample_rank(c, (int)i) < 0)
            return -1;
    link_fit_sort(c->sample, c->samples);
    for (size_t from = 0, to; from < c->samples; from = to) {
        for (to = from + 1;
             to < c->samples && c->sample[to].link == c->sample[from].link;)
            to++;
        fit_link(c, c->sample + from, to - from);
    }
    return 0;
}

/* The slowest known link between hosts, or within one; NULL: there is none. */
static const struct platform_link *slowest(const struct platform *p,
                                           bool within)
{
    const struct platform_link *found = NULL;

    for (size_t i = 0; i < p->hosts * p->hosts; i++)
        if (p->link[i].known && (i / p->hosts == i % p->hosts) == within
            && (!found || p->link[i].latency > found->latency))
            found = &p->link[i];
    return found;
}

/* Of hosts whose ranks did not talk nothing is known but of others.  Within a
 * host it is no slower than between two.
 */
static void guess_links(struct platform *p)
{
    const struct platform_link *like[2] = { slowest(p, false),
                                            slowest(p, true) };
    struct platform_link of[2] = { { .known = false }, { .known = false } };

    if (!like[1])
        like[1] = like[0];
    for (int within = 0; within < 2; within++)
        if (like[within])
            of[within] = *like[within];
    for (size_t i = 0; i < p->hosts * p->hosts; i++)
        if (!p->link[i].known)
            p->link[i] = of[i / p->hosts == i % p->hosts];
}

/* ---- delays ---- */

/* How late calls returned on a host. */
struct delays {
    size_t count;
    size_t room;
    double *late;
};

static int add_delay(struct delays *all, double late)
{
    if (!grow(&all->late, sizeof(*all->late), all->count, &all->room))
        return -1;
    all->late[all->count++] = late;
    return 0;
}

/* By how much a call returned too late.  While others that computed had all
 * the cores the rank had its part of these, with which the replay reckons.
 */
static double late(const busy_cores_t *use, double could, double end)
{
    return use && could < end ? busy_cores_free(use, could, end) : end - could;
}

/* How much later than they could the calls returned in which the rank waited.
 * One that is kept waiting gives its core away, so these are told apart.
 */
static int add_delays(const struct calibration *c,
                      int rank,
                      const busy_cores_t *use,
                      struct delays all[PLATFORM_CALLS])
{
    const struct recorded_rank *of = &c->recording->rank[rank];
    double could = -INFINITY;
    bool kept = false;

    for (size_t i = 0; i < of->steps; i++) {
        const struct step *s = &of->step[i];

        if (step_waits(s)) {
            kept |=
                mapped_run_is_kept(&c->mapped, &c->moments, rank, s, s->at);
            could = fmax(could, mapped_run_wait(&c->mapped, &c->moments, rank,
                                                s, s->at));
        }
        if (s->kind != STEP_RETURN)
            continue;
        if (step_has_waited(s) && isfinite(could)
            && add_delay(
                   &all[platform_call(s->item == RETURN_COLLECTIVE, kept)],
                   late(use, could, s->at + s->seconds))
                   < 0)
            return -1;
        could = -INFINITY;
        kept = false;
    }
    return 0;
}

/* NULL where its ranks did not have to share. */
static int find_use(const struct calibration *c,
                    size_t host,
                    busy_cores_t **use)
{
    const struct recording *r = c->recording;
    size_t rank = 0;

    *use = NULL;
    while (rank < r->ranks && c->mapped.host[rank] != host)
        rank++;
    if (rank == r->ranks || !r->yields || !recording_is_shared(r, rank))
        return 0;
    *use = busy_cores_create(r, rank);
    return *use ? 0 : -1;
}

static int find_delays_of(struct calibration *c, size_t host)
{
    struct delays all[PLATFORM_CALLS] = { { 0 } };
    busy_cores_t *use;
    int rc = find_use(c, host, &use);

    c->platform->host[host].delay_shared = use != NULL;
    for (size_t k = 0; k < c->recording->ranks && rc == 0; k++)
        if (c->mapped.host[k] == host)
            rc = add_delays(c, (int)k, use, all);
    for (int call = 0; call < PLATFORM_CALLS && rc == 0; call++)
        rc = platform_set_delays(c->platform, host, call, all[call].late,
                                 all[call].count);
    platform_mean_delay(
        c->platform, host,
        (const size_t[]){ all[PLATFORM_MESSAGE_KEPT].count,
                          all[PLATFORM_COLLECTIVE_KEPT].count });
    for (int call = 0; call < PLATFORM_CALLS; call++)
        free(all[call].late);
    busy_cores_destroy(use);
    return rc;
}

static int find_delays(struct calibration *c)
{
    for (size_t i = 0; i < c->platform->hosts; i++)
        if (find_delays_of(c, i) < 0)
            return -1;
    return 0;
}

/* ---- the whole ---- */

static int work_out(struct calibration *c, struct error *err)
{
    if (mapped_run_create(&c->mapped, c->recording, c->platform, NULL, err) < 0
        || moments_create(&c->moments, c->recording, err) < 0
        || moments_follow(&c->moments, c->recording, err) < 0)
        return -1;
    moments_note_recorded(&c->moments, c->recording);
    c->platform->eager = eager_limit_find(c->recording, &c->moments);
    note_inside(c);
    if (find_links(c) < 0)
        return error_set(err, "no memory to calibrate the platform");
    guess_links(c->platform);
    if (find_delays(c) < 0)
        return error_set(err, "no memory to calibrate the platform");
    return 0;
}

struct platform *calibrate(const struct recording *r, struct error *err)
{
    struct calibration c = { .recording = r };
    int rc;

    if (!(c.platform = calibrate_hosts(r, err)))
        return NULL;
    rc = work_out(&c, err);
    mapped_run_destroy(&c.mapped);
    moments_destroy(&c.moments);
    free(c.sample);
    if (rc == 0)
        return c.platform;
    platform_destroy(c.platform);
    return NULL;
}
