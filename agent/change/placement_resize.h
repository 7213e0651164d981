/* placement_resize.h - how many ranks of a resize go to which host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CHANGE_PLACEMENT_RESIZE_H
#define MITOSIS_AGENT_CHANGE_PLACEMENT_RESIZE_H

#include <stddef.h>

struct placement_resize_host {
    int cores;     /* 0 when nobody knows */
    double demand; /* cores that others want, not a number when unknown */
    int now;       /* ranks that are there */
    int then;      /* ranks that are to be, which is the answer */
};

/* Divide 'ranks' among 'count' hosts, at least one: first as many of those
 * that are there as find a core each, then to cores that are known to be
 * free, then to hosts that were never measured, and when all of these are
 * taken to where they are the least crowded: one that was never measured is
 * then as crowded as the others.  Of hosts that are alike the
 * earlier one comes first.
 */
void placement_resize_divide(struct placement_resize_host *hosts,
                             size_t count,
                             int ranks);

#endif /* !MITOSIS_AGENT_CHANGE_PLACEMENT_RESIZE_H */
