/* change_schedule.h - which changes a job's script asks for next
 *
 * The ranks have to look up at the sync of the next one, so whoever sets their
 * horizon asks here.  Changes are begun by agent/head/script_runner.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_CHANGE_SCHEDULE_H
#define MITOSIS_AGENT_CORE_CHANGE_SCHEDULE_H

#include <stdint.h>

#include "job/change_script.h"

struct change_schedule {
    struct change_script steps;
    int next; /* the step that comes next or is under way */
};

/* The step that comes next or is under way; NULL when there is none. */
const struct change_script_step *change_schedule_next(
    const struct change_schedule *s);

/* The sync of that step, or of the one 'skip' steps behind it: where the ranks
 * have to look up.
 */
uint64_t change_schedule_horizon(const struct change_schedule *s, int skip);

#endif /* !MITOSIS_AGENT_CORE_CHANGE_SCHEDULE_H */
