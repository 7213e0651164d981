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

/* It goes on: so it will in all that carry on from here. */
void written_files_keep(int file);

#endif /* !MITOSIS_PMPI_FILES_WRITTEN_FILES_H */
