/* chance.h - numbers that stand for chance, the same for the same seed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_CHANCE_H
#define MITOSIS_FORESEE_CLUSTER_CHANCE_H

#include <stddef.h>
#include <stdint.h>

/* Begin with state = seed. */
struct chance {
    uint64_t state;
};

/* From 0 to 1, without both. */
double chance_share(struct chance *c);

/* Of an exponential distribution with that mean. */
double chance_exponential(struct chance *c, double mean);

/* From 0 to count - 1. */
size_t chance_below(struct chance *c, size_t count);

#endif /* !MITOSIS_FORESEE_CLUSTER_CHANCE_H */
