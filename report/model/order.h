/* order.h - the order of a run's tables, for qsort()
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_ORDER_H
#define MITOSIS_REPORT_MODEL_ORDER_H

/* By time, the longest first: struct run_call, run_site, run_coll. */
int order_calls(const void *a, const void *b);
int order_sites(const void *a, const void *b);
int order_colls(const void *a, const void *b);

/* By how often they go round, the least often first: struct run_loop. */
int order_loops(const void *a, const void *b);

/* By the ranks, sender first: struct run_message, run_onesided. */
int order_messages(const void *a, const void *b);
int order_onesided(const void *a, const void *b);

#endif /* !MITOSIS_REPORT_MODEL_ORDER_H */
