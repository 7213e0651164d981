/* restart_agent.c - see that the agent on this host is there
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <unistd.h>

#include "job/agent_lock.h"
#include "job/incident.h"
#include "pmpi/watch/restart_agent.h"
#include "pmpi/watch/start_command.h"
#include "pmpi/watch/watch.h"

static bool tending;
static enum agent_lock charge;

/* 'claim' is handed on, so that nobody else starts one meanwhile. */
static int start(const char *folder, int claim, struct error *err)
{
    const char *how = charge == AGENT_LOCK_HEAD ? "--again" : "--outpost";
    char *const words[] = { (char *)"mitosis", (char *)"agent", (char *)how,
                            (char *)folder, NULL };
    int rc = start_command_apart(words, claim, err);

    close(claim);
    return rc;
}

int restart_agent_outpost(const char *folder, struct error *err)
{
    int claim = agent_lock_take(folder, AGENT_LOCK_OUTPOST, true);

    tending = true;
    watch_on_refresh = restart_agent_look;
    charge = AGENT_LOCK_OUTPOST;
    return claim < 0 ? 0 : start(folder, claim, err);
}

void restart_agent_head(void)
{
    tending = true;
    watch_on_refresh = restart_agent_look;
    charge = AGENT_LOCK_HEAD;
}

/* That of an outpost was told when the first one began. */
static void give_up(const char *folder, const char *why)
{
    if (charge != AGENT_LOCK_HEAD)
        return;
    agent_lock_resign(folder, AGENT_LOCK_HEAD);
    watch_say(AGENT_LOCK_LOST, why);
    incident_note(folder, AGENT_LOCK_INCIDENT);
}

void restart_agent_look(const char *folder)
{
    struct error err;
    int claim;

    if (!tending)
        return;
    claim = agent_lock_inherit(folder, charge, &err);
    if ((claim >= 0 && start(folder, claim, &err) < 0)
        || (claim < 0 && *err.text))
        give_up(folder, err.text);
}
