/* leave_cost.h - whether a host can be empty before it goes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_LEAVE_COST_H
#define MITOSIS_AGENT_HEAD_LEAVE_COST_H

#include <stdbool.h>

#include "agent/decide/decide.h"
#include "base/error.h"

struct leave_cost {
    double had;   /* seconds until it goes */
    int ranks;    /* there */
    double bytes; /* that these have registered; not a number: unknown */
    struct change_cost change; /* of all state */
};

/* Whether there is time enough.  While no change was measured nobody knows,
 * and it is to be tried.
 */
bool leave_cost_fits(const struct leave_cost *c);

/* The sentence on it, for users: seconds needed and had, bytes, and what the
 * figures are from.
 */
void leave_cost_say(const struct leave_cost *c,
                    const char *host,
                    struct error *text);

#endif /* !MITOSIS_AGENT_HEAD_LEAVE_COST_H */
