/* source_loop.h - which loop of a source file a line is in
 *
 * It reads the text, as a person would: a program's debug information has no
 * loops.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_SOURCE_LOOP_H
#define MITOSIS_COMMAND_SUGGEST_SOURCE_LOOP_H

#include <stdbool.h>
#include <stddef.h>

enum { SOURCE_LOOP_DEEP = 64 }; /* loops within each other that are seen */

/* Lines are counted from 1. */
struct source_loop {
    int head;     /* "for (...)", "while (...)", "do" */
    int first;    /* behind which the body begins */
    bool bare;    /* the body is one statement without braces */
    bool counted; /* in Fortran: it counts by itself */
};

/* Find the loops around 'line' of the C or C++ in 'text', the outermost one of
 * the function first.  Returns how many there are.
 */
int source_loop_find(const char *text,
                     int line,
                     struct source_loop loop[SOURCE_LOOP_DEEP]);

/* The same in Fortran. */
int source_loop_find_fortran(const char *text,
                             int line,
                             struct source_loop loop[SOURCE_LOOP_DEEP]);

/* What the loop that begins in 'line' says of how it goes round: what is in
 * the parentheses of "for" and "while".  Returns where that is in 'text', with
 * its length, or NULL.
 */
const char *source_loop_head(const char *text, int line, size_t *length);

/* The same in Fortran: what is behind "do". */
const char *source_loop_head_fortran(const char *text,
                                     int line,
                                     size_t *length);

/* The line behind which "#include <mitosis.h>" goes; 0 for the top. */
int source_loop_includes(const char *text);

/* The line behind which "use mitosis" goes, in the program unit of 'line'. */
int source_loop_uses(const char *text, int line);

/* Whether there is an "#include" of what 'include' has, "#include <NAME>". */
bool source_loop_has_include(const char *text, const char *include);

/* Whether the module is used as a whole in 'line'. */
bool source_loop_has_use(const char *text, int line, const char *module);

#endif /* !MITOSIS_COMMAND_SUGGEST_SOURCE_LOOP_H */
