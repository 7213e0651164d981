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

enum {
    ROW_MATCH_DIMENSIONS = 3,
    ROW_MATCH_HALO = 4,
    ROW_MATCH_PLAIN = 4 /* a number up to this is no variable's */
};

/* What is looked for: an array, in each of the 'views', of which 'first' are
 * of the first run.
 */
struct row_match_array {
    size_t views, first;
    const int64_t *size; /* in elements */
    const int64_t *row;  /* those of an index of the last dimension, or NULL */
    const int64_t *side; /* numbers that are the same in all views, */
    size_t sides;        /* as the length of a row may be */
};

/* Numbers, one for each rank of the first run and then of the second. */
struct row_match_number {
    const int64_t *value;
    int fit; /* of several that fit, those with more are better */
};

struct row_match {
    int dimensions; /* 1 for rows, 2 or 3 for a box; 0 when nothing fits */
    size_t number[ROW_MATCH_DIMENSIONS]; /* which of them, the slowest first */
    int halo;
    int64_t row;      /* elements in a row, or at a point of a box */
    bool conserved;   /* all ranks together have as many rows in both runs */
    bool shaped;      /* it goes with the last dimension, which is known, */
    bool contradicts; /* or does not */
    bool by_chance;   /* the row is no number that the program has */
    bool rivalled;    /* another number fits as well for rows: */
    size_t rival;
    int64_t rival_row;
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

/* Find what goes with the array's size. */
struct row_match row_match_find(const struct row_match_array *array,
                                const struct row_match_number *numbers,
                                size_t count);

#endif /* !MITOSIS_COMMAND_SUGGEST_ROW_MATCH_H */
