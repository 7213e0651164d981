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

enum { HOST_POOL_HOSTS = 1024 };

struct host_pool_host {
    char name[HOST_MESSAGES_HOST];
    int cores;    /* as somebody said, 0 when nobody did */
    bool leaving; /* what is there is to go on elsewhere */
    bool listed;  /* in the hosts file */
};

struct host_pool {
    int count;
    struct host_pool_host host[HOST_POOL_HOSTS];
};

/* What is known of a host, or NULL. */
struct host_pool_host *host_pool_find(const struct host_pool *p,
                                      const char *name);

/* Whether it is to be left. */
bool host_pool_leaves(const struct host_pool *p, const char *name);

/* How it is with a host, which some of our ranks are on if it is 'used'. */
enum policy_host_state host_pool_state(const struct host_pool *p,
                                       const char *name,
                                       bool used);

/* The host of that name; it is added when it is not there yet.  Returns NULL
 * with the reason in 'err' when there are too many.
 */
struct host_pool_host *host_pool_add(struct host_pool *p,
                                     const char *name,
                                     struct error *err);

/* Know of a host no more.  One that is not there is fine. */
void host_pool_remove(struct host_pool *p, const char *name);

#endif /* !MITOSIS_AGENT_CORE_HOST_POOL_H */
