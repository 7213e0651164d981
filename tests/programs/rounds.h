/* rounds.h - the rounds of a program that looks after what it has registered
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_PROGRAMS_ROUNDS_H
#define MITOSIS_TESTS_PROGRAMS_ROUNDS_H

#include <mitosis.h>
#include <stdbool.h>

extern int rank, ranks; /* from rounds_begin() on */
extern int step;        /* the round */

/* Begin MPI. */
void rounds_begin(int *argc, char ***argv);

/* Go through 'steps' rounds, at the beginning of each of which the job may be
 * changed.  visit() says how much is wrong of what this rank has, as it was
 * left in the round before, and leaves it for the next one.  Then "NAME: ok",
 * or wrong, is printed, and how many ranks there were after each change; and
 * MPI is ended.  Returns the exit status.
 */
int rounds_run(const char *name, int steps, long (*visit)(bool changed));

#endif /* !MITOSIS_TESTS_PROGRAMS_ROUNDS_H */
