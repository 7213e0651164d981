/* loaded_files.h - the programs and libraries in memory
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_LOADED_FILES_H
#define MITOSIS_PMPI_WATCH_LOADED_FILES_H

#include "profile/page.h"

/* Note in the page the object that 'address' lies in, if it is not there. */
void loaded_files_need(struct page *page, uint64_t address);

/* The file of the object that 'address' lies in, which is noted in the page
 * for that; "" when it lies in none, or the page has no room.
 */
const char *loaded_files_path(struct page *page, uint64_t address);

#endif /* !MITOSIS_PMPI_WATCH_LOADED_FILES_H */
