/* report_files.h - reports by name, and those of folders
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_REPORT_FILES_H
#define MITOSIS_COMMAND_COMMON_REPORT_FILES_H

#include "base/error.h"
#include "base/string_list.h"

/* Begin with all zero. */
struct report_files {
    struct string_list named;
    struct string_list found; /* in folders, by their names */
};

/* Add a report, or all files of a folder that have the name of one, *.json.
 * Returns -1 with the reason in 'err', as when there is none in it.
 */
int report_files_add(struct report_files *f,
                     const char *path,
                     struct error *err);

/* Free them, which leaves none. */
void report_files_clear(struct report_files *f);

#endif /* !MITOSIS_COMMAND_COMMON_REPORT_FILES_H */
