/* Tests of pmpi/watch/span.c: what the time of a call is put down to
 *
 * Spans are made up, with their times, so no clock is read but for what
 * watching costs.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/mpi/next.h"
#include "pmpi/watch/call_site.h"
#include "pmpi/watch/span.h"
#include "pmpi/watch/span_mark.h"
#include "pmpi/watch/span_trace.h"
#include "pmpi/watch/use_sample.h"
#include "tests/tap.h"

enum { WEIGHT = 64 };

struct watch watch;
_Thread_local struct watch_thread watch_thread;
pthread_mutex_t watch_mutex = PTHREAD_MUTEX_INITIALIZER;
void *next_call[CALL_COUNT];
struct call_site_path call_site_table[CALL_SITE_TABLE];
struct call_site_path *call_site_last = call_site_table;

static struct thread_record record;

/* No call path is known. */
struct call_site_path *call_site_search(uint32_t at,
                                        enum call call,
                                        void *address,
                                        char *frame)
{
    (void)at, (void)call, (void)address, (void)frame;
    return NULL;
}

struct call_site_path *call_site_other(enum call call,
                                       void *address,
                                       char *frame)
{
    return call_site_search(0, call, address, frame);
}

void *next_find(enum call call)
{
    return next_call[call] = next_call;
}

void span_mark_synced(uint64_t tick)
{
    (void)tick;
}

void span_trace(struct span *span)
{
    (void)span;
}

uint64_t span_trace_cpu(void)
{
    return 0;
}

void watch_enter_thread(void)
{
}

static int looked;
static bool looked_before; /* at what was before a call */

void watch_look(uint64_t now, const double *core_wait)
{
    (void)now, (void)core_wait;
    looked++;
}

const double *use_sample_call_ends(void)
{
    return NULL;
}

void use_sample_call_begins(void)
{
    looked_before = true;
}

static void start(bool main_thread)
{
    free(watch.page);
    watch = (struct watch){ .on = true,
                            .level = LEVEL_TIMES,
                            .look_at = UINT64_MAX,
                            .page = calloc(1, sizeof(*watch.page)) };
    memset(&record, 0, sizeof(record));
    watch_thread = (struct watch_thread){ .where = WATCH_OUTSIDE,
                                          .main = main_thread,
                                          .unmeasured = WATCH_COST_EVERY,
                                          .record = &record };
}

/* A call of so many ticks that ends at 'end'.  Returns how much time it is
 * put down to.
 */
static uint64_t leave(enum call call,
                      uint32_t weight,
                      uint64_t end,
                      uint64_t ticks)
{
    struct call_record *of = &watch.page->call[call];
    uint64_t before = of->ticks;
    struct span span = {
        .call = call, .weight = weight, .start = end - ticks, .end = end
    };

    span_leave(&span, true);
    return of->ticks - before;
}

/* Every 64th poll is timed and stands for those before it. */
static void test_polls(void)
{
    static const struct {
        const char *what;
        uint64_t end;
        uint64_t ticks;
        uint64_t others; /* ticks in other calls before it */
        uint64_t sum;
    } polls[] = {
        { "the first one stands for itself", 1000, 10, 0, 10 },
        { "a short one for 64 of them", 2000, 10, 0, 640 },
        { "one where there was less time than that, for that time", 2100, 10,
          0, 100 },
        { "one beside other calls, for what these leave", 2200, 10, 50, 50 },
        { "one that hardly fits in, for itself", 2300, 10, 95, 10 },
        { "a long one, for the time there was", 12300, 5000, 0, 10000 },
        { "a short one after it, for 64 again", 14300, 2, 0, 128 },
    };

    start(true);
    for (size_t i = 0; i < sizeof(polls) / sizeof(polls[0]); i++) {
        uint64_t sum, before;

        watch.page->mpi_ticks += polls[i].others;
        before = watch.page->mpi_ticks;
        sum = leave(CALL_MPI_Test, WEIGHT, polls[i].end, polls[i].ticks);
        ok(sum == polls[i].sum && watch.page->mpi_ticks - before == sum,
           "of polls, %s: %ju ticks, not %ju", polls[i].what,
           (uintmax_t)polls[i].sum, (uintmax_t)sum);
    }
    ok(leave(CALL_MPI_Iprobe, WEIGHT, 20000, 10) == 10,
       "another kind of poll begins anew");
    start(false);
    ok(leave(CALL_MPI_Test, WEIGHT, 20100, 10) == 640 && record.ticks == 640
           && record.count == 1 && watch.page->mpi_ticks == 0,
       "other threads add up for themselves");
}

