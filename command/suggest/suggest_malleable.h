/* suggest_malleable.h - whether a program is malleable already
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_SUGGEST_MALLEABLE_H
#define MITOSIS_COMMAND_SUGGEST_SUGGEST_MALLEABLE_H

#include <stdbool.h>

/* Whether the program in the file 'path' calls mito_sync().  Of one that
 * cannot be read it is not known, which is told as if it did not.
 */
bool suggest_is_malleable(const char *path);

#endif /* !MITOSIS_COMMAND_SUGGEST_SUGGEST_MALLEABLE_H */
