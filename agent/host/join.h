/* join.h - offer this host to a job that runs elsewhere
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_JOIN_H
#define MITOSIS_AGENT_HOST_JOIN_H

/* Join the job whose ticket can be read from 'fd', called 'name', with its
 * agent at the host or address 'address', and stay until the job does not need
 * this host any more, or the user ends it.  Returns an exit status, having
 * said on stderr what is to be said.
 */
int join_main(const char *address, int fd, const char *name);

#endif /* !MITOSIS_AGENT_HOST_JOIN_H */
