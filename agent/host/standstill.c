/* standstill.c - for how long ranks have got nowhere
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/host/standstill.h"

/* Seconds that count from one look to the next, at most. */
static const double step_most = 2;

double standstill_look(struct standstill *s, double now, uint64_t syncs)
{
    double step = s->looked > 0 ? now - s->looked : 0;

    if (step > step_most)
        step = step_most;
    s->seconds = syncs == s->syncs ? s->seconds + step : 0;
    s->looked = now;
    s->syncs = syncs;
    return step;
}

void standstill_forget(struct standstill *s)
{
    *s = (struct standstill){ .looked = 0 };
}
