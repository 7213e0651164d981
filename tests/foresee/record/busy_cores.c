/* Tests of foresee/record/busy_cores.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "foresee/record/busy_cores.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

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

int main(void)
{
    struct recording *r = two_on_a_host();
    busy_cores_t *u;

    for (unsigned cores = 1; cores <= 2; cores++) {
        recording_set_cores(r, "h0", cores);
        u = busy_cores_create(r, 1);
        ok(is_near(busy_cores_free(u, 0, 2), 0),
           "no core of %u is free while both compute", cores);
        ok(is_near(busy_cores_free(u, 1, 6), cores == 1 ? 0 : 4),
           cores == 1 ? "nor is the only one while one does"
                      : "one of two is while one does");
        ok(is_near(busy_cores_free(u, -1, 7), cores == 1 ? 2 : 6),
           "and before all, and after");
        busy_cores_destroy(u);
    }
    recording_destroy(r);
    return tap_done();
}
