/* carried_files.h - output that start-up begins anew goes on where it was
 *
 * In a process that is to carry on, a file that the old ranks write to is not
 * emptied when start-up opens it to begin it anew: what start-up writes is
 * dropped, and from when the process is the job on it writes where the old
 * ones were.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_FILES_CARRIED_FILES_H
#define MITOSIS_PMPI_FILES_CARRIED_FILES_H

#include <stdbool.h>

#include "job/control.h"

/* From now on stand between the program, with what is loaded by now, and the
 * calls that open files; only in a process that is to carry on.
 */
void carried_files_follow(void);

/* The ranks of 'old' have written all that they will: note where they are. */
void carried_files_note(const struct control *old);

/* Whether there are any. */
bool carried_files_exist(void);

/* Whether descriptor 'fd' is what start-up has got in place of one. */
bool carried_files_awaits(int fd);

/* This process is the job, and what start-up had in buffers was written. */
void carried_files_go_on(void);

/* Whether descriptor 'fd' is one of those that went on. */
bool carried_files_has(int fd);

/* Whether it is one that we have open ourselves, until they do. */
bool carried_files_keeps(int fd);

#endif /* !MITOSIS_PMPI_FILES_CARRIED_FILES_H */
