/* rate.c - how fast a connection takes bytes, and how fast it may
 *
 * Only while bytes wait for the link does their going say how fast it is.  And
 * only while nothing else is slower: when the other side unpacks slowly, the
 * queue is full too, so what is lower than what was seen is believed only if
 * that does not explain it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>

#include "net/rate.h"

enum {
    LEAST_BYTES = 32 * 1024,
    LEAST_NS = 2 * 1000 * 1000,
};

static const double second = 1e9;    /* in nanoseconds */
static const double burst = 0.25;    /* seconds */
static const double news = 0.5;      /* what the last measurement counts */
static const double explained = 0.7; /* of the flow */

static void start(struct rate_meter *m, uint64_t now_ns, uint64_t arrived)
{
    m->start_ns = now_ns;
    m->start_bytes = arrived;
}

/* A queue that ran empty says only how fast it is at least. */
static void judge(struct rate_meter *m, double seen, double flow, bool busy)
{
    if (m->speed <= 0 && busy)
        m->speed = seen;
    else if (m->speed > 0
             && (seen > m->speed || (busy && seen < explained * flow)))
        m->speed = (1 - news) * m->speed + news * seen;
}

void rate_note(struct rate_meter *m,
               uint64_t now_ns,
               uint64_t arrived,
               uint64_t queued,
               double flow)
{
    uint64_t bytes = arrived - m->start_bytes, took = now_ns - m->start_ns;

    if (m->start_ns == 0) {
        start(m, now_ns, arrived);
        return;
    }
    if (bytes >= LEAST_BYTES && took > 0
        && (took >= LEAST_NS || bytes >= 32 * LEAST_BYTES)) {
        judge(m, (double)bytes / (double)took * second, flow, queued > 0);
        start(m, now_ns, arrived);
    }
    if (queued == 0)
        start(m, now_ns, arrived);
}

void rate_fill(struct rate_bucket *b, uint64_t now_ns, double speed)
{
    if (b->last_ns != 0)
        b->tokens += (double)(now_ns - b->last_ns) / second * speed;
    if (b->tokens > burst * speed)
        b->tokens = burst * speed;
    b->last_ns = now_ns;
}

void rate_take(struct rate_bucket *b, uint64_t bytes)
{
    b->tokens -= (double)bytes;
}

uint64_t rate_wait(const struct rate_bucket *b, double speed)
{
    return b->tokens > 0 ? 0 : (uint64_t)((1 - b->tokens) / speed * second);
}
