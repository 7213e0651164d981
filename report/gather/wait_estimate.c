/* wait_estimate.c - tell waiting for other ranks from moving data
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/gather/transfer_limit.h"
#include "report/gather/wait_estimate.h"
#include "report/model/list.h"
#include "report/model/slowest_network.h"

/* One rank's part of one call. */
struct share {
    size_t rank;
    uint32_t call;
    double count;
    double seconds;
    double bytes;
    double timed;  /* share of the calls that were timed */
    size_t counts; /* where its size classes start in w->counts */
    size_t classes;
    double most;   /* that it can have needed, see transfer_limit.h */
    double needed; /* as its paths tell */
    double beyond; /* seconds on these paths beyond that */
    double ratio;  /* of 'beyond' that is waiting in the end */
};

struct class_count {
    uint32_t class;
    uint64_t count;
};

/* One rank's part of one path. */
struct trip {
    size_t share;
    uint32_t path;
    double count;
    double seconds;
    double bytes;
    double needed;
    double waiting;
};

struct call_sum {
    uint32_t traits;
    enum transfer_limit limit;
    size_t last_share; /* of the rank added last */
    double bytes;
    double waiting;
    double fastest[SIZE_CLASSES]; /* seconds, 0 when there was none */
};

struct path_sum {
    double waiting;
    double fastest;
};

struct wait_estimate {
    struct transfer_limits limits;
    struct list shares;
    struct list counts; /* of struct class_count */
    struct list trips;
    struct list calls; /* of struct call_sum, by number */
    struct list paths; /* of struct path_sum, by number */
};

wait_estimate_t *wait_estimate_create(void)
{
    wait_estimate_t *w = calloc(1, sizeof(*w));

    if (w) {
        w->shares.bytes = sizeof(struct share);
        w->counts.bytes = sizeof(struct class_count);
        w->trips.bytes = sizeof(struct trip);
        w->calls.bytes = sizeof(struct call_sum);
        w->paths.bytes = sizeof(struct path_sum);
    }
    return w;
}

void wait_estimate_destroy(wait_estimate_t *w)
{
    if (w) {
        list_clear(&w->shares);
        list_clear(&w->counts);
        list_clear(&w->trips);
        list_clear(&w->calls);
        list_clear(&w->paths);
        free(w);
    }
}

/* The n-th record, which is added when it is not there yet. */
static void *at_number(struct list *l, uint32_t n)
{
    while (l->count <= n)
        if (!list_add(l))
            return NULL;
    return (char *)l->records + n * l->bytes;
}

static void keep_faster(double *fastest, double seconds)
{
    if (seconds > 0 && (*fastest == 0 || seconds < *fastest))
        *fastest = seconds;
}

static int add_counts(wait_estimate_t *w,
                      const struct call_record *record,
                      struct share *share)
{
    share->counts = w->counts.count;
    for (uint32_t c = 0; c < SIZE_CLASSES; c++) {
        struct class_count *count;

        if (record->sizes[c] == 0)
            continue;
        if (!(count = list_add(&w->counts)))
            return -1;
        *count = (struct class_count){ c, record->sizes[c] };
        share->classes++;
    }
    return 0;
}

int wait_estimate_add_call(wait_estimate_t *w,
                           size_t rank,
                           uint32_t call,
                           const struct call_record *record,
                           double seconds,
                           double tick)
{
    struct call_sum *sum = at_number(&w->calls, call);
    struct share *share = list_add(&w->shares);

    if (!sum || !share)
        return -1;
    sum->traits = record->traits;
    sum->limit = transfer_limit_of(record);
    sum->bytes += (double)record->bytes;
    sum->last_share = w->shares.count - 1;
    if (strncmp(record->name, "MPI_Pready", 10) == 0)
        w->limits.pieces += (double)record->count;
    for (int c = 0; c < SIZE_CLASSES; c++)
        keep_faster(&sum->fastest[c], record->fastest[c] * tick);
    share->rank = rank;
    share->call = call;
    share->count = (double)record->count;
    share->seconds = seconds;
    share->bytes = (double)record->bytes;
    share->timed = 1;
    if (record->untimed <= record->count && record->count > 0)
        share->timed -= (double)record->untimed / (double)record->count;
    return add_counts(w, record, share);
}

