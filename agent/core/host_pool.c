/* host_pool.c - the hosts that a job may be on, and those that it is to leave
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "agent/core/host_pool.h"

struct host_pool_host *host_pool_find(const struct host_pool *p,
                                      const char *name)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->host[i].name, name) == 0)
            return (struct host_pool_host *)&p->host[i];
    return NULL;
}

bool host_pool_leaves(const struct host_pool *p, const char *name)
{
    const struct host_pool_host *host = host_pool_find(p, name);

    return host && host->leaving;
}

enum policy_host_state host_pool_state(const struct host_pool *p,
                                       const char *name,
                                       bool used)
{
    const struct host_pool_host *host = host_pool_find(p, name);

    if (host && host->leaving)
        return HOST_LEAVING;
    return host && !used ? HOST_JOINED : HOST_MEMBER;
}

struct host_pool_host *host_pool_add(struct host_pool *p,
                                     const char *name,
                                     struct error *err)
{
    struct host_pool_host *host = host_pool_find(p, name);

    if (host)
        return host;
    if (p->count == HOST_POOL_HOSTS) {
        error_set(err, "there are %d hosts already", p->count);
        return NULL;
    }
    host = &p->host[p->count++];
    *host = (struct host_pool_host){ .cores = 0 };
    snprintf(host->name, sizeof(host->name), "%s", name);
    return host;
}

void host_pool_remove(struct host_pool *p, const char *name)
{
    struct host_pool_host *host = host_pool_find(p, name);

    if (host)
        memmove(host, host + 1,
                (size_t)(&p->host[--p->count] - host) * sizeof(*host));
}
