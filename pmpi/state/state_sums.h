/* state_sums.h - write down sums of what is registered, for 'mitosis prove'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_STATE_SUMS_H
#define MITOSIS_PMPI_STATE_STATE_SUMS_H

#include <stdbool.h>

#include "pmpi/state/state_place.h"

/* Whether MITOSIS_SUMS asks for it. */
bool state_sums_wanted(void);

/* A sync is over: write what there is, if it is one of those that
 * MITOSIS_SUMS_EVERY asks for, or the first of this process.  That it cannot
 * be written is said, and no more is written then.
 */
void state_sums_write(const struct state_place *place);

#endif /* !MITOSIS_PMPI_STATE_STATE_SUMS_H */
