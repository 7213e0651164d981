/* setting_line.c - the line at which a name is given a value in a text in Lua
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "policy/lua/setting_line.h"

static bool is_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether "NAME =" is at 'at', in a text that begins at 'text'. */
static bool is_set(const char *text, const char *at, const char *name)
{
    size_t length = strlen(name);

    if (length == 0 || strncmp(at, name, length) != 0 || is_part(at[length])
        || (at > text && is_part(at[-1])))
        return false;
    at += length;
    at += strspn(at, " \t\"']");
    return at[0] == '=' && at[1] != '=';
}

int setting_line(const char *text, const char *name)
{
    int line = 1;

    for (const char *at = text; *at; at++) {
        if (at[0] == '-' && at[1] == '-')
            at += strcspn(at, "\n");
        if (!*at)
            break;
        line += *at == '\n';
        if (is_set(text, at, name))
            return line;
    }
    return 0;
}
