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

/* See where the members of its communicators are.  Returns -1 with the reason
 * in 'err'.
 */
int mapped_run_find_comms(struct mapped_run *s, struct error *err);

/* Members of communicators whose broadcasts are followed from one to the next:
 * with more of them that would take too long.
 */
enum { MAPPED_RUN_TREE_MOST = 256 };

/* When somebody has what comes, and after how many times that it was passed on
 * since the last of those came who are waited for.
 */
struct mapped_run_passage {
    double when;
    double times;
};

/* When the rank is done with a broadcast that goes by a tree; NAN as long as
 * somebody has not come who is waited for.
 */
struct mapped_run_passage mapped_run_pass(const struct mapped_run *s,
                                          const struct moments *moments,
                                          uint32_t which,
                                          int rank);

#endif /* !MITOSIS_FORESEE_PLATFORM_MAPPED_RUN_INTERNAL_H */