int wait_estimate_add_path(wait_estimate_t *w,
                           uint32_t call,
                           uint32_t path,
                           const struct call_site_record *site,
                           double tick)
{
    const struct call_sum *of = at_number(&w->calls, call);
    struct path_sum *sum = at_number(&w->paths, path);
    struct trip *trip = list_add(&w->trips);

    if (!of || !sum || !trip)
        return -1;
    keep_faster(&sum->fastest, site->fastest * tick);
    *trip = (struct trip){ .share = of->last_share,
                           .path = path,
                           .count = site->count,
                           .seconds = site->ticks * tick,
                           .bytes = site->bytes };
    return 0;
}

bool wait_estimate_possible(uint32_t traits)
{
    return traits & (TRAIT_BLOCKING | TRAIT_POLL)
           && !(traits & (TRAIT_SETUP | TRAIT_LOCAL));
}

/* What a call of the rank can have needed, or what it began. */
static double limit_of(const struct wait_estimate *w,
                       const struct share *share,
                       const struct run_rank *rank)
{
    const struct call_sum *call = w->calls.records;

    call += share->call;
    return transfer_limit_seconds(&w->limits, call->limit, &rank[share->rank],
                                  share->count, share->bytes, call->bytes);
}

/* What completes requests needs as much as what began them.  Of those that
 * began while watching was off nothing is known.
 */
static void set_limits(wait_estimate_t *w,
                       const struct run_rank *rank,
                       double *begun)
{
    const struct call_sum *call = w->calls.records;
    struct share *share = w->shares.records;

    for (size_t i = 0; i < w->shares.count; i++) {
        share[i].most = limit_of(w, &share[i], rank);
        if (call[share[i].call].traits & TRAIT_START && share[i].count > 0)
            begun[share[i].rank] += share[i].most;
    }
    for (size_t i = 0; i < w->shares.count; i++)
        if (call[share[i].call].limit == LIMIT_COMPLETE)
            share[i].most = rank[share[i].rank].times.paused > 0
                                ? INFINITY
                                : begun[share[i].rank];
}

/* What so many calls need that each need as much as the fastest one.  Of those
 * that move their own bytes these tell more.  A rank that polls has nothing
 * better to do.
 */
static double bounded(const wait_estimate_t *w,
                      const struct share *share,
                      double count,
                      double fastest,
                      double bytes)
{
    const struct call_sum *call = w->calls.records;
    double needed = count * fastest;

    if (call[share->call].traits & TRAIT_POLL)
        return 0;
    if (call[share->call].limit == LIMIT_MESSAGES)
        needed = fmin(
            needed, slowest_network_seconds(count, bytes, w->limits.on_host));
    return needed;
}

static void add_trips(wait_estimate_t *w)
{
    struct share *shares = w->shares.records;
    struct trip *trip = w->trips.records;

    for (size_t i = 0; i < w->trips.count; i++) {
        const struct path_sum *path = at_number(&w->paths, trip[i].path);
        struct share *share = &shares[trip[i].share];

        trip[i].needed = fmin(
            bounded(w, share, trip[i].count, path->fastest, trip[i].bytes),
            trip[i].seconds);
        share->needed += trip[i].needed;
    }
    for (size_t i = 0; i < w->trips.count; i++) {
        struct share *share = &shares[trip[i].share];

        if (share->needed > share->most)
            trip[i].needed *= share->most / share->needed;
        share->beyond += trip[i].seconds - trip[i].needed;
    }
}

