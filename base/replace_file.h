/* replace_file.h - put a file in the place of another one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_REPLACE_FILE_H
#define MITOSIS_BASE_REPLACE_FILE_H

#include <stddef.h>

#include "base/error.h"

/* Give the file 'from' the name 'to', in place of one that has it, if there is
 * one.  There is always a file of that name, who has the old one open keeps
 * it, and nobody waits for the disk.  Returns 0, or -1 with errno and both as
 * they were.
 */
int replace_file(const char *from, const char *to);

/* Have the file 'path' be these bytes, and nobody but us read or write it:
 * there is always a whole one, for they are written to PATH.new first.
 * Returns 0, or -1 with errno and the file as it was.
 */
int replace_file_write(const char *path, const void *from, size_t bytes);

/* Whether a file could be made as 'path', or put in place of it, as things are
 * now.  Returns -1 with the reason in 'err' when its folder is not there or
 * not to be written to, or a folder has that name.
 */
int replace_file_check(const char *path, struct error *err);

#endif /* !MITOSIS_BASE_REPLACE_FILE_H */
