/* core_use.h - when all cores of a host were in use by ranks that computed, as
 * it was recorded
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_RECORD_CORE_USE_H
#define MITOSIS_FORESEE_RECORD_CORE_USE_H

#include <stdbool.h>

#include "foresee/record/recording.h"

typedef struct core_use core_use_t;

/* Look at all ranks of the host of 'rank', whose cores are known.  Returns
 * what is given back with core_use_destroy(), or NULL when there is no memory.
 */
core_use_t *core_use_create(const struct recording *r, size_t rank);

/* Free it.  NULL is fine. */
void core_use_destroy(core_use_t *u);

/* For how long from 'from' to 'to' there was a core for one more. */
double core_use_free(const core_use_t *u, double from, double to);

#endif /* !MITOSIS_FORESEE_RECORD_CORE_USE_H */
