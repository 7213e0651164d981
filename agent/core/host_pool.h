/* host_pool.h - the hosts that a job may be on, and those that it is to leave
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_HOST_POOL_H
#define MITOSIS_AGENT_CORE_HOST_POOL_H

#include <stdbool.h>

#include "agent/host/host_messages.h"
#include "base/error.h"
#include "policy/policy_job.h"

enum { POOL_HOSTS = 1024 };

struct pool_host {
    char name[POST_HOST];
    int cores;    /* as somebody said, 0 when nobody did */
    bool leaving; /* what is there is to go on elsewhere */
    bool listed;  /* in the hosts file */
};

struct pool {
    int count;
    struct pool_host host[POOL_HOSTS];
};

/* What is known of a host, or NULL. */
struct pool_host *pool_find(const struct pool *p, const char *name);

/* Whether it is to be left. */
bool pool_leaves(const struct pool *p, const char *name);

/* How it is with a host, which some of our ranks are on if it is 'used'. */
enum policy_host_state pool_state(const struct pool *p,
                                  const char *name,
                                  bool used);

/* The host of that name; it is added when it is not there yet.  Returns NULL
 * with the reason in 'err' when there are too many.
 */
struct pool_host *pool_add(struct pool *p,
                           const char *name,
                           struct error *err);

/* Know of a host no more.  One that is not there is fine. */
void pool_remove(struct pool *p, const char *name);

#endif /* !MITOSIS_AGENT_CORE_HOST_POOL_H */