static double wait_estimate_in(const wait_estimate_t *w,
                               const struct share *share)
{
    const struct call_sum *call = w->calls.records;
    const struct class_count *count = w->counts.records;
    double needed = 0;

    call += share->call;
    if (!wait_estimate_possible(call->traits))
        return 0;
    for (size_t i = share->counts; i < share->counts + share->classes; i++)
        needed += bounded(
            w, share, (double)count[i].count, call->fastest[count[i].class],
            (double)count[i].count * (double)size_class_limit(count[i].class));
    needed *= share->timed;
    if (share->needed > needed)
        needed = share->needed;
    needed = fmin(needed, share->most);
    return needed < share->seconds ? share->seconds - needed : 0;
}

static void split_trips(wait_estimate_t *w)
{
    const struct share *share = w->shares.records;
    struct trip *trip = w->trips.records;

    for (size_t i = 0; i < w->trips.count; i++, trip++) {
        struct path_sum *path = at_number(&w->paths, trip->path);

        trip->waiting =
            (trip->seconds - trip->needed) * share[trip->share].ratio;
        path->waiting += trip->waiting;
    }
}

/* A rank's calls may be those of several threads; its time in MPI is that of
 * the main thread.  To start MPI is that one's alone, and all else is scaled
 * down to it.
 */
static void split_mpi(struct run_times *times, double in_calls, double setup)
{
    double alone = fmin(setup, times->mpi);
    double mpi = times->mpi - alone, calls = in_calls - setup;
    double scale = calls > mpi ? mpi / calls : 1;

    times->waiting *= scale;
    times->other = alone + times->other * scale;
    times->transfer = times->mpi - times->waiting - times->other;
    if (times->transfer < 0)
        times->transfer = 0;
}

int wait_estimate_split(wait_estimate_t *w,
                        struct run_rank *rank,
                        size_t ranks)
{
    double *in_calls = calloc(ranks + 1, sizeof(*in_calls));
    double *setup = calloc(ranks + 1, sizeof(*setup));
    double *begun = calloc(ranks + 1, sizeof(*begun));
    struct share *share = w->shares.records;

    if (!in_calls || !setup || !begun) {
        free(in_calls);
        free(setup);
        free(begun);
        return -1;
    }
    w->limits = transfer_limits_of(rank, ranks, w->limits.pieces);
    set_limits(w, rank, begun);
    free(begun);
    add_trips(w);
    for (size_t i = 0; i < w->shares.count; i++, share++) {
        struct call_sum *call = at_number(&w->calls, share->call);
        double waiting = wait_estimate_in(w, share);

        call->waiting += waiting;
        share->ratio = share->beyond > waiting ? waiting / share->beyond
                       : waiting > 0           ? 1
                                               : 0;
        in_calls[share->rank] += share->seconds;
        rank[share->rank].times.waiting += waiting;
        if (call->traits & TRAIT_SETUP)
            setup[share->rank] += share->seconds;
        else if (call->traits & TRAIT_LOCAL)
            rank[share->rank].times.other += share->seconds;
    }
    split_trips(w);
    for (size_t i = 0; i < ranks; i++)
        split_mpi(&rank[i].times, in_calls[i], setup[i]);
    free(in_calls);
    free(setup);
    list_clear(&w->shares);
    list_clear(&w->counts);
    return 0;
}

double wait_estimate_in_call(const wait_estimate_t *w, uint32_t call)
{
    const struct call_sum *sum = w->calls.records;

    return call < w->calls.count ? sum[call].waiting : 0;
}

double wait_estimate_on_path(const wait_estimate_t *w, uint32_t path)
{
    const struct path_sum *sum = w->paths.records;

    return path < w->paths.count ? sum[path].waiting : 0;
}

double wait_estimate_added(const wait_estimate_t *w, size_t n)
{
    const struct trip *trip = w->trips.records;

    return n < w->trips.count ? trip[n].waiting : 0;
}
