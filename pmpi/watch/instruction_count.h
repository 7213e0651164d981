/* instruction_count.h - instructions of the main thread, and cycles for them
 *
 * Two counters of the processor, as one group, so that they count at the same
 * time.  They count the program and not the kernel, which any user may where
 * kernel.perf_event_paranoid is 2 or less.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_INSTRUCTION_COUNT_H
#define MITOSIS_PMPI_WATCH_INSTRUCTION_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/* What is counted, of linux/perf_event.h. */
struct instruction_count_kind {
    uint32_t type;
    uint64_t cycles;
    uint64_t instructions;
};

/* What a processor counts. */
extern const struct instruction_count_kind instruction_count_kind;

/* Begin to count in this thread.  Returns 0, or an errno: EACCES or EPERM
 * where this user may not, ENOENT where the processor, or a virtual machine,
 * has no counters.  Leaves errno alone.
 */
int instruction_count_begin(const struct instruction_count_kind *kind);

/* How much was counted since.  Returns false where nothing is, or the program
 * has closed what we had opened.  Leaves errno alone.
 */
bool instruction_count_read(uint64_t *cycles, uint64_t *instructions);

/* Count no more. */
void instruction_count_end(void);

#endif /* !MITOSIS_PMPI_WATCH_INSTRUCTION_COUNT_H */
