/* uneven_work.c - causes: some ranks have more to do than others
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/diagnose/places.h"
#include "report/diagnose/sleeping_ranks.h"
#include "report/diagnose/uneven_work.h"
#include "report/model/efficiency.h"
#include "report/model/units.h"

static const double APART = 1.1;  /* times as long: not the same */
static const double ALONE = 0.25; /* of its surplus, that others may have */
static const double RISING = 0.9; /* correlation of work with the rank */
static const double SEEN = 0.01;  /* of the most that one computes: it shows */
static const double FREE = 0.25; /* of the others' work has who hands it out */
static const double UNSURE = 0.25; /* of what is no work: as well as it is
                                      known */

enum { SLOPE = 4 }; /* ranks that make a slope */

/* How long each rank computes, in an iteration or in all; of a job that moved,
 * whose ranks were there for different times, the share of its time.
 */
struct work {
    size_t count;
    int *rank;
    double *seconds;
    double mean;
    size_t most; /* which of them */
    size_t least;
    double second; /* the most of all others */
};

/* What of its computing is work, see evidence_work(). */
static double share_of_work(const struct evidence *e, int number)
{
    const struct run_rank *rank = evidence_rank(e->run, number);

    return rank && rank->times.compute > 0
               ? evidence_work(e, rank) / rank->times.compute
               : 1;
}

static bool has_moved(const struct evidence *e)
{
    return e->run->generations > 1;
}

static int take_work(const struct evidence *e, struct work *w)
{
    const struct run *run = e->run;
    const struct run_iterations *it = &run->iterations;
    bool moved = has_moved(e), rounds = e->in_rounds && !moved;
    size_t room = it->paces + run->ranks + 1;

    w->rank = calloc(room, sizeof(*w->rank));
    w->seconds = calloc(room, sizeof(*w->seconds));
    if (!w->rank || !w->seconds)
        return -1;
    for (size_t i = 0; rounds && i < it->paces; i++)
        if (efficiency_shared(it, &it->pace[i])) {
            w->rank[w->count] = it->pace[i].rank;
            w->seconds[w->count++] =
                it->pace[i].compute * share_of_work(e, it->pace[i].rank);
        }
    for (size_t i = 0; !rounds && i < run->ranks; i++) {
        double wall = run->rank[i].times.wall;

        if (moved && !(wall > 0))
            continue;
        w->rank[w->count] = run->rank[i].rank;
        w->seconds[w->count++] =
            evidence_work(e, &run->rank[i]) / (moved ? wall : 1);
    }
    return 0;
}

static void look_at_work(struct work *w)
{
    for (size_t i = 0; i < w->count; i++) {
        w->mean += w->seconds[i] / (double)w->count;
        if (w->seconds[i] > w->seconds[w->most])
            w->most = i;
        if (w->seconds[i] < w->seconds[w->least])
            w->least = i;
    }
    for (size_t i = 0; i < w->count; i++)
        if (i != w->most)
            w->second = fmax(w->second, w->seconds[i]);
}

static double mean_of_others(const struct work *w, size_t one)
{
    double n = (double)w->count;

    return (w->mean * n - w->seconds[one]) / (n - 1);
}

/* Whether all others are much alike. */
static bool is_one(const struct work *w)
{
    double others;

    if (w->count < 2)
        return false;
    others = mean_of_others(w, w->most);
    return w->second - others < ALONE * (w->seconds[w->most] - others);
}

