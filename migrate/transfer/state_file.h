/* state_file.h - an old rank's state as a file, where its memory cannot be
 * read
 *
 * Some systems let no process read the memory of another one: containers,
 * a kernel that is set so (yama), a program that forbids it.  There an old
 * rank that stands still writes what it has registered to a file in the job's
 * folder, which is memory as a rule, and new ranks read that.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_STATE_FILE_H
#define MITOSIS_MIGRATE_TRANSFER_STATE_FILE_H

#include <stdbool.h>
#include <sys/types.h>

#include "migrate/layout/manifest.h"

/* Whether the kernel lets a process like this one be read.  It is tried on a
 * child, so it takes a moment.
 */
bool state_file_can_read(void);

/* Have all ranks of the job write such files at stops from now on.  Returns -1
 * with the reason in 'err'.
 */
int state_file_want(const char *folder, struct error *err);

/* Whether someone has asked for that. */
bool state_file_wanted(const char *folder);

/* How many bytes 'item' of 'm', measured, takes in memory. */
uint64_t state_file_bytes(const struct manifest *m, size_t item);

/* Where 'item' is in the file of the rank that wrote 'm'; of the number of
 * items, where the file ends.
 */
uint64_t state_file_place(const struct manifest *m, size_t item);

/* Whether the files of all these ranks have room.  Returns -1 with the numbers
 * in 'err'.
 */
int state_file_check(const char *folder,
                     const struct manifest *const *all,
                     int ranks,
                     struct error *err);

/* Write the file of this rank, which 'm' is of.  Returns -1 with the reason in
 * 'err', and no file.
 */
int state_file_write(const char *folder,
                     const struct manifest *m,
                     struct error *err);

/* Wait for the file of the rank that 'm' is of, and open it.  Returns a
 * descriptor, or -1 with the reason in 'err': the rank is gone, or took too
 * long.
 */
int state_file_open(const char *folder,
                    const struct manifest *m,
                    struct error *err);

/* Remove the file of a rank, if there is one. */
void state_file_remove(const char *folder, uint32_t generation, int rank);

#endif /* !MITOSIS_MIGRATE_TRANSFER_STATE_FILE_H */
