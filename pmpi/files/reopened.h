/* reopened.h - files that are written here and by ranks before or after us
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_FILES_REOPENED_H
#define MITOSIS_PMPI_FILES_REOPENED_H

#include <stdbool.h>
#include <stdint.h>

#include "job/control.h"

enum { REOPENED_NAME = 4096 };

/* Look for a file that this process has open for writing, behind less of it
 * than one of the ranks of 'old' on this host, so that it would write over
 * what that has written.  Files that are written at their end are none.  Call
 * it with '*fd' 0, and again to find the next one; it is that of '*fd - 1'.
 * Returns false when there is none.
 */
bool reopened_find(const struct control *old,
                   int *fd,
                   char name[REOPENED_NAME]);

/* The lowest descriptor of this process from 'least' on that is open, or -1.
 */
int reopened_next_own(int least);

/* How far those ranks are in the file that 'fd' is, the furthest of them that
 * has it open for writing, not at its end; -1 when none has.
 */
int64_t reopened_old_position(const struct control *old, int fd);

/* Whether one of them has it open for writing, at its end or not. */
bool reopened_old_has(const struct control *old, int fd);

/* What this process has open by now was opened by its start-up. */
void reopened_end_start_up(void);

/* In the same way look for a file that was opened since, and that this process
 * has written to, not at its end.
 */
bool reopened_find_late(int *fd, char name[REOPENED_NAME]);

/* The same of all that this process has open for writing. */
bool reopened_find_own(int *fd, char name[REOPENED_NAME]);

#endif /* !MITOSIS_PMPI_FILES_REOPENED_H */
