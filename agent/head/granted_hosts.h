/* granted_hosts.h - hosts that the batch system has granted to a job
 *
 * With MITOSIS_GIVE_BACK those that the job was started with are among them,
 * but for the agent's own.
 *
 * They are on offer like others, and given back as soon as the job does not
 * need them: when their last rank has left, when nobody has used them for a
 * while, when a user has removed them, and at the job's end.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_GRANTED_HOSTS_H
#define MITOSIS_AGENT_HEAD_GRANTED_HOSTS_H

#include "agent/core/head.h"

/* A host is granted, by that request, with so many cores or 0.  One that
 * cannot be used, or is the job's already, is refused.  Returns whether it is
 * on offer now.
 */
bool granted_hosts_take(struct head *a,
                        unsigned request,
                        const char *host,
                        int cores);

/* Say that a host is given back that this request was granted, and why, and do
 * so as soon as that can be.
 */
void granted_hosts_refuse(struct head *a,
                          unsigned request,
                          const char *host,
                          const char *why);

/* Whether a host is known to be granted by that request, be it refused. */
bool granted_hosts_have(const struct head *a,
                        unsigned request,
                        const char *host);

/* Give back what is not needed any more.  To be called now and then. */
void granted_hosts_look(struct head *a);

/* A line for each, for the user 'p'.  Returns how many there are. */
int granted_hosts_tell(const struct head *a, struct peer *p);

/* The job has ended, and nothing of it is anywhere: give back all, and free
 * what was known of them.
 */
void granted_hosts_end(struct head *a);

/* For a head after this one, see struct part: its lines, and to have them
 * taken up.
 */
void granted_hosts_save(const struct head *a, FILE *out);
void granted_hosts_load(struct head *a, const char *rest);

#endif /* !MITOSIS_AGENT_HEAD_GRANTED_HOSTS_H */
