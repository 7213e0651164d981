/* row_match.h - how an array's size goes with numbers that the program has
 *
 * The sizes in all ranks of two runs say which number is that of the rows, how
 * much a row is and how wide the halo.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_ROW_MATCH_H
#define MITOSIS_COMMAND_SUGGEST_ROW_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROW_MATCH_DIMENSIONS = 3, ROW_MATCH_HALO = 4 };

/* Numbers, one for each rank of the first run and then of the second. */
struct row_match_number {
    const int64_t *value;
    int fit; /* of several that fit, those with more are better */
};

struct row_match {
    int dimensions; /* 1 for rows, 2 or 3 for a box; 0 when nothing fits */
    size_t number[ROW_MATCH_DIMENSIONS]; /* which of them, the slowest first */
    int halo;
    int64_t row;    /* elements in a row, or at a point of a box */
    bool conserved; /* all ranks together have as many rows in both runs */
};

/* Whether it is other in one of the 'views'. */
bool row_match_varies(const int64_t *value, size_t views);

/* The same without a number that says how many rows there are: 'row' and
 * 'halo' such that the rows of all ranks are as many in both runs.  Returns
 * whether there are; of several the next one with a wider halo than '*halo' on
 * call.
 */
bool row_match_by_sum(
    const int64_t *size, size_t views, size_t first, int64_t *row, int *halo);

/* Find what goes with 'size' of an array in elements.  'first' of the 'views'
 * are of the first run.
 */
struct row_match row_match_find(const int64_t *size,
                                size_t views,
                                size_t first,
                                const struct row_match_number *numbers,
                                size_t count);

#endif /* !MITOSIS_COMMAND_SUGGEST_ROW_MATCH_H */
