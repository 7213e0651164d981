/* read_file.h - what is in a file, in memory
 *
 * Both read as well what the kernel makes as it is read, as in /proc, of which
 * it does not say before how much it is.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_READ_FILE_H
#define MITOSIS_BASE_READ_FILE_H

#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"

/* Read the beginning of the file 'path', as much as there is room for in the
 * 'size' bytes of 'text' with a NUL behind it.  Returns how many bytes came,
 * or -1 with errno set and an empty text.  Takes no memory.
 */
ssize_t read_file_start(const char *path, char *text, size_t size);

/* Read all of the file 'path', which is at most 'most' bytes.  Returns it with
 * two NULs behind it, and in 'bytes' how many there are before these; the
 * caller frees it.  Returns NULL with the reason in 'err' and in errno.
 */
char *read_file(const char *path,
                size_t most,
                size_t *bytes,
                struct error *err);

#endif /* !MITOSIS_BASE_READ_FILE_H */
