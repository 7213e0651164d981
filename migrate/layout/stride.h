/* stride.h - bytes of rows, at regular distances in a rank's memory
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_STRIDE_H
#define MITOSIS_MIGRATE_LAYOUT_STRIDE_H

#include <stdint.h>

#define STRIDE_ANYWHERE                                                       \
    UINT64_MAX /* as 'first': of a bag, where any order is                    \
                  the right one */

/* 'times' pieces of 'bytes' bytes, whole rows all of them.  Piece i starts
 * with global row first + i * first_step and is at offset + i * step.  With
 * one piece the steps mean nothing.
 */
struct stride {
    uint64_t first;
    uint64_t offset;
    uint64_t bytes;
    uint64_t times;
    uint64_t first_step;
    uint64_t step;
};

#endif /* !MITOSIS_MIGRATE_LAYOUT_STRIDE_H */
