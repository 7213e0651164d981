/* recorder_step.c - add steps to what a rank did
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/grow.h"
#include "foresee/record/recorder_internal.h"

int recorder_add_step(const struct recorder_place *p,
                      enum step_kind kind,
                      uint32_t item,
                      double at,
                      double seconds)
{
    struct recorded_rank *of = &p->recorder->recording->rank[p->rank];

    if (!grow(&of->step, sizeof(*of->step), of->steps,
              &p->recorder->rank[p->rank].step_room))
        return recorder_no_memory(p->err);
    of->step[of->steps++] = (struct step){ kind, 0, item, at, seconds };
    return 0;
}

int recorder_add(const struct recorder_place *p,
                 enum step_kind kind,
                 uint32_t item)
{
    return recorder_add_step(p, kind, item, p->call->start,
                             p->call->end - p->call->start);
}
