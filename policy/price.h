/* price.h - what a change costs, and what it can bring
 *
 * Both are predicted before a change and compared afterwards with what came.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_PRICE_H
#define MITOSIS_POLICY_PRICE_H

#include "job/change.h"
#include "policy/policy_job.h"

/* What earlier changes taught. */
struct price {
    int changes;
    double ready;  /* seconds to get new ranks ready */
    double factor; /* how much longer than thought the job stood still */
};

/* Begin without experience. */
void price_init(struct price *p);

/* A change of 'bytes' of state was done: 'ready' seconds for the new ranks to
 * get ready, 'stopped' that the job stood still.
 */
void price_learn(struct price *p, double bytes, double ready, double stopped);

/* How long the job will stand still for a change of 'bytes', in seconds. */
double price_seconds(const struct price *p, double bytes);

/* The share of iterations' time that 'c' can save, below 0 when it will take
 * longer; JOB_UNKNOWN when too little is known of the job.  The work goes
 * where the change says, and ranks that share a host's cores share them
 * evenly, with each other and with what else is there.
 */
double price_gain(const struct policy_job *job, const struct change *c);

/* Whether a change that was to save 'predicted' and saved 'realised' was
 * worth it.  What is not known counts as worth it.
 */
bool price_paid(double predicted, double realised);

#endif /* !MITOSIS_POLICY_PRICE_H */
