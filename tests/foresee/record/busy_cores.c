/* Tests of foresee/record/busy_cores.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "foresee/record/busy_cores.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

/* Rank 0 computes until 2, rank 1 until 5, and both wait until then; then rank
 * 1 alone until 6.
 */
static struct recording *two_on_a_host(void)
{
    struct recording *r;
    struct made_up_run m;

    made_up_begin(&m, 2, false);
    made_up_compute(&m, 0, 2);
    made_up_compute(&m, 1, 5);
    m.took = 3;
    made_up_collective(&m, 0, "MPI_Barrier", -2, 0);
    m.took = 0;
    made_up_collective(&m, 1, "MPI_Barrier", -2, 0);
    made_up_compute(&m, 1, 1);
    made_up_collective(&m, 1, "MPI_Barrier", -2, 0);
    m.took = 1;
    made_up_collective(&m, 0, "MPI_Barrier", -2, 0);
    r = made_up_end(&m);
    recording_set_cores(r, "h0", 1);
    return r;
}

/* Rank 0 computes until 2, and rank 1 until 5, on one core, which they share
 * evenly at first; then rank 0 waits.  Before, both start.
 */
static double taken(double start, double computed)
{
    struct recording *r;
    struct made_up_run m;
    double part = -1;

    made_up_begin(&m, 2, false);
    m.starts = true;
    for (int i = 0; i < 2; i++)
        made_up_compute(&m, i, start);
    made_up_all(&m, "MPI_Barrier", -2, 0);
    m.starts = false;
    m.computed = 1;
    made_up_compute(&m, 0, 2);
    m.took = 3;
    made_up_collective(&m, 0, "MPI_Barrier", -2, 0);
    m.computed = computed;
    made_up_compute(&m, 1, 5);
    m.took = 0;
    made_up_collective(&m, 1, "MPI_Barrier", -2, 0);
    r = made_up_end(&m);
    recording_set_cores(r, "h0", 1);
    recording_set_yields(r, NULL);
    part = busy_cores_taken(r, &part) < 0 ? -1 : part;
    recording_destroy(r);
    return part;
}

static void test_taken(void)
{
    ok(tap_near(round(taken(0, 4) * 1e3), 0), "who waits may take nothing");
    ok(tap_near(round(taken(0, 3.4) * 1e3), 200),
       "a fifth of the core went to who waited: %g", taken(0, 3.4));
    ok(tap_near(taken(7, 3.4), taken(0, 3.4)),
       "how much of the start was computing does not count");
    ok(tap_near(taken(0, 1.5), 0.5), "half of it is most");
}

int main(void)
{
    struct recording *r = two_on_a_host();
    busy_cores_t *u;

    for (unsigned cores = 1; cores <= 2; cores++) {
        recording_set_cores(r, "h0", cores);
        u = busy_cores_create(r, 1);
        ok(tap_near(busy_cores_free(u, 0, 2), 0),
           "no core of %u is free while both compute", cores);
        ok(tap_near(busy_cores_free(u, 1, 6), cores == 1 ? 0 : 4),
           cores == 1 ? "nor is the only one while one does"
                      : "one of two is while one does");
        ok(tap_near(busy_cores_free(u, -1, 7), cores == 1 ? 2 : 6),
           "and before all, and after");
        busy_cores_destroy(u);
    }
    recording_destroy(r);
    test_taken();
    return tap_done();
}
