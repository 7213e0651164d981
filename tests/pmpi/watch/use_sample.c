/* Tests of pmpi/watch/use_sample.c: what a rank does between calls and in them
 *
 * Calls are made up; the clocks and the kernel are not.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "pmpi/watch/use_sample.h"
#include "pmpi/watch/watch.h"
#include "tests/tap.h"

enum { MS = 1000 * 1000 };

struct watch watch;
_Thread_local struct watch_thread watch_thread;

static void start(enum page_level level)
{
    struct clock_pair birth;

    free(watch.page);
    watch = (struct watch){ .level = level,
                            .page = calloc(1, sizeof(*watch.page)) };
    watch.page->pid = getpid();
    watch_thread = (struct watch_thread){ .where = WATCH_OUTSIDE };
    clock_setup();
    birth = clock_pair();
    nanosleep(&(struct timespec){ .tv_nsec = 10 * MS }, NULL);
    watch.page->tick_ns = clock_tick_ns(birth);
}

static void sleep_a_while(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = 50 * MS }, NULL);
}

static void work_a_while(void)
{
    uint64_t until = clock_thread() + 50 * MS;

    while (clock_thread() < until)
        ;
}

/* A call begins.  Returns whether what was before it is looked at. */
static bool begin(void)
{
    bool looked = watch_thread.where == WATCH_LOOK;

    if (looked)
        use_sample_call_begins();
    return looked;
}

/* Go through a call, in which 'meanwhile' is done, if anything. */
static void call(void (*meanwhile)(void))
{
    watch_thread.where = WATCH_INSIDE;
    if (meanwhile)
        meanwhile();
    watch.page->calls++;
    watch_thread.where = WATCH_OUTSIDE;
}

static double seconds_of(const struct stretches *s)
{
    return (double)s->ticks * watch.page->tick_ns * 1e-9;
}

static void test_computing(void)
{
    const struct stretches *computing;
    double asleep;

    start(LEVEL_TIMES);
    computing = &watch.page->computing;
    ok(!begin(), "nothing is looked at before it is time");
    ok(use_sample_call_ends() && watch_thread.where == WATCH_LOOK,
       "then the next call is waited for");
    work_a_while();
    ok(begin() && computing->count == 1,
       "and what was before it was looked at");
    ok(computing->use.on_core > 0.05 && computing->use.on_core < 0.06,
       "it was on a core for %g s of %g s", computing->use.on_core,
       seconds_of(computing));
    ok(computing->use.in_kernel <= computing->use.on_core + 0.02,
       "of which it was in the kernel for %g s", computing->use.in_kernel);
    call(NULL);
    use_sample_call_ends();
    sleep_a_while();
    begin();
    asleep = seconds_of(computing) - computing->use.on_core
             - computing->use.core_wait;
    ok(computing->count == 2 && computing->use.on_core < 0.06
           && (asleep > 0.045 || computing->use.core_wait > 0),
       "the next one slept: %g s of %g s, %g s without a core", asleep,
       seconds_of(computing), computing->use.core_wait);
    ok(watch.page->cost_look_ticks > 0 || tap_is_slow(),
       "what looking takes is counted");
}

static void test_calling(void)
{
    const struct stretches *calling;

    start(LEVEL_TIMES);
    calling = &watch.page->calling;
    use_sample_call_ends();
    begin();
    call(work_a_while);
    use_sample_call_ends();
    ok(calling->count == 1 && calling->use.on_core > 0.05,
       "a call that ends when it is time again was looked at: %g s",
       calling->use.on_core);
    begin();
    call(NULL);
    call(work_a_while);
    use_sample_call_ends();
    ok(calling->count == 1, "two of them are not taken for one");
}

/* In each round it becomes time in what is before the first call, as that is
 * long, and what is behind the last one is long, too.
 */
static void test_rounds(void)
{
    enum { ROUNDS = 200, CALLS = 5 };
    unsigned looks[CALLS] = { 0 }, least = ROUNDS;
    bool due = false;

    start(LEVEL_TIMES);
    for (int i = 0; i < ROUNDS; i++) {
        due = true;
        for (int k = 0; k < CALLS; k++) {
            begin();
            call(NULL);
            if (due && use_sample_call_ends()) {
                looks[k]++;
                due = false;
            }
        }
    }
    for (int k = 0; k < CALLS; k++)
        least = looks[k] < least ? looks[k] : least;
    ok(least > ROUNDS / CALLS / 4,
       "what is behind each of a round's calls is looked at: %u, %u, %u, %u,"
       " %u",
       looks[0], looks[1], looks[2], looks[3], looks[4]);
}

static void test_absent(void)
{
    const struct stretches *computing;

    start(LEVEL_TIMES);
    computing = &watch.page->computing;
    use_sample_call_ends();
    watch.page->held_ticks += 100;
    begin();
    ok(computing->count == 0, "a rank that stood still did not compute");
    call(NULL);
    watch_thread.where = WATCH_PROBE;
    ok(!use_sample_call_ends(), "where what a call costs is measured,"
                                " nothing else is");
    start(LEVEL_COUNTS);
    ok(!use_sample_call_ends(), "nor where calls are not timed");
}

int main(void)
{
    test_computing();
    test_calling();
    test_rounds();
    test_absent();
    free(watch.page);
    return tap_done();
}
