/* host_links.h - the agent's side of its outposts on other hosts
 *
 * A rank on another host is spoken to through the outpost there; what it says
 * comes to head_hear() as if it were here, its slot in the generation's
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

struct head;
struct generation;

typedef struct hub host_links_t;

/* Listen for outposts from now on, unless we do: a->hub is there then. Returns
 * -1 with the reason in 'err'.
 */
int host_links_need(struct head *a, struct error *err);

/* Have all outposts send what they have and end, for at most 'ms', and free
 * it.  NULL is fine.
 */
void host_links_destroy(host_links_t *h, int ms);

/* Where the agent is, for those on other hosts. */
const struct agent_address *host_links_home(const host_links_t *h);

/* Say something to the outpost of a host about a rank, or all.  Returns -1 if
 * it is not to be reached.
 */
int host_links_tell(host_links_t *h,
                    const char *host,
                    const struct local_message_head *head,
                    const void *payload);

/* The same to all outposts.  Here and below, without a hub (NULL) there are
 * none.
 */
void host_links_tell_all(host_links_t *h,
                         enum host_messages_type type,
                         uint32_t generation,
                         uint64_t number);

/* Tell them the words for all ranks of a generation, and the record. */
void host_links_set(host_links_t *h, const struct generation *g);

/* Have them tell often how far the ranks of 'g' are, or no more.  Those here
 * are told of to them.  host_links_is_watching() says whether all have
 * answered.
 */
void host_links_watch(host_links_t *h, const struct generation *g, bool on);
bool host_links_is_watching(const host_links_t *h);

/* Bring what a rank here has written down to all outposts, before a message
 * of its that says so is taken.
 */
void host_links_share(host_links_t *h,
                      const struct generation *g,
                      int rank,
                      enum local_message_type type);

/* Have the ranks on other hosts that are in state 'from' claimed; 'done' is
 * called once all outposts have answered, at once if there are none.
 * What was claimed is given back by letting it go on.
 */
void host_links_claim(host_links_t *h,
                      const struct generation *g,
                      enum slot_state from,
                      void (*done)(void *arg, bool all),
                      void *arg);

/* Call 'done' no more. */
void host_links_forget_claim(host_links_t *h);

/* The names of the hosts of outposts, the one after 'before' (NULL: the
 * first); NULL at the end.
 */
const char *host_links_next_host(const host_links_t *h, const char *before);

/* Whether the host can be reached. */
bool host_links_reaches(const host_links_t *h, const char *host);

/* Whether it can, and its outpost was started by a user, to offer it. */
bool host_links_has_guest(const host_links_t *h, const char *host);

/* What its outpost has told last of its memory.  Returns false when it has
 * not, or cannot be reached.
 */
bool host_links_memory(const host_links_t *h,
                       const char *host,
                       struct host_messages_memory *memory);

/* An agent before this one had an outpost there, which has not come: miss it.
 */
void host_links_expect(host_links_t *h, const char *host);

/* Whether a host that the job needs was lost a moment ago only, so that it may
 * be there again before long.
 */
bool host_links_awaits(const host_links_t *h);

/* Whether the job has ended while a host that ranks of its are on could not
 * be reached.
 */
bool host_links_lacks_host(const host_links_t *h);

/* Let the outpost of a host that is not needed any more end. */
void host_links_free_host(host_links_t *h, const char *host);

#endif /* !MITOSIS_AGENT_CORE_HOST_LINKS_H */
