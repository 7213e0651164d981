/* event_queue.h - what happens next: ranks by the moments at which they go on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_REPLAY_EVENT_QUEUE_H
#define MITOSIS_FORESEE_REPLAY_EVENT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct event_queue event_queue_t;

/* Make one with room for an event of each of 'ranks'.  Returns what is given
 * back with event_queue_destroy(), or NULL when there is no memory.
 */
event_queue_t *event_queue_create(size_t ranks);

/* Free it.  NULL is fine. */
void event_queue_destroy(event_queue_t *q);

/* The rank, which has no event, goes on at that moment. */
void event_queue_push(event_queue_t *q, double when, size_t rank);

bool event_queue_is_empty(const event_queue_t *q);

/* When the next event is; INFINITY where there is none. */
double event_queue_next(const event_queue_t *q);

/* Take the next event, and return its rank.  Of several at a moment that of
 * the lowest rank is the first.  There is one.
 */
size_t event_queue_pop(event_queue_t *q);

#endif /* !MITOSIS_FORESEE_REPLAY_EVENT_QUEUE_H */
