/* use_statements.c - the use statements of a program unit of Fortran
 *
 * They are the first statements of a unit.  They are kept in lower case
 * and without blanks, with a semicolon behind each.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/read_file.h"
#include "report/code/use_statements.h"

enum { MOST_BYTES = 64 << 20 };

/* The text of a line without its comment. */
static size_t code_length(const char *line)
{
    size_t length = strcspn(line, "!\n");

    while (length > 0 && isspace((unsigned char)line[length - 1]))
        length--;
    return length;
}

/* Of the preprocessor, or a comment in fixed form. */
static bool is_no_code(const char *line)
{
    return *line != '\0' && strchr("#*cC", *line);
}

/* Write the statements behind the first one of 'text' to 'to', as long as they
 * are use statements.  Returns their length, which is less than that of
 * 'text'.
 */
static size_t take_uses(const char *text, char *to)
{
    bool more = true, is_use = false, is_behind = false;
    size_t used = 0;

    for (const char *next; text; text = next ? next + 1 : NULL) {
        size_t length = code_length(text);
        const char *end = text + length, *at = text;

        next = strchr(text, '\n');
        while (at < end && isspace((unsigned char)*at))
            at++;
        if (at == end || (is_behind && is_no_code(text)))
            continue;
        is_behind = true;
        if (!more && *at != '&') {
            if (is_use)
                to[used++] = ';';
            is_use = strncasecmp(at, "use", 3) == 0 && strchr(" \t,:", at[3]);
            if (!is_use)
                return used;
        }
        more = end[-1] == '&';
        for (; is_use && at < end; at++)
            if (!isspace((unsigned char)*at) && *at != '&')
                to[used++] = (char)tolower((unsigned char)*at);
    }
    if (is_use)
        to[used++] = ';';
    return used;
}

const char *use_statements_read(const char *path, int line, arena_t *a)
{
    size_t bytes;
    char *text = read_file(path, MOST_BYTES, &bytes, NULL);
    char *uses = text ? malloc(bytes + 1) : NULL;
    const char *at = text, *kept = NULL;

    for (; at && line > 1; line--)
        if ((at = strchr(at, '\n')))
            at++;
    if (uses)
        kept = arena_copy(a, uses, take_uses(at, uses));
    free(uses);
    free(text);
    return kept;
}

/* The length of a name, if it is that name. */
static size_t take_name(const char *at, const char *name)
{
    size_t length = strcspn(at, ",;=");

    return strlen(name) == length && strncmp(at, name, length) == 0 ? length
                                                                    : 0;
}

/* Behind the name of the module in "use::tally,only:sum=>total", if it is that
 * one.
 */
static const char *list_of(const char *use, const char *module)
{
    const char *at = use + strlen("use"), *name;
    size_t length;

    if (*at == ',')
        at += strcspn(at, ":;"); /* ",intrinsic" */
    at += strspn(at, ":");
    length = take_name(at, module);
    name = at + length;
    if (length == 0 || *name != ',')
        return NULL;
    return strncmp(name, ",only:", 6) == 0 ? name + 6 : name + 1;
}

const char *use_statements_name(const char *uses,
                                const char *module,
                                const char *variable,
                                arena_t *a)
{
    for (const char *use = uses; *use; use += strcspn(use, ";") + 1) {
        const char *at = list_of(use, module);

        for (; at && *at && *at != ';'; at += *at == ',') {
            const char *local = at;
            size_t length = strcspn(at, ",;=");

            if (strncmp(at + length, "=>", 2) == 0)
                at += length + 2;
            if (take_name(at, variable) > 0)
                return arena_copy(a, local, length);
            at += strcspn(at, ",;");
        }
    }
    return NULL;
}
