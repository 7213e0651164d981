/* bundler.h - gather the traces of a job's ranks into one file
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TRACE_BUNDLER_H
#define MITOSIS_REPORT_TRACE_BUNDLER_H

#include "report/trace/events.h"

enum { BUNDLER_VERSION = 2 }; /* as TRACE_VERSION, for the blocks in it */

#define BUNDLER_MAGIC "MITOTRAC"

/* The begin of the file.  Then come the blocks of each rank, and last the
 * index.
 */
struct bundler_head {
    char magic[8];
    uint32_t version;
    uint32_t reserved;
    uint64_t index; /* its offset */
    uint64_t bytes; /* and length */
    uint64_t sum;   /* and checksum */
    uint8_t unused[24];
};

/* Where the events are in the open file of one rank, which has 'bytes'. */
struct events_place bundler_place(int fd,
                                  uint64_t bytes,
                                  const struct trace_head *head);

/* Write the file 'path' with all traces of one generation, from 1 on, that are
 * in the job's folder, over what was there, in one step.  Those of
 * ranks that were killed are as good as others.  What cannot be read is left
 * out and told in 'remark', or that is empty.  Returns how many ranks have a
 * trace, and writes no file when none has; or -1 with the reason in 'err' and
 * nothing left behind.
 */
int bundler_write(const char *folder,
                  unsigned generation,
                  const char *path,
                  struct error *remark,
                  struct error *err);

#endif /* !MITOSIS_REPORT_TRACE_BUNDLER_H */
