/* protocol_view.h - what a protocol is shown: a job as one of its agents sees
 * it
 *
 * An agent knows who the others are and where the ranks are, and of its own
 * host and ranks what it measures.  What else is to be known agents have to
 * tell each other.  So 'job' is one of which much is unknown; its hosts are
 * those that have agents, in the order of the alphabet.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_PROTOCOL_VIEW_H
#define MITOSIS_POLICY_PROTOCOL_VIEW_H

#include "policy/policy_job.h"

struct serialize;

struct protocol_view {
    struct policy_job *job; /* on which policy_job_derive() was called */
    int own;                /* the number of its host */
    const char *name;       /* of that */
    const char *head;
    double time;
    double since_change;
    double random;
    int size;
    bool *near;                      /* which hosts it is in contact with */
    const struct serialize *profile; /* or NULL */
};

/* Make a view of 'size' ranks and 'hosts' hosts of which nothing is known,
 * from the host 'own', which is its own head.  Returns NULL without memory.
 */
struct protocol_view *protocol_view_create(int size, int hosts, int own);

/* What the agent on the host 'own' sees of 'job', when it is in contact with
 * all.  Returns NULL without memory.
 */
struct protocol_view *protocol_view_from(const struct policy_job *job,
                                         int own);

/* Free it.  NULL is fine. */
void protocol_view_destroy(struct protocol_view *v);

/* Work out what follows from the rest, once all else is filled in. */
void protocol_view_derive(struct protocol_view *v);

#endif /* !MITOSIS_POLICY_PROTOCOL_VIEW_H */
