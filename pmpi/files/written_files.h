/* written_files.h - which files the old ranks write to
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_FILES_WRITTEN_FILES_H
#define MITOSIS_PMPI_FILES_WRITTEN_FILES_H

#include <stdbool.h>

/* Whether the old ranks on this host write to the regular file open as 'file':
 * it was written to since their start-up, or went on at an earlier change, or
 * they have it open for writing.  With 'written' the latter counts only if it
 * was written to since they began: what is only read may be open so, too.
 */
bool written_files_has(int file, bool written);

/* The same of one that was there before this process began: start-up may do
 * with what it has made itself as it likes.
 */
bool written_files_has_older(int file);

/* It goes on: so it will in all that carry on from here. */
void written_files_keep(int file);

/* This process hands over: so it is with all that it has open for writing. */
void written_files_keep_own(void);

/* Whether this process is in its start-up, from before MPI_Init() on, and is
 * to carry on a job that has ranks here; not any more once that is over.
 */
bool written_files_matter(void);
void written_files_end_start_up(void);

#endif /* !MITOSIS_PMPI_FILES_WRITTEN_FILES_H */
