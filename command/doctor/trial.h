/* trial.h - run something for a limited time, and read what it tells
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_DOCTOR_TRIAL_H
#define MITOSIS_COMMAND_DOCTOR_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { TRIAL_TEXT = 256 * 1024, TRIAL_COMPLAINT = 4096 };

struct trial {
    bool done;   /* it has said so, in a line "done" */
    bool ended;  /* by itself, and in time */
    int status;  /* as a shell has it, when it has ended */
    double up;   /* seconds until it said "up" at the start of a line, or 0 */
    double took; /* seconds in all */
    double leaving; /* of them from when it said that it is done, or 0 */
    size_t used;
    char text[TRIAL_TEXT]; /* from its stdout */
    size_t complained;
    char complaint[TRIAL_COMPLAINT]; /* from its stderr, the beginning */
};

/* Run 'words' for at most so many seconds, and once it has said that it is
 * done for no more than 'grace' seconds on, and as many more as it has taken
 * so far: a slow machine is slow at the end, too.  Then it is ended with all
 * that it has started.  Returns -1 with the reason in 'err' when it did not
 * start.
 */
int trial_run(char *const words[],
              double seconds,
              double grace,
              struct trial *t,
              struct error *err);

/* What follows 'word' in the first line that begins with it after 'before',
 * an earlier answer (NULL: from the start on); NULL when there is none.  It
 * ends with the line.
 */
const char *trial_find(const struct trial *t,
                       const char *word,
                       const char *before);

/* Copy the part of a line, or its 'field'th word, counted from 0. */
void trial_line(const char *at, char *to, size_t size);
void trial_word(const char *at, int field, char *to, size_t size);

/* The same as a number; 0 when it is none. */
double trial_number(const char *at, int field);

/* Why it may have failed, in a line. */
void trial_excuse(const struct trial *t, char *to, size_t size);

#endif /* !MITOSIS_COMMAND_DOCTOR_TRIAL_H */
