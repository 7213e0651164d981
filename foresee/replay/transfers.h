/* transfers.h - bytes under way between hosts, all of which share what these
 * have of the network
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_REPLAY_TRANSFERS_H
#define MITOSIS_FORESEE_REPLAY_TRANSFERS_H

#include <stdint.h>

#include "foresee/platform/platform.h"

enum { TRANSFERS_NONE = -1 };

typedef struct transfers transfers_t;

/* Make it for the hosts of 'p', with nothing under way.  Returns what is given
 * back with transfers_destroy(), or NULL when there is no memory.
 */
transfers_t *transfers_create(const struct platform *p);

/* Free it.  NULL is fine. */
void transfers_destroy(transfers_t *t);

/* Message 'message' of some bytes leaves at that moment, which is not before
 * any that was taken.  At least one of both hosts shares its network.  Returns
 * -1 when there is no memory.
 */
int transfers_start(transfers_t *t,
                    double when,
                    size_t from,
                    size_t to,
                    uint64_t bytes,
                    uint32_t message);

/* When the next thing happens; INFINITY where nothing is under way. */
double transfers_next(transfers_t *t);

/* Go on until then.  Returns the message that has arrived, or TRANSFERS_NONE
 * where the first byte of one has.
 */
int64_t transfers_take(transfers_t *t);

#endif /* !MITOSIS_FORESEE_REPLAY_TRANSFERS_H */
