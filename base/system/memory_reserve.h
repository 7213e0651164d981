/* memory_reserve.h - whether there is memory enough, and having it at hand
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_SYSTEM_MEMORY_RESERVE_H
#define MITOSIS_BASE_SYSTEM_MEMORY_RESERVE_H

#include <stdint.h>

#include "base/error.h"

/* Whether 'bytes' more can be taken of what the host and this process's
 * control groups have left, and 'fresh' of these be added to its address space
 * under its limits.  Returns 0, or -1 with the numbers in 'err'.
 */
int memory_check(uint64_t bytes, uint64_t fresh, struct error *err);

/* Of the 'bytes' at 'memory': how many are in memory, rather than promised. */
uint64_t memory_resident(const void *memory, uint64_t bytes);

/* Have the kernel hand out these pages now, step by step: before each it is
 * seen whether there is enough left for 'sharers' processes to take as much at
 * the same moment.  Returns -1 with the numbers in 'err'.
 */
int memory_touch(void *memory, uint64_t bytes, int sharers, struct error *err);

#endif /* !MITOSIS_BASE_SYSTEM_MEMORY_RESERVE_H */
