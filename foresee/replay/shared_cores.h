/* shared_cores.h - ranks that compute on hosts with fewer cores than ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_REPLAY_SHARED_CORES_H
#define MITOSIS_FORESEE_REPLAY_SHARED_CORES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "foresee/platform/mapped_run.h"

typedef struct shared_cores shared_cores_t;

#define SHARED_CORES_OTHER SIZE_MAX /* no rank, but something else */

/* Make it for the ranks of 's' in their places, none of which computes.
 * Returns what is given back with shared_cores_destroy(), or NULL when there
 * is no memory.
 */
shared_cores_t *shared_cores_create(const struct mapped_run *s);

/* Free it.  NULL is fine. */
void shared_cores_destroy(shared_cores_t *c);

/* Whether the rank has to share cores when others compute as well. */
bool shared_cores_share(const shared_cores_t *c, size_t rank);

/* Whether there are others for the cores of its host while it waits: more
 * ranks, and what else has come, than cores.
 */
bool shared_cores_are_wanted(const shared_cores_t *c, size_t rank);

/* The rank, which does share, computes from that moment on, which is not
 * before any that was taken: so long as that takes on a core of its own.
 */
void shared_cores_start(shared_cores_t *c,
                        double when,
                        size_t rank,
                        double seconds);

/* Something else may come to compute: so all ranks have to share from now on,
 * when none of them has computed yet.  Returns -1 when there is no memory.
 */
int shared_cores_expect_others(shared_cores_t *c);

/* It computes on the host from that moment on, as long as that takes on a core
 * of its own.  Returns -1 when there is no memory.
 */
int shared_cores_add_other(shared_cores_t *c,
                           double when,
                           size_t host,
                           double seconds);

/* When the first one has done so; INFINITY where nobody computes. */
double shared_cores_next(const shared_cores_t *c);

/* Go on until then.  Returns that rank, or SHARED_CORES_OTHER. */
size_t shared_cores_take(shared_cores_t *c);

#endif /* !MITOSIS_FORESEE_REPLAY_SHARED_CORES_H */