static void test_calls(void)
{
    const struct call_record *call;

    start(true);
    ok(leave(CALL_MPI_Send, 1, 1000, 30) == 30
           && leave(CALL_MPI_Send, 1, 2000, 20) == 20,
       "a call takes its time");
    call = &watch.page->call[CALL_MPI_Send];
    ok(call->count == 2 && call->sizes[0] == 2 && call->fastest[0] == 20
           && watch.page->calls == 2 && watch.page->mpi_ticks == 50,
       "two calls are counted, and the faster one is known");
    ok(watch.page->last == 2000 && watch.page->lost_sites == 2,
       "so are when the last one was, and paths that have no room");
    watch.on = false;
    ok(leave(CALL_MPI_Send, 1, 3000, 30) == 0
           && watch_thread.where == WATCH_OUTSIDE,
       "a call in which watching ends is not counted");
}

/* Its cost would be that of the look, too. */
static void test_closer_look(void)
{
    struct span span;

    for (int i = 0; i < 2; i++) {
        bool looks = i > 0;

        start(true);
        looked_before = false;
        watch_thread.where = looks ? WATCH_LOOK : WATCH_PROBE;
        next_call[CALL_MPI_Send] = next_call;
        span_enter(&span, CALL_MPI_Send, NULL, NULL);
        ok((watch_thread.entered == 0) == looks && looked_before == looks
               && watch_thread.where == WATCH_INSIDE,
           looks ? "a call before which was a closer look is not measured"
                 : "a call that is to be measured is");
    }
}

/* That takes longer than some hundred calls. */
static void test_refresh(void)
{
    enum { CALLS = 5000, SOME = 400 };

    for (int level = LEVEL_COUNTS; level <= LEVEL_TIMES; level++) {
        uint64_t ticks = level == LEVEL_TIMES ? 5 : 0;

        start(true);
        watch.level = level;
        looked = 0;
        for (int i = 0; i < CALLS; i++)
            leave(CALL_MPI_Send, 1, ticks, ticks);
        ok(looked == 0,
           "at level %d the host is not looked at before it "
           "is time, not %d times",
           level, looked);
        watch.look_at = 0;
        for (int i = 0; i < SOME; i++)
            leave(CALL_MPI_Send, 1, ticks, ticks);
        ok(looked > 0, "at level %d it is when it is time", level);
    }
}

/* Of so many calls the first after them is measured. */
static void test_measured(void)
{
    struct span span;
    bool early = false;

    start(true);
    clock_setup();
    for (int i = 0; i < WATCH_COST_EVERY; i++) {
        early = early || watch_thread.where != WATCH_OUTSIDE;
        leave(CALL_MPI_Send, 1, 10, 5);
    }
    ok(!early && watch_thread.where == WATCH_PROBE
           && watch.page->cost_samples == 0,
       "after %d calls the next one is to be measured", WATCH_COST_EVERY);
    ok(!span_measure(), "not on the short way, if that is not gone");
    span_enter_other(&span, CALL_MPI_Send, NULL, NULL);
    span_stop(&span);
    span_leave(&span, true);
    ok(watch.page->cost_samples == 1 && watch_thread.where == WATCH_OUTSIDE
           && watch_thread.unmeasured == WATCH_COST_EVERY - 1
           && watch_thread.entered == 0,
       "it is, and then as many calls are not");
    watch.usual = watch.state;
    watch_thread.where = WATCH_PROBE;
    ok(span_measure() && watch_thread.entered > 0,
       "one that is to be measured may go the short way");
}

static void test_skipped(void)
{
    const struct call_record *call;
    int skipped = 0;

    start(true);
    call = &watch.page->call[CALL_MPI_Test];
    watch.page->call[CALL_MPI_Test].count = 9999;
    ok(!span_skip(CALL_MPI_Test), "the first 10000 polls are timed");
    watch.page->call[CALL_MPI_Test].count = 640 * 64;
    ok(!span_skip(CALL_MPI_Test), "so is every 64th after them");
    for (uint64_t i = 1; i < 64; i++) {
        watch.page->call[CALL_MPI_Test].count = 640 * 64 + i;
        skipped += span_skip(CALL_MPI_Test);
    }
    ok(skipped == 63 && call->count == 641 * 64 && call->untimed == 63,
       "those between are only counted: %d", skipped);
    watch.level = LEVEL_COUNTS;
    ok(span_skip(CALL_MPI_Test), "all are, where nothing is timed");
    watch_thread.where = WATCH_INSIDE;
    ok(!span_skip(CALL_MPI_Test), "one within another call is not ours");
}

int main(void)
{
    test_polls();
    test_calls();
    test_refresh();
    test_closer_look();
    test_measured();
    test_skipped();
    return tap_done();
}
