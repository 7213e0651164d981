/* grow.h - arrays that grow by one
 *
 *     if (!grow(&list, sizeof(*list), count, &room))
 *         return error_set(err, "out of memory");
 *     list[count++] = item;
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_GROW_H
#define MITOSIS_BASE_GROW_H

#include <stdbool.h>
#include <stddef.h>

/* See that the array that 'array' points at has room for one more than
 * 'count' items of 'each' bytes; 'room' is how many it has room for.  Returns
 * false, with the array as it was, when there is no memory.
 */
bool grow(void *array, size_t each, size_t count, size_t *room);

#endif /* !MITOSIS_BASE_GROW_H */
