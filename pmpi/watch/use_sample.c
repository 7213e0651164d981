/* use_sample.c - what a rank does between two MPI calls, and in one: closer
 * looks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/system/clock.h"
#include "pmpi/watch/thread_use.h"
#include "pmpi/watch/use_sample.h"
#include "pmpi/watch/watch.h"

enum {
    PREEMPTED_NS = 100 * 1000, /* no look takes as long */
    PASSED_MOST = 16           /* calls */
};

/* The stretch that is looked at. */
static struct {
    enum { NONE, COMPUTING, CALLING } kind;
    uint64_t since;  /* ticks */
    uint64_t calls;  /* of the page, before it */
    uint64_t absent; /* ticks that are no time of the rank's, before it */
    struct thread_use use;
} stretch;

/* Calls after which it is time, and nothing begins. */
static struct {
    bool drawn;
    unsigned left;
    uint32_t chance;
} passed;

static void add(struct stretches *to,
                uint64_t ticks,
                const struct thread_use *now)
{
    to->count++;
    to->ticks += ticks;
    to->use.on_core += now->on_core - stretch.use.on_core;
    to->use.in_kernel += now->in_kernel - stretch.use.in_kernel;
    to->use.core_wait += now->core_wait - stretch.use.core_wait;
}

/* A rank that lost its core in a look spent that time, but not through us. */
static void note_cost(uint64_t ticks)
{
    if ((double)ticks * watch.page->tick_ns < PREEMPTED_NS)
        watch.page->cost_look_ticks += ticks;
}

/* One stretch ends, as far as it is of this kind, and 'next' begins.  What the
 * look itself takes is in neither.
 */
static bool turn(int from, int next, uint64_t calls, struct stretches *to)
{
    struct page *page = watch.page;
    uint64_t now = clock_ticks();
    struct thread_use use = thread_use_read(page->pid);
    bool is = (int)stretch.kind == from && stretch.calls == calls
              && stretch.absent == watch_absent_ticks();

    if (is)
        add(to, now - stretch.since, &use);
    stretch.kind = next;
    stretch.calls = page->calls;
    stretch.absent = watch_absent_ticks();
    stretch.use = use;
    stretch.since = clock_ticks();
    note_cost(stretch.since - now);
    return is;
}

/* Whether this call is one of those, of as many as there were since the last
 * look at most: who makes few has none of them passed.
 */
static bool is_passed(void)
{
    uint64_t calls = watch.page->calls;

    if (!passed.drawn) {
        if (stretch.calls <= calls) /* else they were counted anew */
            calls -= stretch.calls;
        passed.chance = passed.chance * 1664525 + 1013904223;
        calls = calls < PASSED_MOST ? calls : PASSED_MOST;
        passed.left = calls > 1 ? (unsigned)((passed.chance >> 8) % calls) : 0;
        passed.drawn = true;
    }
    if (passed.left > 0) {
        passed.left--;
        return true;
    }
    passed.drawn = false;
    return false;
}

static bool is_looked_at(void)
{
    return stretch.kind == CALLING && stretch.calls == watch.page->calls - 1;
}

const double *use_sample_call_ends(void)
{
    if (watch.level < LEVEL_TIMES || watch_thread.where != WATCH_OUTSIDE
        || (!is_looked_at() && is_passed()))
        return NULL;
    turn(CALLING, COMPUTING, watch.page->calls - 1, &watch.page->calling);
    watch_thread.where = WATCH_LOOK;
    return &stretch.use.core_wait;
}

void use_sample_call_begins(void)
{
    turn(COMPUTING, CALLING, watch.page->calls, &watch.page->computing);
}
