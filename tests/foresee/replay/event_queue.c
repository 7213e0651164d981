/* Tests of foresee/replay/event_queue.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/checksum.h"
#include "foresee/replay/event_queue.h"
#include "tests/tap.h"

enum { RANKS = 200, ROUNDS = 50 };

static void test_order(void)
{
    static const struct {
        double when;
        size_t rank;
    } events[] = { { 3, 1 }, { 1, 7 }, { 2, 0 }, { 1, 4 }, { 1, 9 } };
    static const size_t order[] = { 4, 7, 9, 0, 1 };
    event_queue_t *q = event_queue_create(5);

    if (!q)
        return;
    ok(event_queue_is_empty(q) && isinf(event_queue_next(q)),
       "nothing happens in a new one");
    for (size_t i = 0; i < 5; i++)
        event_queue_push(q, events[i].when, events[i].rank);
    ok(event_queue_next(q) == 1, "the earliest moment is the next");
    for (size_t i = 0; i < 5; i++)
        ok(event_queue_pop(q) == order[i],
           "number %zu is rank %zu: by moments, then by ranks", i, order[i]);
    ok(event_queue_is_empty(q) && isinf(event_queue_next(q)),
       "then nothing happens any more");
    event_queue_destroy(q);
}

/* Ranks that go on at moments of chance, again and again. */
static void test_many(void)
{
    event_queue_t *q = event_queue_create(RANKS);
    double now = 0, seen[RANKS] = { 0 };
    bool ordered = q, all = q;

    for (size_t i = 0; q && i < RANKS; i++)
        event_queue_push(q, (double)(checksum_word(1, i) % 100), i);
    for (uint64_t k = 0; q && k < (uint64_t)RANKS * ROUNDS; k++) {
        double when = event_queue_next(q);
        size_t rank = event_queue_pop(q);

        ordered &= when >= now && rank < RANKS;
        now = when;
        seen[rank % RANKS]++;
        event_queue_push(q, now + (double)(checksum_word(k, rank) % 100),
                         rank);
    }
    ok(ordered, "no event comes after a later one");
    for (size_t i = 0; i < RANKS; i++)
        all &= seen[i] > ROUNDS / 2.0 && seen[i] < ROUNDS * 2;
    ok(all, "and none is forgotten");
    event_queue_destroy(q);
}

int main(void)
{
    test_order();
    test_many();
    event_queue_destroy(NULL);
    return tap_done();
}
