/* sync_search.h - whether a program calls mito_sync() already
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_SYNC_SEARCH_H
#define MITOSIS_COMMAND_SUGGEST_SYNC_SEARCH_H

#include <stdbool.h>

/* Whether the program in the file 'path' does.  Of one that cannot be read it
 * is not known, which is told as if it did not.
 */
bool sync_search_found(const char *path);

#endif /* !MITOSIS_COMMAND_SUGGEST_SYNC_SEARCH_H */
