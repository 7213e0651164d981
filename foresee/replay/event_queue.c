/* event_queue.c - what happens next: ranks by the moments at which they go on
 *
 * A heap in an array: the events below the one at k are at 2k + 1 and 2k + 2,
 * and none of them is earlier.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "foresee/replay/event_queue.h"

struct event {
    double when;
    size_t rank;
};

struct event_queue {
    size_t events;
    struct event event[];
};

event_queue_t *event_queue_create(size_t ranks)
{
    event_queue_t *q = malloc(sizeof(*q) + (ranks + 1) * sizeof(struct event));

    if (q)
        q->events = 0;
    return q;
}

void event_queue_destroy(event_queue_t *q)
{
    free(q);
}

static bool is_earlier(const struct event *a, const struct event *b)
{
    return a->when < b->when || (a->when <= b->when && a->rank < b->rank);
}

void event_queue_push(event_queue_t *q, double when, size_t rank)
{
    struct event pushed = { when, rank };
    size_t at = q->events++;

    while (at > 0 && is_earlier(&pushed, &q->event[(at - 1) / 2])) {
        q->event[at] = q->event[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    q->event[at] = pushed;
}

bool event_queue_is_empty(const event_queue_t *q)
{
    return q->events == 0;
}

double event_queue_next(const event_queue_t *q)
{
    return q->events > 0 ? q->event[0].when : INFINITY;
}

size_t event_queue_pop(event_queue_t *q)
{
    size_t first = q->event[0].rank, at = 0, child;
    struct event last = q->event[--q->events];

    while ((child = 2 * at + 1) < q->events) {
        if (child + 1 < q->events
            && is_earlier(&q->event[child + 1], &q->event[child]))
            child++;
        if (!is_earlier(&q->event[child], &last))
            break;
        q->event[at] = q->event[child];
        at = child;
    }
    q->event[at] = last;
    return first;
}
