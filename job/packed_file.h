/* packed_file.h - a file of a job's folder as bytes, to go to another host
 *
 * Pages are sparse: holes are left out and stay holes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_PACKED_FILE_H
#define MITOSIS_JOB_PACKED_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Pack the file 'name' of 'folder'.  Returns what the caller frees, and its
 * size in 'bytes', or NULL with the reason in 'err'.
 */
void *packed_file_pack(const char *folder,
                       const char *name,
                       size_t *bytes,
                       struct error *err);

/* Put the file that these bytes, which may be anything, tell of into 'folder',
 * whole or not at all, in place of one of that name.  Only pages, traces, and
 * what ranks leave for each other are taken.  Returns -1 with the reason in
 * 'err'.
 */
int packed_file_unpack(const char *folder,
                       const void *data,
                       size_t bytes,
                       struct error *err);

/* Whether the file that they tell of is in 'folder' already. */
bool packed_file_is_there(const char *folder, const void *data, size_t bytes);

#endif /* !MITOSIS_JOB_PACKED_FILE_H */
