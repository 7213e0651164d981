/* timed_command.h - run something for a limited time, and read what it tells
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_DOCTOR_TIMED_COMMAND_H
#define MITOSIS_COMMAND_DOCTOR_TIMED_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { TIMED_COMMAND_TEXT = 256 * 1024, TIMED_COMMAND_COMPLAINT = 4096 };

struct timed_command {
    bool done;   /* it has said so, in a line "done" */
    bool ended;  /* by itself, and in time */
    int status;  /* as a shell has it, when it has ended */
    double up;   /* seconds until it said "up" at the start of a line, or 0 */
    double took; /* seconds in all */
    double leaving; /* of them from when it said that it is done, or 0 */
    size_t used;
    char text[TIMED_COMMAND_TEXT]; /* from its stdout */
    size_t complained;
    char complaint[TIMED_COMMAND_COMPLAINT]; /* from its stderr, the beginning
                                              */
};

/* Run 'words' for at most so many seconds, and once it has said that it is
 * done for no more than 'grace' seconds on, and as many more as it has taken
 * so far: a slow machine is slow at the end, too.  Then it is ended with all
 * that it has started.  Returns -1 with the reason in 'err' when it did not
 * start.
 */
int timed_command_run(char *const words[],
                      double seconds,
                      double grace,
                      struct timed_command *t,
                      struct error *err);

/* End the one that runs as if its time were over, and each one after it: for a
 * handler of signals.
 */
void timed_command_stop(void);

/* What follows 'word' in the first line that begins with it after 'before',
 * an earlier answer (NULL: from the start on); NULL when there is none.  It
 * ends with the line.
 */
const char *timed_command_find(const struct timed_command *t,
                               const char *word,
                               const char *before);

/* Copy the part of a line, or its 'field'th word, counted from 0. */
void timed_command_line(const char *at, char *to, size_t size);
void timed_command_word(const char *at, int field, char *to, size_t size);

/* The same as a number; 0 when it is none. */
double timed_command_number(const char *at, int field);

/* Why it may have failed, in a line. */
void timed_command_excuse(const struct timed_command *t,
                          char *to,
                          size_t size);

#endif /* !MITOSIS_COMMAND_DOCTOR_TIMED_COMMAND_H */
