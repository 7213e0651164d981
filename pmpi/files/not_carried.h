/* not_carried.h - what of a program's files new ranks will not have
 *
 * They open what their start-up opens, and stand there where that leaves them:
 * the position in a file of MPI-IO is that of its beginning, and stdin is
 * empty.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_FILES_NOT_CARRIED_H
#define MITOSIS_PMPI_FILES_NOT_CARRIED_H

#include <mpi.h>

#include "base/error.h"
#include "job/control.h"

/* A file of this name was opened, will be closed; the position that all ranks
 * share in it was used.
 */
void not_carried_add(MPI_File file, const char *name);
void not_carried_remove(MPI_File file);
void not_carried_share(MPI_File file);

/* Start-up is over: files that are opened from now on are opened by the loop,
 * and new ranks, whose variables are new, may open them again.
 */
void not_carried_end_start_up(void);

/* The ranks stand still, and what they wrote is written out: tell the user by
 * name what is not carried over, once in a job.  Under MITOSIS_STRICT return
 * -1 instead, with that in 'err'.
 */
int not_carried_tell(struct error *err);

/* This rank leaves, and will not close its files of MPI-IO: remove what keeps
 * the positions that are shared in them.
 */
void not_carried_remove_positions(void);

/* This is a new rank at its first sync: the same of the files that its
 * start-up has opened for writing, where a rank of 'old' writes further on in
 * them.
 */
int not_carried_tell_reopened(const struct control *old, struct error *err);

#endif /* !MITOSIS_PMPI_FILES_NOT_CARRIED_H */
