/* restart_agent.h - see that the agent on this host is there
 *
 * An outpost is seen to by all ranks there, the head by those of the first
 * generation; later on 'mitosis hold' does that.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_RESTART_AGENT_H
#define MITOSIS_PMPI_WATCH_RESTART_AGENT_H

#include "base/error.h"

/* This host is to have an outpost: start it where none is, and see to it from
 * now on.  Returns -1 with the reason in 'err' when it cannot be started.
 */
int restart_agent_outpost(const char *folder, struct error *err);

/* The head is started here: see to it from now on. */
void restart_agent_head(void);

/* From time to time, as by watch_on_refresh(), in a rank that does so: start
 * another agent if the one of this host was killed.  Takes some microseconds.
 */
void restart_agent_look(const char *folder);

#endif /* !MITOSIS_PMPI_WATCH_RESTART_AGENT_H */
