/* earlier_memory.h - memory as it was at an earlier moment
 *
 * It is kept by a process that was forked then, so only what is written since
 * takes memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_SUGGEST_EARLIER_MEMORY_H
#define MITOSIS_SUGGEST_EARLIER_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Keep memory as it is now.  Returns -1 where there is no process for it. */
int earlier_memory_keep(void);

/* Put what was at 'address' to 'to'.  Returns -1 when it is not known. */
int earlier_memory_read(uintptr_t address, void *to, size_t size);

/* Keep it no longer.  Fine when nothing is kept. */
void earlier_memory_drop(void);

#endif /* !MITOSIS_SUGGEST_EARLIER_MEMORY_H */
