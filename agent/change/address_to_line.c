/* address_to_line.c - which line of the program an address in one of its files
 * is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "agent/change/address_to_line.h"
#include "report/code/symbols.h"

static void describe(const char *path,
                     uint64_t offset,
                     arena_t *arena,
                     struct error *text)
{
    bool changed;
    struct symbols_place place = { 0 };
    symbols_t *symbols = symbols_open(path, NULL, 0, &changed, NULL);
    const struct symbols_frame *frame = &place.frame[0];

    if (symbols && symbols_find(symbols, offset - 1, arena, &place) == 0
        && place.count > 0) {
        if (frame->file && *frame->file)
            error_set(text, " in %s (%s:%d)", frame->function,
                      basename(frame->file), frame->line);
        else
            error_set(text, " in %s", frame->function);
    }
    symbols_close(symbols);
}

void address_to_line_place(const char *told, struct error *text)
{
    const char *path = strchr(told, '\n');
    const char *offset = path ? strchr(path + 1, '\n') : NULL;
    arena_t *arena = offset ? arena_create() : NULL;
    struct error place = { "" };
    char file[4096];

    if (arena && (size_t)(offset - path) < sizeof(file)) {
        memcpy(file, path + 1, (size_t)(offset - path - 1));
        file[offset - path - 1] = '\0';
        describe(file, strtoull(offset + 1, NULL, 16), arena, &place);
    }
    error_set(text, "%.*s%s", (int)strcspn(told, "\n"), told, place.text);
    arena_destroy(arena);
}
