/* transfers.c - bytes under way between hosts, all of which share what these
 * have of the network
 *
 * Each host has so much for what it sends and as much for what comes, and in
 * between there is enough for all: a star.  Who shares gets equal parts, and
 * what somebody cannot use, as his other end or the way between has less, is
 * for the others (max-min fairness).  So the rates are found from the lowest
 * one up.  They change when a message comes or goes, and only then.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "foresee/replay/transfers.h"

enum { SENDS, TAKES, WAYS };

static const double rounding = 1e-12; /* what is equal but for this is equal */

struct transfer {
    uint32_t message;
    size_t end[WAYS]; /* numbers of sides */
    double most;      /* bytes a second that the way between lets pass */
    double begins;    /* when the first byte arrives */
    double left;      /* bytes, at 'now' */
    double rate;      /* NAN while it is not found yet */
};

/* What a host has for one of both ways. */
struct side {
    double left; /* bytes a second that nobody has yet */
    size_t users;
    bool full;
};

struct transfers {
    const struct platform *platform;
    double now;
    bool changed; /* so rates are to be found again */
    size_t count, room;
    struct transfer *transfer;
    struct side *side;
};

transfers_t *transfers_create(const struct platform *p)
{
    transfers_t *t = calloc(1, sizeof(*t));

    if (!t)
        return NULL;
    t->platform = p;
    t->now = -INFINITY;
    t->side = calloc(WAYS * p->hosts + 1, sizeof(*t->side));
    if (t->side)
        return t;
    free(t);
    return NULL;
}

void transfers_destroy(transfers_t *t)
{
    if (!t)
        return;
    free(t->transfer);
    free(t->side);
    free(t);
}

int transfers_start(transfers_t *t,
                    double when,
                    size_t from,
                    size_t to,
                    uint64_t bytes,
                    uint32_t message)
{
    const struct platform_link *l = platform_link(t->platform, from, to);

    if (!grow(&t->transfer, sizeof(t->transfer[0]), t->count, &t->room))
        return -1;
    t->transfer[t->count++] = (struct transfer){
        .message = message,
        .end = { WAYS * from + SENDS, WAYS * to + TAKES },
        .most = l->per_byte > 0 ? 1 / l->per_byte : INFINITY,
        .begins = when + l->latency,
        .left = (double)bytes,
    };
    return 0;
}

static bool is_moving(const transfers_t *t, const struct transfer *is)
{
    return is->begins <= t->now;
}

/* ---- rates ---- */

static void begin_sharing(transfers_t *t)
{
    for (size_t i = 0; i < WAYS * t->platform->hosts; i++) {
        double per_byte = t->platform->host[i / WAYS].per_byte;

        t->side[i] =
            (struct side){ .left = per_byte > 0 ? 1 / per_byte : INFINITY };
    }
    for (size_t i = 0; i < t->count; i++) {
        struct transfer *is = &t->transfer[i];

        is->rate = is_moving(t, is) ? NAN : 0;
        for (int way = 0; way < WAYS; way++)
            t->side[is->end[way]].users += isnan(is->rate);
    }
}

static double part_of(const struct side *s)
{
    return s->left / (double)s->users;
}

/* The least that any of those gets whose rate is not found; INFINITY where
 * there is none.
 */
static double lowest(const transfers_t *t)
{
    double least = INFINITY;

    for (size_t i = 0; i < t->count; i++) {
        const struct transfer *is = &t->transfer[i];

        if (!isnan(is->rate))
            continue;
        least = fmin(least, is->most);
        for (int way = 0; way < WAYS; way++)
            least = fmin(least, part_of(&t->side[is->end[way]]));
    }
    return least;
}

/* Those that cannot have more have that. */
static void fix(transfers_t *t, double rate)
{
    double bound = rate * (1 + rounding);

    for (size_t i = 0; i < WAYS * t->platform->hosts; i++)
        t->side[i].full =
            t->side[i].users > 0 && part_of(&t->side[i]) <= bound;
    for (size_t i = 0; i < t->count; i++) {
        struct transfer *is = &t->transfer[i];

        if (!isnan(is->rate)
            || (is->most > bound && !t->side[is->end[SENDS]].full
                && !t->side[is->end[TAKES]].full))
            continue;
        is->rate = rate;
        for (int way = 0; way < WAYS; way++) {
            t->side[is->end[way]].users--;
            t->side[is->end[way]].left -= rate;
        }
    }
}

static void find_rates(transfers_t *t)
{
    double rate;

    begin_sharing(t);
    while (isfinite(rate = lowest(t)))
        fix(t, rate);
    t->changed = false;
}

/* ---- what happens ---- */

static double when_of(const transfers_t *t, const struct transfer *is)
{
    return is_moving(t, is) ? t->now + is->left / is->rate : is->begins;
}

/* The number of the one to which something happens next. */
static size_t find_next(transfers_t *t)
{
    size_t next = 0;

    if (t->changed)
        find_rates(t);
    for (size_t i = 1; i < t->count; i++)
        if (when_of(t, &t->transfer[i]) < when_of(t, &t->transfer[next]))
            next = i;
    return next;
}

double transfers_next(transfers_t *t)
{
    return t->count > 0 ? when_of(t, &t->transfer[find_next(t)]) : INFINITY;
}

int64_t transfers_take(transfers_t *t)
{
    size_t next = find_next(t);
    struct transfer *is = &t->transfer[next];
    bool arrives = is_moving(t, is);
    int64_t message = arrives ? (int64_t)is->message : TRANSFERS_NONE;
    double when = when_of(t, is);

    for (size_t i = 0; i < t->count; i++)
        if (is_moving(t, &t->transfer[i]))
            t->transfer[i].left =
                fmax(0, t->transfer[i].left
                            - t->transfer[i].rate * (when - t->now));
    t->now = when;
    t->changed = true;
    if (arrives)
        *is = t->transfer[--t->count];
    return message;
}
