/* sent_counts.h - how many messages a rank has exchanged with whom
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_SENT_COUNTS_H
#define MITOSIS_AGENT_HOST_SENT_COUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "agent/host/host_messages.h"

/* Read it from the page of a rank of a generation.  Returns a list of 'count',
 * which the caller frees, and how many messages these are in all; NULL if
 * there is no page.
 */
struct host_messages_flight *sent_counts_read(const char *folder,
                                              uint32_t generation,
                                              int rank,
                                              size_t *count,
                                              uint64_t *messages);

#endif /* !MITOSIS_AGENT_HOST_SENT_COUNTS_H */
