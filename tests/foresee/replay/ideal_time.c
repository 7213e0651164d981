/* Tests of foresee/replay/ideal_time.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "foresee/replay/ideal_time.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

/* Rank 1 begins each of its 5 iterations when it has heard of rank 0, which
 * computes 'first' seconds; the message takes 3 s, and rank 1 computes 2 s.
 * Before, all compute 4 s, and rank 1 'late' seconds more.
 */
static struct recording *relay(double first, double late, bool marked)
{
    struct made_up_run m;

    made_up_begin(&m, 2, true);
    for (int i = 0; i < 2; i++)
        made_up_compute(&m, i, i == 1 ? 4 + late : 4);
    for (int k = 0; k < 5; k++) {
        for (int i = 0; marked && i < 2; i++)
            made_up_mark(&m, i);
        made_up_compute(&m, 0, first);
        made_up_send(&m, 0, 1, 100);
        m.took = fmax(0, m.now[0] + 3 - m.now[1]);
        made_up_receive(&m, 1, 0);
        m.took = 0;
        made_up_compute(&m, 1, 2);
        made_up_call(&m, 1, "MPI_Wtime", NULL, 0);
        made_up_send(&m, 1, 0, 100);
        m.took = m.now[1] + 3 - m.now[0];
        made_up_receive(&m, 0, 1);
        m.took = 0;
    }
    return made_up_end(&m);
}

/* Each of two ranks computes 3 s and is in a call of its own for 1 s. */
static struct recording *busy_in_calls(void)
{
    struct made_up_run m;

    made_up_begin(&m, 2, true);
    m.took = 1;
    for (int i = 0; i < 2; i++) {
        made_up_compute(&m, i, 3);
        made_up_call(&m, i, "MPI_Wtime", NULL, 0);
    }
    return made_up_end(&m);
}

int main(void)
{
    struct error err = { .text = "" };
    struct ideal_time t;
    struct recording *r = relay(1, 0, true);

    ok(ideal_time(&t, r, &err) == 0
           && tap_near(t.run, (4 + 5 * 3) / (4 + 45.0)),
       "of the run what was computed one after the other remains");
    ok(tap_near(t.loop, (5 * 3 - 1) / 44.0),
       "and of its loop a smaller share");
    recording_destroy(r);
    r = relay(1, 10, true);
    ok(ideal_time(&t, r, &err) == 0 && tap_near(t.loop, (5 * 3 - 1) / 41.0),
       "where a rank comes late to the loop, from then on");
    recording_destroy(r);
    r = relay(1, 0, false);
    ok(ideal_time(&t, r, &err) == 0 && t.loop == 0 && t.run > 0,
       "without a loop there is only the run");
    recording_destroy(r);
    r = busy_in_calls();
    ok(ideal_time(&t, r, &err) == 0 && tap_near(t.run, 0.75),
       "a call takes no time of its own");
    recording_destroy(r);
    return tap_done();
}
