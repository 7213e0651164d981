/* byte_shuffle.h - the bytes of elements in another order, to pack better
 *
 * Numbers that are close to each other have the same first bytes and
 * different last ones.  With all first bytes together, all second ones and so
 * on, a packer finds what is the same.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_BYTE_SHUFFLE_H
#define MITOSIS_MIGRATE_TRANSFER_BYTE_SHUFFLE_H

#include <stddef.h>

/* Write to 'to' the 'bytes' at 'from', which are elements of 'size' bytes, at
 * least 1: the first byte of each element, the second of each, and so on.
 * What is left after the last whole element stays at the end as it is.  'to'
 * and 'from' do not overlap.
 */
void byte_shuffle_do(void *to, const void *from, size_t bytes, size_t size);

/* The way back. */
void byte_shuffle_undo(void *to, const void *from, size_t bytes, size_t size);

#endif /* !MITOSIS_MIGRATE_TRANSFER_BYTE_SHUFFLE_H */
