/* pull.h - take over what the old generation has registered
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_PULL_H
#define MITOSIS_PMPI_STATE_PULL_H

#include <stdint.h>

#include "base/error.h"
#include "pmpi/state/state_place.h"

/* Whom to tell bytes: now and then those that were moved so far, and once all
 * are there those that went from host to host.
 */
struct pull_progress {
    void (*moved)(uint64_t bytes);
    void (*travelled)(uint64_t bytes);
};

/* Take over what the old generation has registered, which stands still.
 * Tells the bytes that were moved, and a sum for each registration; and 'p'
 * how far it is.
 */
int pull_all(const struct state_place *place,
             const char *order,
             const struct pull_progress *p,
             uint64_t *bytes,
             uint64_t *sums,
             struct error *err);

#endif /* !MITOSIS_PMPI_STATE_PULL_H */
