/* trace_file.h - the blocks of a trace, packed and appended to its file
 *
 * The file begins with its head and the open block, which are mapped, so that
 * what a killed rank wrote there is not lost.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_TRACE_FILE_H
#define MITOSIS_PROFILE_TRACE_FILE_H

#include <sys/types.h>

#include "base/zstd.h"
#include "profile/trace.h"

struct trace_file {
    struct trace_head *head;
    uint8_t *area; /* of the open block, after the head */
    size_t mapped; /* bytes of both */
    int fd;
    dev_t dev; /* which file that is, as long as nobody else has its number */
    ino_t ino;
    zstd_t *pack;
    uint8_t *packed; /* a block, to be written */
    size_t room;
};

/* Make the file, for at most 'limit' bytes, with an empty head.  Returns 0,
 * or -1 with the reason in 'err' and nothing to be closed; what is worth
 * knowing even so is in 'remark', which may be NULL.
 */
int trace_file_open(struct trace_file *f,
                    const char *path,
                    uint64_t limit,
                    struct error *remark,
                    struct error *err);

/* Append the open block, which stays as it is.  Returns 0, or -1 with the
 * reason in 'err' and in the head, whose state is no longer open then.
 */
int trace_file_append(struct trace_file *f, struct error *err);

/* Unmap and close the file.  Nothing is written. */
void trace_file_close(struct trace_file *f);

#endif /* !MITOSIS_PROFILE_TRACE_FILE_H */
