/* source_text.h - the text of a source file, and the loops in it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_SOURCE_TEXT_H
#define MITOSIS_COMMAND_SUGGEST_SOURCE_TEXT_H

#include <stdbool.h>

#include "command/suggest/source_loop.h"
#include "report/code/variables.h"

/* Read the file 'path'.  Returns its text, which the caller frees, or NULL
 * when it cannot be read.
 */
char *source_text_read(const char *path);

/* source_loop_find() for either language. */
int source_text_loops(const char *text,
                      enum variables_language language,
                      int line,
                      struct source_loop loop[SOURCE_LOOP_DEEP]);

/* source_loop_head() for either language. */
const char *source_text_head(const char *text,
                             enum variables_language language,
                             int line,
                             size_t *length);

/* A member's name as its class may call it: without "this->". */
const char *source_text_own_name(const char *name);

/* The next place from 'at' on, in a text between 'begin' and 'end', where the
 * variable 'name' is named, and no member of another one.  Returns NULL behind
 * the last one.
 */
const char *source_text_name(const char *begin,
                             const char *end,
                             const char *at,
                             const char *name);

/* Whether a line of Fortran between lines 'first' and 'last' declares the
 * variable 'name' as intent(in).
 */
bool source_text_is_read_only(const char *text,
                              int first,
                              int last,
                              const char *name);

#endif /* !MITOSIS_COMMAND_SUGGEST_SOURCE_TEXT_H */
