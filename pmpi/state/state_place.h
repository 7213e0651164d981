/* state_place.h - where a rank stands in the series of generations
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_STATE_PLACE_H
#define MITOSIS_PMPI_STATE_STATE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

struct state_place {
    const char *folder; /* of the job */
    uint32_t generation;
    int rank;
    int ranks;
    uint64_t sync;
    bool apart; /* the next generation has ranks on other hosts */
};

#endif /* !MITOSIS_PMPI_STATE_STATE_PLACE_H */
