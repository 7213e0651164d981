/* bytes.h - bytes that come in at one end and go out at the other
 *
 *     struct bytes queue = { 0 };
 *
 *     if (!bytes_append(&queue, text, length))
 *         return error_set(err, "out of memory");
 *     queue.from += write_some(queue.data + queue.from, bytes_held(&queue));
 *     bytes_free(&queue);
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_BYTES_H
#define MITOSIS_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is at 'from' is next; what is added comes to 'to'. */
struct bytes {
    uint8_t *data;
    size_t from, to, room;
};

/* See that there is room for so many more behind 'to'.  Returns false, with
 * all as it was, when there is no memory.
 */
bool bytes_room(struct bytes *b, size_t more);

/* Add these.  Returns false when there is no memory. */
bool bytes_append(struct bytes *b, const void *data, size_t count);

/* How many there are. */
size_t bytes_held(const struct bytes *b);

/* Forget them all. */
void bytes_free(struct bytes *b);

#endif /* !MITOSIS_BASE_BYTES_H */
