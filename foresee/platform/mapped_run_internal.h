/* mapped_run_internal.h - what the files of a mapped run share
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_PLATFORM_MAPPED_RUN_INTERNAL_H
#define MITOSIS_FORESEE_PLATFORM_MAPPED_RUN_INTERNAL_H

#include "foresee/platform/mapped_run.h"

/* Get room for the places of its ranks.  Returns -1 with the reason in 'err'.
 */
int mapped_run_make_room(struct mapped_run *s, struct error *err);

/* What a rank has of a core that it shares with all ranks of its host, as
 * those that wait ask for messages all the time.
 */
double mapped_run_share_of_core(unsigned cores, size_t together);

/* See how much slower than recorded each rank is, for its work and its host.
 * Returns -1 with the reason in 'err'.
 */
int mapped_run_find_slower(struct mapped_run *s, struct error *err);

/* See what the members of its communicators share, where the platform's hosts
 * do.  Returns -1 with the reason in 'err'.
 */
int mapped_run_find_shared(struct mapped_run *s, struct error *err);

#endif /* !MITOSIS_FORESEE_PLATFORM_MAPPED_RUN_INTERNAL_H */
