/* rebalance_check.h - whether a rebalance would change anything
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CHANGE_REBALANCE_CHECK_H
#define MITOSIS_AGENT_CHANGE_REBALANCE_CHECK_H

#include "agent/core/head.h"

/* Returns -1, with a sentence on it in 'err', when 'change' only gives the
 * ranks work by weights, and they have it in this proportion, as far as whole
 * rows go, or nothing that is registered goes by weights.  What is not known
 * of them is another matter, and fine.
 */
int rebalance_check(const struct head *a,
                    const struct change *change,
                    struct error *err);

/* The same, but only when nothing that is registered could be divided by any
 * weights.
 */
int rebalance_check_shares(const struct head *a,
                           const struct change *change,
                           struct error *err);

#endif /* !MITOSIS_AGENT_CHANGE_REBALANCE_CHECK_H */
