/* private_file.h - a few bytes in a file that is ours alone
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_PRIVATE_FILE_H
#define MITOSIS_NET_PRIVATE_FILE_H

#include <stddef.h>

#include "base/error.h"

/* Read the file 'path', which has 'bytes' bytes.  Returns -1 with the reason
 * in 'err' when it is no such file, or others may read or write it.
 */
int private_file_read(const char *path,
                      void *to,
                      size_t bytes,
                      struct error *err);

/* Make the file 'path' of these bytes unless there is one.  It is there with
 * all its bytes or not at all, on all hosts that share the folder, and of
 * several who make one at once one comes first.  Returns -1 with the reason in
 * 'err' when there is none and it cannot be made.
 */
int private_file_offer(const char *path,
                       const void *from,
                       size_t bytes,
                       struct error *err);

#endif /* !MITOSIS_NET_PRIVATE_FILE_H */
