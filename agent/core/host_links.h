/* host_links.h - the agent's side of its outposts on other hosts
 *
 * A rank on another host is spoken to through the outpost there; what it says
 * comes to agent_hear() as if it were here, its slot in the generation's
 * control file follows its own, and the words for all ranks go out to all.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_HOST_LINKS_H
#define MITOSIS_AGENT_CORE_HOST_LINKS_H

#include <stdbool.h>

#include "agent/host/host_messages.h"
#include "job/control.h"
#include "net/agent_address.h"
#include "net/local_message.h"

struct agent;
struct generation;

typedef struct hub hub_t;

/* Listen for outposts from now on, unless we do: a->hub is there then. Returns
 * -1 with the reason in 'err'.
 */
int hub_need(struct agent *a, struct error *err);

/* Have all outposts send what they have and end, for at most 'ms', and free
 * it.  NULL is fine.
 */
void hub_destroy(hub_t *h, int ms);

/* Where the agent is, for those on other hosts. */
const struct agent_address *hub_home(const hub_t *h);

/* Say something to the outpost of a host about a rank, or all.  Returns -1 if
 * it is not to be reached.
 */
int hub_tell(hub_t *h,
             const char *host,
             const struct local_message_head *head,
             const void *payload);

/* The same to all outposts.  Here and below, without a hub (NULL) there are
 * none.
 */
void hub_tell_all(hub_t *h,
                  enum post_type type,
                  uint32_t generation,
                  uint64_t number);

/* Tell them the words for all ranks of a generation, and the record. */
void hub_set(hub_t *h, const struct generation *g);

/* Have them tell often how far the ranks of 'g' are, or no more.  Those here
 * are told of to them.  hub_is_watching() says whether all have answered.
 */
void hub_watch(hub_t *h, const struct generation *g, bool on);
bool hub_is_watching(const hub_t *h);

/* Bring what a rank here has written down to all outposts, before a message
 * of its that says so is taken.
 */
void hub_share(hub_t *h,
               const struct generation *g,
               int rank,
               enum local_message_type type);

/* Have the ranks on other hosts that are in state 'from' claimed; 'done' is
 * called once all outposts have answered, at once if there are none.
 * What was claimed is given back by letting it go on.
 */
void hub_claim(hub_t *h,
               const struct generation *g,
               enum slot_state from,
               void (*done)(void *arg, bool all),
               void *arg);

/* Call 'done' no more. */
void hub_forget_claim(hub_t *h);

/* The names of the hosts of outposts, the one after 'before' (NULL: the
 * first); NULL at the end.
 */
const char *hub_next_host(const hub_t *h, const char *before);

/* Whether the host can be reached. */
bool hub_reaches(const hub_t *h, const char *host);

/* Whether it can, and its outpost was started by a user, to offer it. */
bool hub_has_guest(const hub_t *h, const char *host);

/* What its outpost has told last of its memory.  Returns false when it has
 * not, or cannot be reached.
 */
bool hub_memory(const hub_t *h, const char *host, struct post_memory *memory);

/* An agent before this one had an outpost there, which has not come: miss it.
 */
void hub_expect(hub_t *h, const char *host);

/* Whether a host that the job needs was lost a moment ago only, so that it may
 * be there again before long.
 */
bool hub_awaits(const hub_t *h);

/* Whether the job has ended while a host that ranks of its are on could not
 * be reached.
 */
bool hub_lacks_host(const hub_t *h);

/* Let the outpost of a host that is not needed any more end. */
void hub_free_host(hub_t *h, const char *host);

#endif /* !MITOSIS_AGENT_CORE_HOST_LINKS_H */
