/* same_file.h - whether two names are of one file
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_SAME_FILE_H
#define MITOSIS_COMMAND_COMMON_SAME_FILE_H

#include <stdbool.h>

#include "base/error.h"

/* Whether both names lead to the same file, or would once it is there.  What
 * is no plain file, as a terminal or a pipe, is never the same: both may write
 * to it.
 */
bool same_file_is(const char *a, const char *b);

/* Whether the files to be written are none that is to be read, and not the
 * same twice.  Both lists may have NULLs within, for what was not asked for.
 * Returns -1 with the reason if not.
 */
int same_file_check(const char *const from[],
                    int inputs,
                    const char *const to[],
                    int outputs,
                    struct error *err);

#endif /* !MITOSIS_COMMAND_COMMON_SAME_FILE_H */
