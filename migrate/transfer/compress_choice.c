/* compress_choice.c - whether packing pays, and how hard to pack
 *
 * Packing, sending and unpacking overlap, as there is a queue in the kernel
 * on both sides: so the slowest of them counts.  A way of packing must
 * promise to be clearly better than sending as it is, since a promise that is
 * not kept makes the program stand still for longer.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "migrate/transfer/compress_choice.h"

/* From quick to thorough.  Some fields pack better as they are: that is for
 * trying out.
 */
const struct compress_choice_way compress_choice_way[COMPRESS_CHOICE_WAYS] = {
    { .level = -1, .shuffled = true, .slowest = 500e6, .fastest = 3e9 },
    { .level = 3, .shuffled = true, .slowest = 150e6, .fastest = 2.5e9 },
    { .level = 3, .shuffled = false, .slowest = 150e6, .fastest = 2.5e9 },
    { .level = 9, .shuffled = true, .slowest = 50e6, .fastest = 1e9 },
};

static const double core = 3e9; /* bytes/s that a core sends or receives */
static const double gain = 0.93;
static const double news = 0.4; /* what the last measurement counts */

static const double trials = 0.02; /* of all time */

enum { STALE = 64 }; /* chunks after which to try again */

static double larger(double a, double b)
{
    return a > b ? a : b;
}

double compress_choice_raw(const struct compress_choice_link *link)
{
    return link->speed > 0 ? larger(1 / link->speed, 1 / core) : 1 / core;
}

/* Seconds for each plain byte. */
static double packed_time(const struct compress_choice *c,
                          const struct compress_choice_link *link,
                          int way)
{
    double ratio = c->way[way].ratio;
    double pack = c->way[way].second + ratio / core;
    double undo = 1 / link->undo + ratio / core;

    return larger(larger(pack, undo), ratio / link->speed);
}

int compress_choice_best(const struct compress_choice *c,
                         const struct compress_choice_link *link)
{
    double best;
    int chosen = COMPRESS_CHOICE_RAW;

    if (link->speed <= 0 || link->undo <= 0)
        return COMPRESS_CHOICE_RAW;
    best = gain * compress_choice_raw(link);
    for (int w = 0; w < COMPRESS_CHOICE_WAYS; w++)
        if (c->way[w].known && packed_time(c, link, w) < best) {
            best = packed_time(c, link, w);
            chosen = w;
        }
    return chosen;
}

/* Whether 'way' could be better than what takes 'now', and was not tried, or
 * long ago.
 */
static bool is_promising(const struct compress_choice *c, int way, double now)
{
    return (!c->way[way].known || c->way[way].age >= STALE)
           && now > 1 / compress_choice_way[way].fastest;
}

static double trial_time(const struct compress_choice *c, int way)
{
    return COMPRESS_CHOICE_SAMPLE
           * (c->way[way].known ? c->way[way].second
                                : 1 / compress_choice_way[way].slowest);
}

int compress_choice_try(struct compress_choice *c,
                        const struct compress_choice_link *link,
                        size_t bytes)
{
    int best = compress_choice_best(c, link);
    double now;

    if (link->speed <= 0 || link->undo <= 0)
        return COMPRESS_CHOICE_RAW;
    now = best < 0 ? compress_choice_raw(link) : packed_time(c, link, best);
    c->allowance += trials * now * (double)bytes;
    for (int w = 0; w < COMPRESS_CHOICE_WAYS; w++)
        c->way[w].age++;
    for (int w = 0; w < COMPRESS_CHOICE_WAYS; w++)
        if (is_promising(c, w, now) && trial_time(c, w) < c->allowance) {
            c->allowance -= trial_time(c, w);
            return w;
        }
    return COMPRESS_CHOICE_RAW;
}

static void blend(double *value, double seen, bool known)
{
    *value = known ? (1 - news) * *value + news * seen : seen;
}

void compress_choice_note(struct compress_choice *c,
                          int way,
                          size_t plain,
                          size_t packed,
                          double seconds)
{
    bool known = c->way[way].known;

    if (plain == 0)
        return;
    blend(&c->way[way].ratio, (double)packed / (double)plain, known);
    blend(&c->way[way].second, seconds / (double)plain, known);
    c->way[way].known = true;
    c->way[way].age = 0;
}

double compress_choice_flow(const struct compress_choice *c,
                            const struct compress_choice_link *link,
                            int way)
{
    struct compress_choice_link unbounded = { core, link->undo };

    if (way < 0 || !c->way[way].known || link->undo <= 0)
        return core;
    return c->way[way].ratio / packed_time(c, &unbounded, way);
}
