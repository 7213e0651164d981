/* waiting_rank.h - whether a rank waits for others, or only has no core
 *
 * A rank that waits in MPI asks again and again whether something has come,
 * and gives its core away or sleeps between.  So one that has not left its
 * call although it had a core, or slept of itself, waits for what does not
 * come; one that neither ran nor slept would get on if it had a core.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CHANGE_WAITING_RANK_H
#define MITOSIS_AGENT_CHANGE_WAITING_RANK_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/page.h"

/* What is seen of a rank at a moment. */
struct waiting_rank {
    uint64_t since;  /* the ticks at which it entered the call that it is in */
    uint64_t sleeps; /* so often it gave its core up, */
    double on_core;  /* and so many seconds it had one, since it started */
};

/* Look at the rank of the page 'p', which may be NULL.  Returns false when it
 * is in no call in which it may wait for other ranks, or cannot be looked at:
 * it is on another host, or its calls are not timed.
 */
bool waiting_rank_look(const struct page *p, struct waiting_rank *now);

/* Whether it is in the call in which it was 'then'. */
bool waiting_rank_stays(const struct waiting_rank *then,
                        const struct waiting_rank *now);

/* Whether it has asked often enough since in that call. */
bool waiting_rank_waits(const struct waiting_rank *then,
                        const struct waiting_rank *now);

#endif /* !MITOSIS_AGENT_CHANGE_WAITING_RANK_H */
