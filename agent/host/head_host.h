/* head_host.h - the agent of the head's own host
 *
 * It looks after the ranks beside the head as the agents of other hosts do
 * after theirs, and is spoken to over a line as they are, but it is in the
 * head's process and loop.  What is different follows from that: the slots of
 * ranks and what they write down need not be brought, as the head has the same
 * memory and folder, and it ends when the head does.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_HEAD_HOST_H
#define MITOSIS_AGENT_HOST_HEAD_HOST_H

#include "agent/host/local_ranks.h"
#include "net/line.h"

/* Begin for the job in 'folder', whose first generation's control file is
 * there.  'end' is the head's end of the line to it, which is left in 'line'.
 * 'users' stays the caller's.  Returns what head_host_stop() takes, or NULL
 * with the reason in 'err'.
 */
struct host_agent *head_host_start(loop_t *loop,
                                   const char *folder,
                                   const struct local_ranks_users *users,
                                   const struct line_end *end,
                                   line_t **line,
                                   struct error *err);

/* Let ranks and users connect.  Returns -1 with the reason in 'err'. */
int head_host_listen(struct host_agent *h, struct error *err);

/* The rank at the other end of 'fd' is there without having connected.
 * Returns -1 without memory, with 'fd' closed.
 */
int head_host_take(struct host_agent *h,
                   int fd,
                   uint32_t generation,
                   int rank);

/* Tell all who are connected that we are there. */
void head_host_reassure(struct host_agent *h);

/* Nobody can connect any more, and who has is told by the end of the
 * connection that the head is gone; free it.  NULL is fine.
 */
void head_host_stop(struct host_agent *h);

#endif /* !MITOSIS_AGENT_HOST_HEAD_HOST_H */
