/* port_owner.h - which process on this host listens on a port
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_LAUNCH_PORT_OWNER_H
#define MITOSIS_AGENT_LAUNCH_PORT_OWNER_H

#include <stdbool.h>
#include <sys/types.h>

/* Find the one that listens on the TCP port 'port', among those that 'is_it'
 * holds for and that we may look at.  Returns 0 when there is none.
 */
pid_t port_owner_find(unsigned port, bool (*is_it)(pid_t pid));

#endif /* !MITOSIS_AGENT_LAUNCH_PORT_OWNER_H */
