/* spared_files.h - files that start-up would take from under the old ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_FILES_SPARED_FILES_H
#define MITOSIS_PMPI_FILES_SPARED_FILES_H

/* From now on stand between the program, with what is loaded by now, and the
 * calls that remove, rename and shorten files.
 */
void spared_files_follow(void);

#endif /* !MITOSIS_PMPI_FILES_SPARED_FILES_H */