/* How well the work follows the rank's number: 1 up, -1 down. */
static double slope(const struct work *w)
{
    double n = (double)w->count, middle = 0, xx = 0, yy = 0, xy = 0;

    for (size_t i = 0; i < w->count; i++)
        middle += w->rank[i] / n;
    for (size_t i = 0; i < w->count; i++) {
        double x = w->rank[i] - middle, y = w->seconds[i] - w->mean;

        xx += x * x;
        yy += y * y;
        xy += x * y;
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0;
}

/* ---- masters ---- */

static bool is_point_to_point(const struct run *run, const char *name)
{
    const struct run_call *call = call_kind_find(run, name);

    return call && strcmp(call->kind, "point to point") == 0;
}

/* Whether the rank with the least to do hands out work to all others: these
 * have messages with it alone, and what it does it does in other lines than
 * they.
 */
static bool is_handed_out(const struct evidence *e, const struct work *w)
{
    const struct run *run = e->run;
    int master = w->rank[w->least];

    if (w->count < 2 || w->count != run->ranks || run->messages == 0
        || w->seconds[w->least] > FREE * mean_of_others(w, w->least))
        return false;
    for (size_t i = 0; i < run->messages; i++)
        if (run->message[i].from != master && run->message[i].to != master)
            return false;
    for (size_t i = 0; i < run->sites; i++) {
        const struct run_site *site = &run->site[i];

        if (is_point_to_point(run, site->call) && site->count > run->ranks
            && (site->ranks == 0 || site->ranks == run->ranks))
            return false;
    }
    return true;
}

/* ---- hosts ---- */

/* What the ranks of a host have to do. */
struct share {
    double sum, count, most, least;
};

static const char *host_of(const struct run *run, int number)
{
    const struct run_rank *rank = evidence_rank(run, number);

    return rank ? rank->host : "";
}

static struct share take_share(const struct run *run,
                               const struct work *w,
                               const char *host,
                               bool on)
{
    struct share s = { .least = INFINITY };

    for (size_t i = 0; i < w->count; i++) {
        if ((strcmp(host_of(run, w->rank[i]), host) == 0) != on)
            continue;
        s.sum += w->seconds[i];
        s.most = fmax(s.most, w->seconds[i]);
        s.least = fmin(s.least, w->seconds[i]);
        s.count++;
    }
    return s;
}

/* Whether it is a host rather than a rank: there are several on it, and each
 * of them computes longer than any other, by more than what those differ by
 * anyway, as they do where work rises with the rank.
 */
static double host_factor(const struct evidence *e, const struct work *w)
{
    const char *host = host_of(e->run, w->rank[w->most]);
    struct share on = take_share(e->run, w, host, true);
    struct share others = take_share(e->run, w, host, false);

    if (on.count < 2 || others.count < 2 || on.least < APART * others.most
        || on.most > APART * on.least
        || on.least - others.most < (others.most - others.least) / 2)
        return 0;
    return on.sum / on.count / (others.sum / others.count);
}

/* ---- words ---- */

static const char *when(const struct evidence *e)
{
    return e->in_rounds ? " in each iteration" : "";
}

static void say_host(const struct evidence *e,
                     const struct work *w,
                     double factor,
                     struct causes *f,
                     struct run_verdict *v)
{
    const char *host = host_of(e->run, w->rank[w->most]);

    causes_print(f, &v->because,
                 "The ranks on %.100s compute %.2f times as long%s as those"
                 " on other hosts.",
                 host, factor, when(e));
    causes_print(f, &v->advice,
                 "Find out whether %.100s is slower than the other hosts or"
                 " its ranks have more to do; give them less work, or leave"
                 " the host out.",
                 host);
}

/* What a rank computes; of a job that moved a share of its time. */
static struct unit_text computed(const struct evidence *e, double work)
{
    return has_moved(e) ? unit_share(work, 1) : unit_time(work);
}

static void say_one(const struct evidence *e,
                    const struct work *w,
                    struct causes *f,
                    struct run_verdict *v)
{
    int rank = w->rank[w->most];

    causes_print(f, &v->because,
                 "Rank %d computes %s%s, and the others %s%s on average.",
                 rank, computed(e, w->seconds[w->most]).text,
                 has_moved(e) ? " of its time" : when(e),
                 computed(e, mean_of_others(w, w->most)).text,
                 has_moved(e) ? " of theirs" : "");
    causes_print(f, &v->advice,
                 "Give rank %d less of the work, so that all have equally"
                 " much to do.",
                 rank);
    sleeping_ranks_tell(e, rank, f, v);
}

static void say_handed_out(const struct evidence *e,
                           const struct work *w,
                           struct causes *f,
                           struct run_verdict *v)
{
    int master = w->rank[w->least];

    causes_print(f, &v->because,
                 "Rank %d hands out work and computes %s%s; the other%s"
                 " %s%s.",
                 master, unit_time(w->seconds[w->least]).text, when(e),
                 w->count == 2 ? " one, to which it does, computes"
                               : "s, to which it does, compute",
                 unit_time(mean_of_others(w, w->least)).text,
                 w->count == 2 ? "" : " on average");
    causes_print(f, &v->advice,
                 "Start more ranks: there are more to work then, and the time"
                 " of rank %d is less of the whole. Or let it work, too.",
                 master);
}

static void say_several(const struct evidence *e,
                        const struct work *w,
                        bool rising,
                        struct causes *f,
                        struct run_verdict *v)
{
    causes_print(f, &v->because,
                 "%s rank %d, the slowest, computes %s%s, the mean is %s, the"
                 " least %s in rank %d.",
                 rising ? "The work rises or falls with the rank's number:"
                        : "The ranks have different amounts of work:",
                 w->rank[w->most], unit_time(w->seconds[w->most]).text,
                 when(e), unit_time(w->mean).text,
                 unit_time(w->seconds[w->least]).text, w->rank[w->least]);
    causes_print(f, &v->advice, "%s",
                 rising ? "Divide the work by what it costs and not by the"
                          " number of items, or deal the items out in turn."
                        : "Divide the work by what it costs and not by the"
                          " number of items.");
}

/* Ranks of a job that moved were there for different times, so there is a
 * share of it at most to tell of one.
 */
static void say_moved(const struct evidence *e,
                      struct causes *f,
                      struct run_verdict *v)
{
    const struct run_rank *r = e->busiest;

    causes_print(f, &v->because,
                 "The ranks have different amounts of work; rank %d"
                 " computes %s of its time, on average they compute %s.",
                 r ? r->rank : 0,
                 r ? unit_share(r->times.compute, r->times.wall).text : "-",
                 unit_share(e->run->sum.compute, e->run->sum.wall).text);
    causes_print(f, &v->advice,
                 "Divide the work by what it costs and not by the number of"
                 " items.");
}

/* Tables of the report have what the ranks compute with the time that is not
 * taken for work here.
 */
static void say_what_is_left_out(const struct evidence *e,
                                 struct causes *f,
                                 struct run_verdict *v)
{
    double cores = 0, files = 0, most = 0;

    for (size_t i = 0; i < e->run->ranks; i++) {
        const struct run_rank *rank = &e->run->rank[i];
        double computes = rank->times.compute;
        double took = posix_io_took(&e->posix, rank);

        most = fmax(most, computes);
        files = fmax(files, took);
        cores = fmax(cores, computes - evidence_work(e, rank) - took);
    }
    if (cores > SEEN * most || files > SEEN * most)
        causes_print(f, &v->because, "%s This leaves out %s%s%s.", v->because,
                     cores > SEEN * most ? "time without a core" : "",
                     fmin(cores, files) > SEEN * most ? ", " : "",
                     files > SEEN * most ? "input and output" : "");
}

static void say(const struct evidence *e,
                const struct work *w,
                struct causes *f,
                struct run_verdict *v)
{
    double factor = host_factor(e, w);
    bool rising = w->count >= SLOPE && fabs(slope(w)) > RISING;

    if (has_moved(e) && !is_one(w)) {
        say_moved(e, f, v);
        return;
    }
    if (!has_moved(e) && factor > 0) {
        v->cause = "slow host";
        say_host(e, w, factor, f, v);
    } else if (!has_moved(e) && is_handed_out(e, w)) {
        say_handed_out(e, w, f, v);
    } else if (is_one(w)) {
        v->cause = "uneven work: one rank";
        say_one(e, w, f, v);
    } else {
        v->cause = rising ? "uneven work: a gradient" : "uneven work";
        say_several(e, w, rising, f, v);
    }
    say_what_is_left_out(e, f, v);
}

/* What would be saved if all had equally much to do: what the rank with the
 * most computes beyond the mean.  What it lost because it had no core is no
 * work, nor is the time that files took; both are estimates, and what is a
 * small part of these may be nothing.
 */
static double worth_of(const struct evidence *e)
{
    double worth = e->uneven * e->scale - e->excused;

    return worth > UNSURE * e->excused ? worth : 0;
}

/* What is uneven before and after the iterations shows in a line that is not
 * in these.
 */
static const struct run_site *find_place(const struct evidence *e)
{
    const struct run_iterations *it = &e->run->iterations;
    double all = fmin(e->uneven, e->waiting);
    unsigned kinds = CALLS_ALL & ~CALLS_FILE;
    const struct run_site *outside = NULL;

    if (it->found && !e->in_rounds)
        outside = places_most_rare(e, kinds, it->count, places_uneven, all);
    return outside ? outside : places_most(e, kinds, NULL, places_uneven, all);
}

void uneven_work_find(const struct evidence *e, struct causes *f)
{
    double worth = worth_of(e);
    struct work w = { 0 };
    struct run_verdict *v;

    if (e->ranks < 1.5
        || !(v = causes_add(f, CAUSE_WORK, "uneven work", worth)))
        return;
    if (take_work(e, &w) < 0) {
        f->no_memory = true;
    } else if (w.count > 0) {
        look_at_work(&w);
        say(e, &w, f, v);
    }
    causes_place(v, find_place(e));
    free(w.rank);
    free(w.seconds);
}
