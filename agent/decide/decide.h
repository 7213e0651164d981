/* decide.h - ask the job's policy, and do what it says
 *
 * A timer asks it every few seconds.  Whether there is one or not, changes
 * are priced before they begin, and what they took is learnt from.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_DECIDE_H
#define MITOSIS_AGENT_DECIDE_DECIDE_H

#include "agent/core/head.h"
#include "policy/decision.h"

/* Begins with the policy that the settings name.  What is wrong with it is
 * said, and then there is none.  a->decide stays NULL without memory, which
 * all of these take.
 */
extern const struct part decide_part;

/* What was expected of the last change, the one of a head before this one
 * too.
 */
struct change_forecast decide_forecast(const struct head *a);

/* What a change will take, in seconds. */
struct change_cost {
    int changes;    /* that were measured; with 0 the rest are guesses */
    double ready;   /* for new ranks to get ready, */
    double stop;    /* for the old ones to come to a stop, at most, */
    double stopped; /* and that the job stands still */
};

/* Say so for one of 'bytes' of state, by those before it and by how far the
 * job's syncs are apart.
 */
struct change_cost decide_cost(const struct head *a, double bytes);

/* Carry out what an agent proposed, 'who' in words, as if the policy had
 * decided it.  Returns -1 with the reason in 'err' when it is not to be.
 */
int decide_propose(struct head *a,
                   const char *who,
                   const struct decision *made,
                   struct error *err);

/* Ask the policy now, not when its time comes, as a host is to be left: it may
 * have something better in mind for the ranks there than to move them.
 * Returns 1 when it has begun a change, 0 when it leaves it to others, and -1
 * when it is to be asked again soon, as too little was seen of the ranks yet.
 */
int decide_now(struct head *a);

/* Seconds since the job began. */
double decide_time(const struct head *a);

/* Tell a user what was seen and decided lately.  Returns whether there is a
 * policy.
 */
bool decide_tell(const struct head *a, struct peer *p);

#endif /* !MITOSIS_AGENT_DECIDE_DECIDE_H */
