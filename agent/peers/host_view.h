/* host_view.h - how a job is as the agent of one of its hosts sees it
 *
 * It measures its host and the ranks there as an outpost does for the head
 * (host_measure.h), and knows from the list of members where all others are.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_PEERS_HOST_VIEW_H
#define MITOSIS_AGENT_PEERS_HOST_VIEW_H

#include "agent/peers/membership.h"
#include "policy/protocol_view.h"

typedef struct host_view host_view_t;

/* Begin, for the job in 'folder' and the host 'own'.  Returns NULL without
 * memory.
 */
host_view_t *host_view_create(const char *folder, const char *own);

/* Free it.  NULL is fine. */
void host_view_destroy(host_view_t *v);

/* Measure since the last time, and show that.  Returns a view that the caller
 * gives back with protocol_view_destroy(), without neighbours and distances,
 * or NULL when nothing can be said yet.
 */
struct protocol_view *host_view_look(host_view_t *v,
                                     const struct membership *r);

/* The same without measuring: who there is, and where the ranks are.  Returns
 * NULL when 'own' is not among the members, or without memory.
 */
struct protocol_view *host_view_names(const struct membership *r,
                                      const char *own);

#endif /* !MITOSIS_AGENT_PEERS_HOST_VIEW_H */
