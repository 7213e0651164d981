/* host_links_internal.h - what the links to hosts' agents are made of; for the
 * files of host_links.h
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_HOST_LINKS_INTERNAL_H
#define MITOSIS_AGENT_CORE_HOST_LINKS_INTERNAL_H

#include "agent/core/head.h"
#include "agent/core/host_links.h"
#include "agent/host/standstill.h"
#include "net/line.h"

/* One that has connected and did not say yet from which host. */
struct host_caller {
    line_t *line;
    host_links_t *links;
    struct host_caller *next;
};

struct host_links {
    struct head *agent;
    struct agent_address home; /* once we listen */
    int listening;             /* -1 before */
    struct host_caller *callers;
    bool ending;
    bool waiting; /* for a host that is lost */
    struct standstill standstill;
    bool claimed; /* all that have answered did claim all */
    void (*on_claimed)(void *arg, bool all);
    void *claim_arg;
};

/* The agent of a host has called: 'line' is that host's from now on, and the
 * first that is said on it are the words of all ranks.  'again' tells whether
 * there was one before.  Returns the host, or NULL without memory.
 */
struct host *host_links_meet(host_links_t *l,
                             const char *name,
                             line_t *line,
                             bool *again);

/* The same, and it learns what else there is; 'by_user': a user has started
 * it. Returns -1 without memory.
 */
int host_links_join(host_links_t *l,
                    line_t *line,
                    const char *name,
                    bool by_user);

/* Close the line to a host's agent, which is gone; the host is forgotten,
 * unless it is on offer.
 */
void host_links_remove(struct host *h);

/* Its line was lost, on which nothing was heard for 'silent' seconds: wait for
 * it, and end the job if that takes too long.
 */
void host_links_miss(struct host *h, double silent, const char *why);

/* It is there again. */
void host_links_regain(struct host *h);

/* Tell the outposts of a host_links_t, now and from time to time, how long
 * they are to wait for us: one that cannot be reached goes by what it was told
 * last.
 */
void host_links_tell_patience(void *links);

/* Wait for none any more, and tell nobody how long. */
void host_links_stop_waiting(host_links_t *l);

/* Bring what the ranks of 'g', if there is one, have written down to the host
 * 'with', or to all others if that is NULL.
 */
void host_links_share_all(host_links_t *l,
                          struct host *with,
                          const struct generation *g);

/* One has answered a claim, or cannot. */
void host_links_end_claim(host_links_t *l);

/* Do what a host's agent asks for: 'heard' of its line; 'arg' is the host. */
void host_links_hear(void *arg,
                     const struct local_message_head *head,
                     const char *payload);

#endif /* !MITOSIS_AGENT_CORE_HOST_LINKS_INTERNAL_H */
