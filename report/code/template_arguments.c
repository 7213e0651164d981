/* template_arguments.c - cut long template arguments out of C++ names
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "report/code/template_arguments.h"

/* How many characters the operator has that begins at 'text', as in
 * "operator<<" or "operator->"; 0: it is no name of one.
 */
static size_t operator_length(const char *name, const char *text)
{
    static const char word[] = "operator";
    static const char *const with_angles[] = {
        "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">"
    };
    size_t length = sizeof(word) - 1;

    if (strncmp(text, word, length) != 0
        || (text > name
            && (isalnum((unsigned char)text[-1]) || text[-1] == '_')))
        return 0;
    for (size_t i = 0; i < sizeof(with_angles) / sizeof(with_angles[0]); i++) {
        size_t bytes = strlen(with_angles[i]);

        if (strncmp(text + length, with_angles[i], bytes) == 0)
            return length + bytes;
    }
    return length;
}

/* The '>' that belongs to the '<' at 'open', or NULL. */
static const char *find_end(const char *name, const char *open)
{
    int depth = 0, brackets = 0;

    for (const char *c = open; *c; c++) {
        size_t skipped = operator_length(name, c);

        if (skipped > 0)
            c += skipped - 1;
        else if (*c == '(' || *c == '[' || *c == '{')
            brackets++;
        else if (*c == ')' || *c == ']' || *c == '}')
            brackets--;
        else if (brackets > 0 || (*c == '>' && c[-1] == '-'))
            continue;
        else if (*c == '<')
            depth++;
        else if (*c == '>' && --depth == 0)
            return c;
    }
    return NULL;
}

const char *template_arguments_cut(const char *name, arena_t *a)
{
    static const char cut[] = "<...>";
    char *text = arena_copy(a, name, strlen(name)), *to = text;

    for (const char *from = name; text && *from;) {
        size_t length = operator_length(name, from);
        const char *end =
            length == 0 && *from == '<' ? find_end(name, from) : NULL;

        if (end && end - from - 1 > TEMPLATE_ARGUMENTS_KEPT) {
            to = (char *)memcpy(to, cut, sizeof(cut) - 1) + sizeof(cut) - 1;
            from = end + 1;
            continue;
        }
        if (length == 0)
            length = end ? (size_t)(end - from) + 1 : 1;
        memcpy(to, from, length);
        to += length;
        from += length;
    }
    if (text)
        *to = '\0';
    return text;
}
