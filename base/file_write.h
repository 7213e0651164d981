/* file_write.h - write files in somebody else's process
 *
 * Where a process may not make files as large as that (RLIMIT_FSIZE), the
 * kernel sends it a signal besides the error, SIGXFSZ, which ends it.  The
 * limit is the program's and is not to end it for a file of ours: none
 * of these sends that signal, and most are the call that they are named after.
 * The error is EFBIG.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_FILE_WRITE_H
#define MITOSIS_BASE_FILE_WRITE_H

#include <sys/types.h>

ssize_t file_write(int fd, const void *from, size_t bytes);
ssize_t file_pwrite(int fd, const void *from, size_t bytes, off_t at);
int file_truncate(int fd, off_t bytes);

/* Write all of the bytes, in as many calls of file_pwrite() as that takes.
 * Returns 0, or -1 with errno.
 */
int file_write_all(int fd, const void *from, size_t bytes, off_t at);

/* Returns what is wrong, or 0, as posix_fallocate() does. */
int file_allocate(int fd, off_t from, off_t bytes);

/* Make room for so many bytes of a file that others may be using.  A full
 * disk shall be noticed here, not by a signal when they are written.  Where
 * the file system cannot promise that, posix_fallocate() would write into
 * them; the file gets its length alone.  Returns 0, or -1 with errno.
 */
int file_claim(int fd, off_t bytes);

#endif /* !MITOSIS_BASE_FILE_WRITE_H */
