/* change_schedule.c - which changes a job's script asks for next
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/core/change_schedule.h"
#include "job/control.h"

const struct change_script_step *change_schedule_next(
    const struct change_schedule *s)
{
    return s->next < s->steps.count ? &s->steps.step[s->next] : NULL;
}

uint64_t change_schedule_horizon(const struct change_schedule *s, int skip)
{
    return s->next + skip < s->steps.count ? s->steps.step[s->next + skip].sync
                                           : CONTROL_NEVER;
}
