/* bytes.c - bytes that come in at one end and go out at the other
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"

enum { ROOM_FIRST = 4096 };

static void move_to_front(struct bytes *b)
{
    size_t held = bytes_held(b);

    if (b->from == 0)
        return;
    memmove(b->data, b->data + b->from, held);
    b->from = 0;
    b->to = held;
}

bool bytes_room(struct bytes *b, size_t more)
{
    size_t room = b->room ? b->room : ROOM_FIRST;
    uint8_t *bigger;

    if (b->room - b->to >= more)
        return true;
    move_to_front(b);
    while (room - b->to < more)
        room *= 2;
    if (room == b->room)
        return true;
    bigger = realloc(b->data, room);
    if (!bigger)
        return false;
    b->data = bigger;
    b->room = room;
    return true;
}

bool bytes_append(struct bytes *b, const void *data, size_t count)
{
    if (!bytes_room(b, count))
        return false;
    if (count > 0)
        memcpy(b->data + b->to, data, count);
    b->to += count;
    return true;
}

size_t bytes_held(const struct bytes *b)
{
    return b->to - b->from;
}

void bytes_free(struct bytes *b)
{
    free(b->data);
    *b = (struct bytes){ 0 };
}
