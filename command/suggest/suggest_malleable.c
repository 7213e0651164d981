/* suggest_malleable.c - whether a program is malleable already
 *
 * Those that do have the call's name in their file, in any language: it is by
 * that name that they find the call in our library, if it is there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "command/suggest/suggest_malleable.h"

enum { PIECE = 65536 };

bool suggest_is_malleable(const char *path)
{
    static const char name[] = "mito_sync";
    static char piece[sizeof(name) + PIECE];
    FILE *in = fopen(path, "re");
    size_t kept = 0, bytes;
    bool found = false;

    while (in && !found && (bytes = fread(piece + kept, 1, PIECE, in)) > 0) {
        bytes += kept;
        /* With the 0 behind: not as the begin of another name. */
        found = memmem(piece, bytes, name, sizeof(name)) != NULL;
        kept = bytes < sizeof(name) - 1 ? bytes : sizeof(name) - 1;
        memmove(piece, piece + bytes - kept, kept);
    }
    if (in)
        fclose(in);
    return found;
}
