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

/* Lines are counted from 1. */
struct source_loop {
    int head;     /* "for (...)", "while (...)", "do" */
    int first;    /* behind which the body begins */
    bool bare;    /* the body is one statement without braces */
    bool counted; /* in Fortran: it counts by itself */
};

/* Find the innermost loop around 'line' of the C or C++ in 'text', or the
 * outermost one of the function.  Returns false when there is none.
 */
bool source_loop_find(const char *text,
                      int line,
                      bool outermost,
                      struct source_loop *loop);

/* The same in Fortran. */
bool source_loop_find_fortran(const char *text,
                              int line,
                              bool outermost,
                              struct source_loop *loop);

/* The line behind which "#include <mitosis.h>" goes; 0 for the top. */
int source_loop_includes(const char *text);

/* The line behind which "use mitosis" goes, in the program unit of 'line'. */
int source_loop_uses(const char *text, int line);

#endif /* !MITOSIS_COMMAND_SUGGEST_SOURCE_LOOP_H */
