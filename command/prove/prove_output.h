/* prove_output.h - what several runs of a program have printed alike
 *
 * Ranks print in any order, so lines are compared as a heap of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_PROVE_PROVE_OUTPUT_H
#define MITOSIS_COMMAND_PROVE_PROVE_OUTPUT_H

#include <stdbool.h>

#include "base/error.h"
#include "base/string_list.h"

/* Read the lines of the file 'path' into 'lines', which is empty, in order.
 * Those in which one of 'ignored' stands are left out.  Returns -1 with the
 * reason in 'err'.
 */
int prove_output_read(struct string_list *lines,
                      const char *path,
                      const struct string_list *ignored,
                      struct error *err);

/* MPICH has ranks write without a buffer, so puts() of two of them may come as
 * one line of both and an empty one.  Take such lines apart into some that are
 * in 'known'.
 */
void prove_output_untangle(struct string_list *lines,
                           const struct string_list *known);

/* Remove empty lines from 'lines', which are read or untangled: they tell
 * nothing, and new ranks print those again that stand before their first
 * mito_sync().
 */
void prove_output_drop_empty(struct string_list *lines);

/* Leave in 'lines' those that are in 'other', too, as often as there. */
void prove_output_common(struct string_list *lines,
                         const struct string_list *other);

/* Remove from 'lines' those that are, but for numbers, as a line that only one
 * of 'a' and 'b' has: what tells the time may tell the same one by chance.
 */
void prove_output_drop_unsteady(struct string_list *lines,
                                const struct string_list *a,
                                const struct string_list *b);

/* The first of 'lines' that is not in 'other', or there less often; or NULL.
 */
const char *prove_output_missing(const struct string_list *lines,
                                 const struct string_list *other);

/* Add to 'gone' the lines that only 'a' has, and to 'more' those that only 'b'
 * has, or one of both more often.  Lines that are one another but for numbers
 * are left out, if they are none of 'steady'.
 */
void prove_output_differ(struct string_list *gone,
                         struct string_list *more,
                         const struct string_list *a,
                         const struct string_list *b,
                         const struct string_list *steady);

/* Whether 'a' and 'b', lines that only one of two runs has, may be the same
 * text that is only cut otherwise, as what two ranks print piece by piece runs
 * together.
 */
bool prove_output_is_torn(const struct string_list *a,
                          const struct string_list *b);

#endif /* !MITOSIS_COMMAND_PROVE_PROVE_OUTPUT_H */
