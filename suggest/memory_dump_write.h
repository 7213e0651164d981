/* memory_dump_write.h - write down what is in memory, and what has changed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_SUGGEST_MEMORY_DUMP_WRITE_H
#define MITOSIS_SUGGEST_MEMORY_DUMP_WRITE_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* Write to the file 'path' as 'rank'.  The program is loaded at 'base' and was
 * stopped at 'at', where it comes 'step' times in an iteration, and calls
 * mito_sync() or not; its data are from 'data' to 'end'.  Returns -1 when that
 * cannot be written.
 */
int memory_dump_write_open(const char *path,
                           int rank,
                           uintptr_t base,
                           uintptr_t at,
                           uint64_t step,
                           bool sync,
                           uintptr_t data,
                           uintptr_t end);

/* Write down the next moment. */
void memory_dump_write_moment(const ucontext_t *context);

/* All moments are written.  Fine when it is not open. */
void memory_dump_write_close(void);

#endif /* !MITOSIS_SUGGEST_MEMORY_DUMP_WRITE_H */
