/* prove_plan.h - which changes to try, and where
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_PROVE_PROVE_PLAN_H
#define MITOSIS_COMMAND_PROVE_PROVE_PLAN_H

#include "command/prove/prove_options.h"
#include "job/sizes.h"

enum { PROVE_PLAN_SCRIPT = 4096 };

/* What is known of the program. */
struct prove_plan {
    uint64_t last; /* the last one that all ranks came to, at least 2 */
    int ranks;
    const char *host; /* where the first rank is */
    bool uneven;      /* ranks may be given uneven shares */
};

/* Other numbers of ranks than those of the run: of those that can be had the
 * next one above and below, or those that are said.  Returns -1 with the
 * reason in 'err' if one of the latter cannot be had.
 */
int prove_plan_sizes(struct prove_options *l,
                     const struct sizes *sizes,
                     int ranks,
                     struct error *err);

/* How many of the trials only replace the processes; they are the first ones.
 */
uint64_t prove_plan_same(const struct prove_plan *p,
                         const struct prove_options *l);

/* How many give ranks uneven shares; they are the last ones. */
uint64_t prove_plan_uneven(const struct prove_plan *p,
                           const struct prove_options *l);

/* Write the script of trial 'trial', counted from 0, at syncs that follow from
 * the seed and the trial alone.
 */
void prove_plan_script(const struct prove_plan *p,
                       const struct prove_options *l,
                       uint64_t trial,
                       char script[PROVE_PLAN_SCRIPT]);

#endif /* !MITOSIS_COMMAND_PROVE_PROVE_PLAN_H */
