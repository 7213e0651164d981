/* parts_table.c - the parts that a head is made of, in their order
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stddef.h>

#include "agent/change/changeover.h"
#include "agent/core/retire.h"
#include "agent/core/saved_state.h"
#include "agent/decide/answers_file.h"
#include "agent/decide/decide.h"
#include "agent/decide/proposals.h"
#include "agent/head/ctl.h"
#include "agent/head/ctl_hosts.h"
#include "agent/head/ctl_ranks.h"
#include "agent/head/fold_pages.h"
#include "agent/head/hosts_file.h"
#include "agent/head/joined_hosts.h"
#include "agent/head/leave.h"
#include "agent/head/parts_table.h"
#include "agent/head/postpone.h"
#include "agent/head/requests.h"
#include "agent/head/restart.h"
#include "agent/head/script_runner.h"

const struct part *const parts_table[] = {
    /* Whoever looks after a change sees whether two generations are there. */
    &retire_part,

    /* It reads what a head before this one has left before anything is noted,
     * and writes for the last time while what decides is there yet.
     */
    &answers_file_part,

    /* Other agents say where they are as soon as they call, and are told of
     * the protocol; so it is there before they are waited for.
     */
    &proposals_part,

    /* It waits for the agents of other hosts: whoever acts stands below, as
     * nobody knows before where the ranks are.
     */
    &restart_part,

    /* What ranks say counts for the change under way before a user's next
     * command can begin another one.
     */
    &changeover_part,

    /* A script's next step is known before a policy is told of the change. */
    &script_runner_part,

    /* The ranks of hosts that vanish from it have to be known, see above. */
    &hosts_file_part,

    /* It looks at the ranks from its start on, see above. */
    &decide_part,

    /* A host that joins has been told of the protocol and of who there is
     * before it hears that it cannot be used.
     */
    &joined_hosts_part,

    /* The ranks of hosts that go have to be known, see above. */
    &leave_part,

    /* Where the ranks are has to be known as well, and the hosts that go. */
    &requests_part,

    /* These may stand anywhere. */
    &ctl_hosts_part, &ctl_ranks_part, &ctl_part, &postpone_part,

    /* As it stops it waits for a process, when no other part does anything any
     * more.
     */
    &fold_pages_part,

    /* It writes what the others have made of what happened. */
    &saved_state_part,

    NULL
};
