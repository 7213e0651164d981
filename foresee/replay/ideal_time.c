/* ideal_time.c - what a run would take on a network that costs nothing
 *
 * Nothing of the network has to be known for that, so nothing is calibrated.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "foresee/platform/calibrate.h"
#include "foresee/replay/ideal_time.h"
#include "foresee/replay/replay.h"

static void compare(struct ideal_time *t,
                    const struct outcome *ideal,
                    const struct outcome *recorded)
{
    if (recorded->seconds > 0)
        t->run = ideal->seconds / recorded->seconds;
    if (recorded->iterations > 0)
        t->loop = outcome_loop_ratio(ideal, recorded);
}

static int play(struct ideal_time *t,
                const struct mapped_run *s,
                struct error *err)
{
    struct outcome recorded, ideal;
    int rc = -1;

    if (outcome_recorded(&recorded, s->recording, err) < 0)
        return -1;
    if (replay(s, 0, SIZE_MAX, &ideal, err) == 0) {
        compare(t, &ideal, &recorded);
        outcome_destroy(&ideal);
        rc = 0;
    }
    outcome_destroy(&recorded);
    return rc;
}

int ideal_time(struct ideal_time *t,
               const struct recording *r,
               struct error *err)
{
    struct platform *p = calibrate_hosts(r, err);
    struct mapped_run s;
    int rc = -1;

    *t = (struct ideal_time){ 0 };
    if (p && mapped_run_create(&s, r, p, NULL, err) == 0) {
        s.ideal = true;
        rc = play(t, &s, err);
        mapped_run_destroy(&s);
    }
    platform_destroy(p);
    return rc;
}
