/* grow.c - arrays that grow by one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

enum { ROOM_FIRST = 16 };

bool grow(void *array, size_t each, size_t count, size_t *room)
{
    size_t more = *room ? 2 * *room : ROOM_FIRST;
    void *list, *bigger;

    if (count < *room)
        return true;
    if (more > SIZE_MAX / each)
        return false;
    memcpy(&list, array, sizeof(list)); /* of whatever type */
    bigger = realloc(list, more * each);
    if (!bigger)
        return false;
    memcpy(array, &bigger, sizeof(bigger));
    *room = more;
    return true;
}
