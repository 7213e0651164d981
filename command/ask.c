/* ask.c - ask a job's agent, and hear what it answers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "command/ask.h"

/* The words, each with its NUL, as a command. */
static int send_words(int fd, char *const words[], struct error *err)
{
    static char text[WIRE_PAYLOAD];
    struct wire_head head = { .type = WIRE_COMMAND };

    for (; *words; words++) {
        size_t bytes = strlen(*words) + 1;

        if (head.bytes + bytes > sizeof(text))
            return error_set(err, "the command is too long");
        memcpy(text + head.bytes, *words, bytes);
        head.bytes += (uint32_t)bytes;
    }
    return wire_send(fd, &head, text, err);
}

int ask_begin(const char *folder, char *const words[], struct error *err)
{
    int fd = wire_connect(folder, err);

    if (fd >= 0 && send_words(fd, words, err) < 0) {
        close(fd);
        return -1;
    }
    return fd;
}

int ask_hear(int fd, struct wire *wire, int ms, int *status, struct error *err)
{
    for (;;) {
        int rc = wire_receive(fd, wire, ms, err);

        if (rc <= 0)
            return rc;
        if (wire->head.type == WIRE_TEXT)
            return 1;
        if (wire->head.type == WIRE_STATUS) {
            *status = (int)wire->head.number;
            return 0;
        }
    }
}
