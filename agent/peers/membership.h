/* membership.h - which agents there are, and where the ranks are
 *
 * The head writes it, and tells all agents whenever something of it changes.
 * On the wire it is text, a line for each thing, in this order:
 *
 *     generation 3           the one that is the job
 *     changes 2              how many there were
 *     head h1                the host of the head
 *     host h1 CORES STATE PORT ADDRESS ADDRESS ...
 *                            for each agent, in the order of the names: how
 *                            many cores it has for the job, 0 when it is to
 *                            see for itself; whether it is a member, joined,
 *                            or leaving; and net/address.h
 *     ranks 0 0 1 -          for each rank which of these hosts it is on,
 *                            from 0 on, or - when that is not one of them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_PEERS_MEMBERSHIP_H
#define MITOSIS_AGENT_PEERS_MEMBERSHIP_H

#include <stdint.h>

#include "base/error.h"
#include "base/system/host.h"
#include "net/address.h"
#include "policy/policy_job.h"

enum {
    MEMBERSHIP_HOSTS = 1024,
    MEMBERSHIP_RANKS = 65536,
    MEMBERSHIP_CORES = 1000000
};

struct membership_host {
    char name[HOST_NAME];
    uint32_t cores; /* 0: nobody has said */
    enum policy_host_state state;
    char place[ADDRESS_TEXT]; /* where it can be reached */
};

struct membership {
    uint32_t generation;
    uint32_t changes;
    char head[HOST_NAME];
    int hosts;
    struct membership_host *host;
    int ranks;
    int *where; /* the number of a host, or -1 */
};

/* Make one with room for so many.  Returns NULL without memory. */
struct membership *membership_create(int hosts, int ranks);

/* Free it.  NULL is fine. */
void membership_destroy(struct membership *r);

/* The number of the host, or -1. */
int membership_find(const struct membership *r, const char *host);

/* Put the hosts in order, when 'where' is not filled in yet. */
void membership_sort(struct membership *r);

/* Write it.  Returns text that the caller frees, or NULL without memory. */
char *membership_write(const struct membership *r);

/* Read what may be anything.  Returns NULL with the reason in 'err'. */
struct membership *membership_read(const char *text, struct error *err);

#endif /* !MITOSIS_AGENT_PEERS_MEMBERSHIP_H */
