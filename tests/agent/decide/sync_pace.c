/* Tests of agent/decide/sync_pace.c: how far a job's syncs are apart
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "agent/decide/sync_pace.h"
#include "tests/tap.h"

enum { UNKNOWN_SYNC = 0 };

static void test_first(void)
{
    struct sync_pace p;

    sync_pace_init(&p, 100);
    ok(isnan(sync_pace_seconds(&p, 1, 103)),
       "a job that began 3 s ago and is in its first step has shown nothing");
    ok(sync_pace_stop(&p, 1, 103) == 0, "nor how long it takes to stop");
    ok(isnan(sync_pace_seconds(&p, UNKNOWN_SYNC, 103)),
       "nor has one whose ranks are all elsewhere");
    ok(tap_near(sync_pace_seconds(&p, 5, 124), 6),
       "four steps in 24 s are of 6");
    ok(tap_near(sync_pace_stop(&p, 5, 124), 12),
       "which is 12 s until all stop");
}

static void test_changes(void)
{
    struct sync_pace p;

    sync_pace_init(&p, 0);
    sync_pace_turn(&p, 4, 18, 19);
    ok(tap_near(sync_pace_seconds(&p, 4, 19.5), 6),
       "right after a change it is as it was before");
    ok(tap_near(sync_pace_stop(&p, 4, 19.5), 12),
       "and so is the way to a stop");
    ok(tap_near(sync_pace_seconds(&p, 4, 29), 10),
       "a step that goes on for longer than those before is as long");
    ok(tap_near(sync_pace_seconds(&p, UNKNOWN_SYNC, 1000), 6),
       "time says nothing where it is not known how far the ranks are");
    ok(tap_near(sync_pace_seconds(&p, 6, 23), 2),
       "steps after the change count more than those before");
    sync_pace_turn(&p, 4, 19, 20);
    ok(tap_near(sync_pace_seconds(&p, 4, 20.5), 6),
       "a change at the sync of the one before shows nothing");
    sync_pace_turn(&p, 8, 28, 29);
    ok(tap_near(sync_pace_seconds(&p, UNKNOWN_SYNC, 29.5), 2),
       "the last generation holds");
}

int main(void)
{
    test_first();
    test_changes();
    return tap_done();
}
