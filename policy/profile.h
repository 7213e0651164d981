/* profile.h - a Lua file that makes figures of what an agent sees
 *
 *     return {
 *         kind = "profile",
 *         help = "Cores are idle only when two are.",
 *         derive = function(self, options)
 *             return { free = self.host.free - 1, since = self.time }
 *         end,
 *     }
 *
 * The table is the host's 'profile' to a policy or protocol.  A number in it
 * that has the name of something that is measured of a host takes its place:
 * so what "free" means can be changed without those that go by it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_PROFILE_H
#define MITOSIS_POLICY_PROFILE_H

#include "policy/lua/module.h"
#include "policy/lua/serialize.h"
#include "policy/protocol_view.h"

/* A module of the kind. */
typedef module_t profile_t;

/* Have it make figures of what the agent sees.  Returns 0, or -1 with the
 * reason in 'err', and 'to' as it was.
 */
int profile_derive(profile_t *p,
                   const struct protocol_view *v,
                   struct serialize *to,
                   struct error *err);

/* Let these be the figures of a host on which policy_job_derive() was called,
 * with those that take the place of something.  They stay the caller's.
 */
void profile_apply(const struct serialize *figures, struct policy_host *host);

/* The same of the agent's own host. */
void profile_show(const struct serialize *figures, struct protocol_view *v);

#endif /* !MITOSIS_POLICY_PROFILE_H */
