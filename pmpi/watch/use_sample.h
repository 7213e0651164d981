/* use_sample.h - what a rank does between two MPI calls, and in one: closer
 * looks
 *
 * A rank that is not in MPI counts as computing.  Whether it was on a core
 * then, or for how long in the kernel, or had no core, or slept, only the
 * kernel knows.  To ask it takes a few microseconds, so one stretch of
 * computing is looked at in some 20 ms, from the end of a call to the
 * beginning of the next one; and that call, if the next look is due when it
 * ends.  So stretches that are longer than that are all looked at, if no short
 * ones come in between.  Long work that is always followed by some short calls
 * would never be: it becomes time while it lasts, and what comes after the
 * next call is short.  So where there were several calls since the last look,
 * some pass before this one begins, by chance.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_USE_SAMPLE_H
#define MITOSIS_PMPI_WATCH_USE_SAMPLE_H

/* A call of the main thread has ended, and it is time for a closer look: from
 * here on, if nothing else is measured till the next call, or else NULL is
 * returned.  Returns for how many seconds the rank has had no core so far.
 */
const double *use_sample_call_ends(void);

/* The next call begins, and what was before it has been looked at. */
void use_sample_call_begins(void);

#endif /* !MITOSIS_PMPI_WATCH_USE_SAMPLE_H */
