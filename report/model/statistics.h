/* statistics.h - middle, extremes and direction of a row of numbers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_STATISTICS_H
#define MITOSIS_REPORT_MODEL_STATISTICS_H

#include <stddef.h>

/* The number, or 0 when it is infinite or none. */
double number_or_zero(double x);

/* Sort 'n' numbers, the smallest first. */
void sort_numbers(double *x, size_t n);

/* The number that a share of 'q' (0 to 1) of the sorted ones is not above,
 * between two of them where it falls there; 0 when there are none.
 */
double quantile(const double *sorted, size_t n, double q);

/* The median of numbers in any order; 0 when there are none, or no memory. */
double median(const double *x, size_t n);

/* The same, where of many some stand for all. */
double median_of_some(const double *x, size_t n);

/* The mean without the tenth that is least and the one that is most, about;
 * where there are two kinds of numbers a median is of the one or the other.
 */
double mean_of_most(const double *x, size_t n);

/* By how many per cent the last tenth of a row differs from the first, along
 * a straight line that single large or small numbers do not bend.  0 when
 * there are too few to tell.
 */
double trend_percent(const double *x, size_t n);

#endif /* !MITOSIS_REPORT_MODEL_STATISTICS_H */
