/* Tests of report/model/run_change.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "report/model/run_change.h"
#include "tests/tap.h"

enum { SAMPLES = 1000 };

static double seconds[2][SAMPLES];
static struct run_pace paces[2];

/* A run of 'ranks' with iterations of 'median' seconds, that are by 'drift' of
 * it longer in the second half, and of which the ranks compute 'useful' each.
 */
static struct run make(
    int which, int ranks, double median, double drift, double useful)
{
    struct run run = { .size = ranks, .wall = SAMPLES * median };

    for (int i = 0; i < SAMPLES; i++)
        seconds[which][i] = median * (i < SAMPLES / 2 ? 1 : 1 + drift)
                            * (1 + 0.1 * ((i * 7) % 11 - 5) / 5.0);
    paces[which] = (struct run_pace){ .count = SAMPLES, .compute = useful };
    run.level = "default";
    run.sum.wall = ranks * run.wall;
    run.iterations = (struct run_iterations){
        .found = true,
        .agreed = true,
        .mark = "",
        .count = SAMPLES,
        .median = median,
        .samples = SAMPLES,
        .seconds = seconds[which],
        .paces = 1,
        .pace = &paces[which],
    };
    return run;
}

/* By how much the second takes longer than the first, in per cent. */
static double percent(double median, double drift)
{
    struct run before = make(0, 2, 1e-3, drift, 0);
    struct run after = make(1, 2, median, drift, 0);
    struct run_change_time t = run_change_time(&before, &after);

    return 100 * run_change_share(&t);
}

static void test_noise(void)
{
    ok(fabs(percent(1.05e-3, 0) - 5) < 0.1,
       "5 %% more are told in a steady run, whatever single iterations do");
    ok(fabs(percent(0.9e-3, 0) + 10) < 0.1, "10 %% less as well");
    ok(percent(1.01e-3, 0) == 0, "1 %% is noise");
    ok(percent(1.05e-3, 0.1) == 0,
       "5 %% more are noise where a run gets slower by 10 %% itself");
    ok(fabs(percent(1.3e-3, 0.1) - 30) < 0.1, "30 %% more are none");
}

/* The first tenth of a run is a hundred times as long. */
static void test_start_up(void)
{
    struct run before = make(0, 2, 1e-3, 0, 0);
    struct run after = make(1, 2, 2e-3, 0, 0);
    struct run_change_time t;

    for (int i = 0; i < SAMPLES / 10; i++)
        seconds[0][i] *= 100;
    t = run_change_time(&before, &after);
    ok(fabs(run_change_share(&t) - 1) < 1e-6,
       "one part of a run that is like no other is not its noise");
}

static void test_without_iterations(void)
{
    struct run before = make(0, 2, 1e-3, 0, 0);
    struct run after = make(1, 2, 2e-3, 0, 0);
    struct run_change_time t;

    after.iterations.found = false;
    t = run_change_time(&before, &after);
    ok(!t.iterations && t.before == before.wall && t.after == after.wall,
       "without iterations in one of them the runs are compared");
    ok(t.noise == 0 && fabs(run_change_share(&t) - 1) < 1e-6,
       "of which noise is not known");
    after.iterations.found = true;
    after.iterations.samples = 1;
    ok(!run_change_time(&before, &after).iterations,
       "one sample does not tell of noise, either");
}

/* The one's iteration is a step, the other's ten of them and a checkpoint. */
static void test_two_loops(void)
{
    static const char steps[] = "MPI_Irecv in ns::step (a.cc:12)";
    static const char moved[] = "MPI_Irecv in ns::step (a.cc:14:3)";
    static const char batches[] = "MPI_Gather in ns::save (a.cc:30)";
    struct run_loop known[] = {
        { .mark = batches, .count = 100, .calls = 61, .seconds = 12e-3 },
        { .mark = steps, .count = 1000, .calls = 6, .seconds = 1e-3 },
    };
    struct run before = make(0, 2, 12e-3, 0, 0);
    struct run after = make(1, 2, 1e-3, 0, 0);
    const struct run_loop *other;

    before.iterations.mark = batches;
    before.iterations.calls = 61;
    before.iterations.loop = known;
    before.iterations.loops = 2;
    after.iterations.mark = moved;
    after.iterations.calls = 6;
    other = run_change_other_loop(&before.iterations, &after.iterations);
    ok(other == &known[1]
           && !run_change_other_loop(&after.iterations, &before.iterations),
       "a loop that is the iteration of one run only is found in the other");
    ok(!run_change_time(&before, &after).iterations
           && !run_change_time(&after, &before).iterations,
       "and the runs are compared, whichever is first");
    after.iterations.calls = 40;
    ok(run_change_time(&before, &after).iterations,
       "rounds of about as many calls are compared");
    after.iterations.calls = 6;
    after.iterations.mark = "MPI_Irecv in other (a.cc:14)";
    ok(run_change_time(&before, &after).iterations,
       "and those of a loop that the other one has not");
    after.iterations.mark = "MPI_Gather in ns::save (a.cc:33)";
    ok(run_change_time(&before, &after).iterations,
       "and those of the same place, with fewer calls");
}

static void test_short(void)
{
    struct run before = make(0, 2, 1e-3, 0, 0);
    struct run after = make(1, 2, 1.1e-3, 0, 0);
    struct run_change_time t;

    before.iterations.samples = after.iterations.samples = 3;
    t = run_change_time(&before, &after);
    ok(t.iterations && t.noise > 0.05e-3,
       "of three iterations each is a part of its own");
}

static void test_scaling(void)
{
    struct run before = make(0, 2, 1e-3, 0, 2.0e-3);
    struct run after = make(1, 4, 0.625e-3, 0, 2.5e-3);
    struct run_change_scaling s = run_change_scaling(&before, &after, true);

    ok(s.ranks == 4 && s.seconds == 0.625e-3, "ranks, and an iteration");
    ok(fabs(s.speed_up - 1.6) < 1e-9, "1.6 times as fast");
    ok(fabs(s.of_ideal - 0.8) < 1e-9, "of 2 that twice the ranks could bring");
    ok(fabs(s.computation - 0.8) < 1e-9,
       "all ranks together compute a quarter more");
    s = run_change_scaling(&before, &before, true);
    ok(s.speed_up == 1 && s.of_ideal == 1 && s.computation == 1,
       "beside itself a run is as it is");
    s = run_change_scaling(&before, &after, false);
    ok(fabs(s.speed_up - 1.6) < 1e-9 && s.seconds == after.wall,
       "or the runs are compared as a whole");
    after.level = "counts";
    ok(run_change_scaling(&before, &after, true).computation == 0,
       "without times nothing is known of computing");
}

static void test_ranks(void)
{
    struct run run = make(0, 3, 1e-3, 0, 0);

    run.sum.wall = 2 * run.wall;
    ok(run_change_ranks(&run) == 3, "ranks are those of the run");
    run.generations = 2;
    ok(run_change_ranks(&run) == 2, "of one that moved those on average");
    run = (struct run){ 0 };
    ok(run_change_ranks(&run) == 1, "never none");
}

int main(void)
{
    test_noise();
    test_start_up();
    test_without_iterations();
    test_two_loops();
    test_short();
    test_scaling();
    test_ranks();
    return tap_done();
}
