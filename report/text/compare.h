/* compare.h - two runs side by side: what got faster, what slower, where
 *
 * The runs may have had different numbers of ranks, so times are those of a
 * rank on average.  Places in the program are told apart by function and file
 * only, as lines move when a program is changed.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_COMPARE_H
#define MITOSIS_REPORT_TEXT_COMPARE_H

#include <stdio.h>

#include "report/model/run.h"

/* Something with a time in both runs, 0 in one that has it not. */
struct compare_row {
    const char *name;
    double before;
    double after;
};

struct compare_rows {
    size_t count;
    struct compare_row *of;
};

enum compare_list {
    COMPARE_PARTS, /* computing, waiting ..., in their usual order */
    COMPARE_CALLS, /* the others begin with the largest difference */
    COMPARE_SITES,
    COMPARE_RANKS, /* their computing */
    COMPARE_LISTS
};

struct compare {
    const struct run *before;
    const struct run *after;
    struct compare_rows list[COMPARE_LISTS];
    arena_t *arena;
};

enum { COMPARE_TEXT = 2048 };

/* Compare 'after' with 'before', which have to stay.  Returns what is to be
 * given back with compare_destroy(), or NULL when there is no memory.
 */
struct compare *compare_create(const struct run *before,
                               const struct run *after);

/* Free it.  NULL is fine. */
void compare_destroy(struct compare *c);

/* What became of the time, in sentences. */
void compare_answer(const struct compare *c, char text[COMPARE_TEXT]);

/* In what the two runs differ that may explain it; empty if in nothing. */
void compare_terms(const struct compare *c, char text[COMPARE_TEXT]);

/* Print it, lines of 80 columns at most; 'name' is that of the other one. */
void compare_print(const struct compare *c, const char *name, FILE *out);

/* By how much 'after' is more or less than 'before': "12 % less", "2.31 times
 * as much", "about the same".
 */
struct compare_words {
    char text[40];
} compare_words(double before, double after);

#endif /* !MITOSIS_REPORT_TEXT_COMPARE_H */
