/* host_links.h - the head's links to the agents of hosts
 *
 * A rank is spoken to through the agent of its host, which for our own is in
 * this process (agent/host/head_host.h); what it says comes to head_hear(),
 * and the words for all ranks go out to all hosts.  Of a rank elsewhere the
 * slot in the generation's control file is a copy of its own.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_HOST_LINKS_H
#define MITOSIS_AGENT_CORE_HOST_LINKS_H

#include <stdbool.h>

#include "agent/host/head_host.h"
#include "agent/host/host_messages.h"
#include "job/control.h"
#include "net/agent_address.h"
#include "net/local_message.h"

struct head;
struct host;
struct generation;

typedef struct host_links host_links_t;

/* Begin, with no host yet.  Returns NULL without memory. */
host_links_t *host_links_create(struct head *a);

/* Begin to look after the ranks of this host: a->own is there then.  Returns
 * -1 with the reason in 'err'.
 */
int host_links_start(host_links_t *l,
                     const struct local_ranks_users *users,
                     struct error *err);

/* Listen for the agents of other hosts from now on, unless we do.  Returns -1
 * with the reason in 'err'.
 */
int host_links_need(host_links_t *l, struct error *err);

/* Whether we listen: the job is on several hosts, was, or may come to be. */
bool host_links_is_open(const host_links_t *l);

/* Have the agents of other hosts send what they have and end, for at most
 * 'ms', and free it.  NULL is fine.
 */
void host_links_destroy(host_links_t *l, int ms);

/* Where the agent is, for those on other hosts; once we listen. */
const struct agent_address *host_links_home(const host_links_t *l);

/* Have the agents of other hosts measure, for what is asked of 'g'.
 * host_links_is_measured() says whether all that can be reached have answered.
 */
void host_links_measure(host_links_t *l, const struct generation *g);
bool host_links_is_measured(const host_links_t *l);

/* Have them tell often how far the ranks of 'g' are, or no more.  Those here
 * are told of to them.  host_links_not_watching() names a host
 * that has not answered yet, or is NULL.
 */
void host_links_watch(host_links_t *l, const struct generation *g, bool on);
const char *host_links_not_watching(const host_links_t *l);

/* Bring what a rank here has written down to all outposts, before a message
 * of its that says so is taken.
 */
void host_links_share(host_links_t *l,
                      const struct generation *g,
                      int rank,
                      enum local_message_type type);

/* Have the ranks of 'g' that are in state 'from' claimed by the agents of
 * their hosts; 'done' is called once all have answered.  What was claimed is
 * given back by letting it go on.
 */
void host_links_claim(host_links_t *l,
                      const struct generation *g,
                      enum slot_state from,
                      void (*done)(void *arg, bool all),
                      void *arg);

/* Call 'done' no more. */
void host_links_forget_claim(host_links_t *l);

/* Whether the host can be reached, and its outpost was started by a user, to
 * offer it.
 */
bool host_links_joined_by_user(const host_links_t *l, const char *host);

/* What its outpost has told last of its memory.  Returns false when it has
 * not, or cannot be reached.
 */
bool host_links_memory(const host_links_t *l,
                       const char *host,
                       struct host_messages_memory *memory);

/* An agent before this one had an outpost there, which has not come: miss it.
 */
void host_links_expect(host_links_t *l, const char *host);

/* Say in words what hosts the job waits for, or hangs for since they are there
 * again; "" when it does not.
 */
void host_links_describe(const host_links_t *l, struct error *text);

/* Whether a host that the job needs was lost a moment ago only, so that it may
 * be there again before long.
 */
bool host_links_awaits(const host_links_t *l);

/* Whether the job has ended while a host that ranks of its are on could not
 * be reached.
 */
bool host_links_lacks_host(const host_links_t *l);

/* Let the outpost of a host that is not needed any more end. */
void host_links_free_host(struct host *h);

#endif /* !MITOSIS_AGENT_CORE_HOST_LINKS_H */
