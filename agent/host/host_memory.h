/* host_memory.h - how much memory this host has left, and its ranks have
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_HOST_MEMORY_H
#define MITOSIS_AGENT_HOST_HOST_MEMORY_H

#include <stdbool.h>

#include "agent/host/host_messages.h"
#include "job/control.h"

/* Look at this host, and at the ranks of 'control' (NULL: none) that are here.
 * Returns false when nothing can be known.
 */
bool host_memory_look(const struct control *control,
                      struct host_messages_memory *memory);

/* The process of a rank of 'control' that is here, or 0. */
pid_t host_memory_process(const struct control *control, int rank);

#endif /* !MITOSIS_AGENT_HOST_HOST_MEMORY_H */
