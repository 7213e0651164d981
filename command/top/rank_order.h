/* rank_order.h - sort ranks and hosts as the user wants to see them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_RANK_ORDER_H
#define MITOSIS_COMMAND_TOP_RANK_ORDER_H

#include "report/live/live.h"

enum rank_order {
    RANK_ORDER_HOST, /* as they come: by host, then by number */
    RANK_ORDER_NUMBER,
    RANK_ORDER_COMPUTING, /* who computes most comes first */
    RANK_ORDER_WAITING,
};

/* "by host", and so on. */
extern const char *const rank_order_name[];

/* A look in another order. */
struct ordered_look {
    struct live live;
    size_t ranks; /* that there is room for */
    struct live_rank *rank;
    size_t hosts;
    struct live_host *host;
};

/* Put the ranks of 'l' in order, and its hosts but by number.  Returns the
 * look in that order, which is good for as long as 'l' is; without memory that
 * is 'l' itself.
 */
const struct live *rank_order_apply(struct ordered_look *o,
                                    const struct live *l,
                                    enum rank_order order);

/* Free what it has. */
void rank_order_clear(struct ordered_look *o);

#endif /* !MITOSIS_COMMAND_TOP_RANK_ORDER_H */
