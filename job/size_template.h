/* size_template.h - arguments and input files that go by a number of ranks
 *
 *     {n}               the number of ranks
 *     {nx} {ny}         a grid of two dimensions of so many ranks
 *     {nx} {ny} {nz}    of three
 *     {root} {cuberoot} how many ranks a square or cube of them has each way
 *     {1000/n} {nx*20}  products and quotients of these and of numbers
 *     {{ }}             braces
 *
 * The grid is as near to a square or cube as the number allows, its first
 * dimension being the longest: of 12 ranks 4 3, or 3 2 2.  A quotient has to
 * come out even, and so has a root; where it does not, that number of ranks
 * cannot be had.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_SIZE_TEMPLATE_H
#define MITOSIS_JOB_SIZE_TEMPLATE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/string_list.h"

/* Whether 'text' can be understood.  Returns -1 with the reason in 'err'. */
int size_template_check(const char *text, struct error *err);

/* Whether there may be numbers of ranks that do not fit it. */
bool size_template_is_choosy(const char *text);

/* Add the words of 'text' for 'ranks' of them.  Words are parted by spaces,
 * except within '...' or "...", and as many for every number of ranks.
 * Returns -1 with the reason in 'err', with some words added: it cannot be
 * understood, or does not fit this number.
 */
int size_template_words(const char *text,
                        int ranks,
                        struct string_list *words,
                        struct error *err);

/* The same for a whole text, such as a file, whose quotes and spaces are its
 * own: it is added to 'made' as one.  What is in braces is within a line;
 * 'err' begins with the number of the line, where it is about one.
 */
int size_template_check_text(const char *text, struct error *err);
int size_template_text(const char *text,
                       int ranks,
                       struct string_list *made,
                       struct error *err);

/* The grid of 'ranks' in so many dimensions, 1 to 3; others are 1. */
void size_template_grid(int ranks, int dimensions, int grid[3]);

#endif /* !MITOSIS_JOB_SIZE_TEMPLATE_H */
