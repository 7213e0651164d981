/* Tests of report/gather/rank_state.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/gather/rank_state.h"
#include "tests/tap.h"

enum { SECOND = 1000 * 1000 * 1000 };

/* A rank that was killed: it began at 1 s, entered MPI_Recv at 2 s and was
 * there ever since; MPI_Init took no time.
 */
static struct page page = {
    .state = PAGE_RUNNING,
    .init_enter = 1ull * SECOND,
    .init_leave = 1ull * SECOND,
    .last = 2ull * SECOND,
    .inside_since = 2ull * SECOND,
    .user_seconds = 0.5,
    .memory_peak_bytes = 1000,
};

static struct clocked_host host = { .tick = 1e-9, .is = { .name = "here" } };

static const struct {
    const char *what;
    bool here; /* it ran on this host */
    enum rank_state_job job;
    uint64_t looked; /* when, seconds; 0: nobody did */
    double end;      /* of the rank, as now is 10 s */
    bool at_least;
} cases[] = {
    { "nobody looked, and it is found later", true, RANK_STATE_GOES_ON, 0, 2,
      true },
    { "somebody looked, and it is found later", true, RANK_STATE_GOES_ON, 8, 8,
      true },
    { "the job ended just now", true, RANK_STATE_OVER, 0, 10, false },
    { "and it was looked at a moment ago", true, RANK_STATE_OVER, 9, 10,
      false },
    { "it was gone before the job was", true, RANK_STATE_OVER, 4, 4, true },
    { "it was on another host", false, RANK_STATE_OVER, 0, 2, true },
    { "which was not heard of again", false, RANK_STATE_GOES_ON, 5, 5, true },
    { "another generation took over", true, RANK_STATE_SUCCEEDED, 0, 2,
      false },
};

static void test_case(size_t n)
{
    struct run_rank rank;
    struct rank_state life;

    memset(&rank, 0, sizeof(rank));
    host.here = cases[n].here;
    page.look.at = cases[n].looked * SECOND;
    page.look.user_seconds = cases[n].looked ? 6 : 0;
    page.look.memory_peak_bytes = cases[n].looked ? 5000 : 0;
    life = rank_state_of(&page, &host, cases[n].job, 10ull * SECOND);
    life.waits = true;
    rank_state_take(&rank, &page, &host, &life);
    rank_state_finish(&rank, &host, &life);
    ok(fabs(life.end * 1e-9 - cases[n].end) < 1e-9
           && rank.at_least == cases[n].at_least,
       "%s: until %g s, %s", cases[n].what, life.end * 1e-9,
       rank.at_least ? "at least" : "as is known");
    ok(fabs(rank.times.compute + rank.times.mpi - rank.times.wall) < 1e-9
           && fabs(rank.times.waiting - rank.inside.seconds) < 1e-9,
       "and its times add up: %g s computing, %g s waiting",
       rank.times.compute, rank.times.waiting);
    ok(rank.user_seconds == (cases[n].looked ? 6 : 0.5)
           && rank.memory_peak_bytes == (cases[n].looked ? 5000 : 1000),
       "what it used is what was seen last");
}

/* Where the program has used up its descriptors the kernel is asked in vain,
 * and nothing is known.
 */
static void test_unknown_io(void)
{
    struct run_rank rank;
    struct rank_state life;

    memset(&rank, 0, sizeof(rank));
    page.io_before = (struct process_io){ 10, 20, 3, 4, 50, 60 };
    life = rank_state_of(&page, &host, RANK_STATE_OVER, 10ull * SECOND);
    rank_state_take(&rank, &page, &host, &life);
    ok(rank.io_read_bytes == 0 && rank.io_written_bytes == 0
           && rank.io_reads == 0 && rank.io_writes == 0
           && rank.disk_read_bytes == 0 && rank.disk_written_bytes == 0,
       "input and output that is not known is none: %" PRIu64 " bytes read",
       rank.io_read_bytes);
}

/* Of the 9 s that it is there it has stood still for a change for the last 4.
 */
static void test_standing(void)
{
    struct run_rank rank;
    struct rank_state life;

    memset(&rank, 0, sizeof(rank));
    host.here = true;
    page.inside_since = 0;
    page.held_since = 6ull * SECOND;
    page.look.at = 9ull * SECOND;
    life = rank_state_of(&page, &host, RANK_STATE_OVER, 10ull * SECOND);
    rank_state_take(&rank, &page, &host, &life);
    rank_state_finish(&rank, &host, &life);
    page.inside_since = 2ull * SECOND;
    page.held_since = 0;
    ok(fabs(rank.times.stopped - 4) < 1e-9
           && fabs(rank.times.compute - 5) < 1e-9
           && fabs(rank.inside.seconds - 4) < 1e-9,
       "a rank that stands still does not compute: %g s still, %g s computing",
       rank.times.stopped, rank.times.compute);
}

int main(void)
{
    test_unknown_io();
    test_standing();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        test_case(i);
    return tap_done();
}
