/* link_fit.h - latency and bandwidth that go best with what was measured
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_PLATFORM_LINK_FIT_H
#define MITOSIS_FORESEE_PLATFORM_LINK_FIT_H

#include <stddef.h>

/* So many latencies and bytes took so long. */
struct link_fit_sample {
    size_t link; /* whose it is; only link_fit_sort() looks at this and the
                    next */
    int doubt;   /* 0 for the best samples */
    double latencies;
    double bytes;
    double seconds;
};

/* Sort by link, and those of less doubt before others. */
void link_fit_sort(struct link_fit_sample *sample, size_t count);

/* Find the latency and the time per byte that fit 'count' samples, at least
 * one, which are put in another order.  Neither is negative.  Most are held up
 * by something else now and then, so of those of about the same size a fast
 * one stands for all.
 */
void fit(struct link_fit_sample *sample,
         size_t count,
         double *latency,
         double *per_byte);

#endif /* !MITOSIS_FORESEE_PLATFORM_LINK_FIT_H */
