/* parse_value.h - read what people give as a choice, a number, a size
 *
 * Each that reads 'text' returns whether it is one; if not, nothing is
 * changed.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_PARSE_VALUE_H
#define MITOSIS_BASE_PARSE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The letter that 'c' counts as in a name: cases are the same, and so are '-'
 * and '_', which are told as lower case and '_'.  The locale is not asked: in
 * a program that is watched it is not ours.
 */
char parse_value_letter(char c);

/* Whether the 'len' letters at 'a', none of them a NUL, are the name 'b'. */
bool parse_value_is(const char *a, size_t len, const char *b);

/* One of the words in 'choices', "this|that".  Where these are "off|on",
 * 0, no, false and 1, yes, true will do, and wherever there is an "off".
 * Writes the word as it stands in 'choices' to 'word', which has room for
 * it, and its place to 'number'.
 */
bool parse_value_choice(const char *choices,
                        const char *text,
                        char *word,
                        uint64_t *number);

/* A decimal number of digits and nothing else. */
bool parse_value_number(const char *text, uint64_t *number);

/* 4096, 64k, 64M, 64MB, 64MiB, up to T, all of them powers of 1024. */
bool parse_value_size(const char *text, uint64_t *number);

/* Write "auto|1|2|3" as people read it, "auto|1..3", cut off after 'size'. */
void parse_value_tell_choices(const char *choices, char *text, size_t size);

#endif /* !MITOSIS_BASE_PARSE_VALUE_H */
