/* packed_texts.c - several texts in one message, each with its NUL
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "net/packed_texts.h"

size_t packed_texts_find(const char *payload,
                         size_t bytes,
                         int count,
                         const char *part[])
{
    size_t at = 0;

    for (int i = 0; i < count; i++) {
        size_t length = strnlen(payload + at, bytes - at);

        if (length == bytes - at)
            return 0;
        part[i] = payload + at;
        at += length + 1;
    }
    return at;
}

char *packed_texts_join(const char *const part[],
                        int count,
                        const char *rest,
                        size_t bytes,
                        size_t *size)
{
    char *all, *at;

    *size = bytes;
    for (int i = 0; i < count; i++)
        *size += strlen(part[i]) + 1;
    all = at = malloc(*size + 1);
    if (!all)
        return NULL;
    for (int i = 0; i < count; i++)
        at = stpcpy(at, part[i]) + 1;
    if (bytes > 0)
        memcpy(at, rest, bytes);
    return all;
}
