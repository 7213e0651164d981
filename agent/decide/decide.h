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
#include "agent/decide/job_view.h"
#include "base/settings.h"
#include "policy/decision.h"

/* What is expected of a change; JOB_UNKNOWN is not a number. */
struct forecast {
    double seconds; /* that the job stands still */
    double gain;    /* the share of iterations' time that it saves */
};

/* Begin, with the policy that the settings name.  What is wrong with it is
 * said, and then there is none.  a->decide stays NULL without memory, which
 * all of these take.
 */
void decide_start(struct head *a, const struct settings *settings);
void decide_stop(struct head *a);

/* The change 'c' is about to begin: see what it will cost and bring. */
void decide_foresee(struct head *a, const struct change *c);

/* What was seen of the change under way. */
struct forecast decide_forecast(const struct head *a);

/* It was done: 'bytes' of state, 'ready' seconds to get new ranks ready,
 * 'stopped' that nobody ran.
 */
void decide_learn(struct head *a, double bytes, double ready, double stopped);

/* It is over, done or not, as 'sentence' says. */
void decide_changed(struct head *a, bool done, const char *sentence);

/* Carry out what an agent proposed, 'who' in words, as if the policy had
 * decided it.  Returns -1 with the reason in 'err' when it is not to be.
 */
int decide_propose(struct head *a,
                   const char *who,
                   const struct decision *made,
                   struct error *err);

/* Seconds since the job began. */
double decide_time(const struct head *a);

/* The outpost of a host has measured it. */
void decide_measured(struct head *a,
                     const char *host,
                     const struct local_message_head *head,
                     const char *payload);

/* Who has measured the hosts, if anybody has: for the policy, or for those who
 * look at the job.
 */
const job_view_t *decide_watcher(const struct head *a);

/* Tell a user what was seen and decided lately.  Returns an exit status. */
int decide_tell(struct head *a, struct peer *p);

#endif /* !MITOSIS_AGENT_DECIDE_DECIDE_H */
