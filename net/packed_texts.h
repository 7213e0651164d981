/* packed_texts.h - several texts in one message, each with its NUL
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_PACKED_TEXTS_H
#define MITOSIS_NET_PACKED_TEXTS_H

#include <stddef.h>

enum { PACKED_TEXTS_MOST = 4 };

/* Find the first 'count' texts among 'bytes' bytes that may be anything.
 * Returns how many bytes they take, or 0 when they are not all there.
 */
size_t packed_texts_find(const char *payload,
                         size_t bytes,
                         int count,
                         const char *part[]);

/* Put 'count' texts together, and 'bytes' more bytes at 'rest' behind them.
 * Returns what the caller frees, of '*size' bytes, or NULL without memory.
 */
char *packed_texts_join(const char *const part[],
                        int count,
                        const char *rest,
                        size_t bytes,
                        size_t *size);

#endif /* !MITOSIS_NET_PACKED_TEXTS_H */
