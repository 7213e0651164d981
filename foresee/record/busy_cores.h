/* busy_cores.h - when all cores of a host were in use by ranks that computed,
 * and what those that waited took of them, as it was recorded
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_RECORD_BUSY_CORES_H
#define MITOSIS_FORESEE_RECORD_BUSY_CORES_H

#include "foresee/record/recording.h"

typedef struct busy_cores busy_cores_t;

/* Look at all ranks of the host of 'rank', whose cores are known.  Returns
 * what is given back with busy_cores_destroy(), or NULL when there is no
 * memory.
 */
busy_cores_t *busy_cores_create(const struct recording *r, size_t rank);

/* Free it.  NULL is fine. */
void busy_cores_destroy(busy_cores_t *u);

/* For how long from 'from' to 'to' there was a core for one more. */
double busy_cores_free(const busy_cores_t *u, double from, double to);

/* What part of cores that ranks share goes to those that wait while others
 * compute there: for their messages, and for looking after them.  Ranks yield
 * in the recording.  Returns -1 when there is no memory.
 */
int busy_cores_taken(const struct recording *r, double *part);

#endif /* !MITOSIS_FORESEE_RECORD_BUSY_CORES_H */
