/* kept_signals.h - signals that come while a rank stands still
 *
 * Of those that programs get from others: the program can do nothing about
 * them where it stands, and what a handler notes down in this process is not
 * in the one that follows.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CHANGE_KEPT_SIGNALS_H
#define MITOSIS_PMPI_CHANGE_KEPT_SIGNALS_H

#include <stdbool.h>

/* From now on keep those of process_passed_signals() that the program catches;
 * and those that end it once its turn in this process is 'over', which is
 * asked in a handler.  What its own timers and threads send still comes to it.
 */
void kept_signals_begin(bool (*over)(void));

/* Have the program get them, those that came as well, in this thread. */
void kept_signals_end(void);

/* Have what came wait, and all that will come, for what this process becomes
 * by an exec.  Threads of MPI run until then and block nothing.
 */
void kept_signals_leave(void);

/* Whether this one came since they were kept. */
bool kept_signals_came(int number);

#endif /* !MITOSIS_PMPI_CHANGE_KEPT_SIGNALS_H */
