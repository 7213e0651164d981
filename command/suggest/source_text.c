/* source_text.c - the text of a source file, and the loops in it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/read_file.h"
#include "command/suggest/source_text.h"

enum { MOST_BYTES = 64 << 20, LINE = 512 };

char *source_text_read(const char *path)
{
    size_t bytes;

    return read_file(path, MOST_BYTES, &bytes, NULL);
}

int source_text_loops(const char *text,
                      enum variables_language language,
                      int line,
                      struct source_loop loop[SOURCE_LOOP_DEEP])
{
    return language == VARIABLES_FORTRAN
               ? source_loop_find_fortran(text, line, loop)
               : source_loop_find(text, line, loop);
}

const char *source_text_head(const char *text,
                             enum variables_language language,
                             int line,
                             size_t *length)
{
    return language == VARIABLES_FORTRAN
               ? source_loop_head_fortran(text, line, length)
               : source_loop_head(text, line, length);
}

const char *source_text_own_name(const char *name)
{
    static const char own[] = "this->";

    return strncmp(name, own, strlen(own)) == 0 ? name + strlen(own) : name;
}

static bool is_part_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

const char *source_text_name(const char *begin,
                             const char *end,
                             const char *at,
                             const char *name)
{
    size_t length = strlen(name);

    for (; (size_t)(end - at) >= length; at++)
        if (strncmp(at, name, length) == 0 && !is_part_of_name(at[length])
            && (at == begin
                || (!is_part_of_name(at[-1]) && !strchr(".>%", at[-1]))))
            return at;
    return NULL;
}

/* A line of Fortran in small letters and without blanks, but for its comment.
 */
static void put_plain(char to[LINE], const char *line)
{
    size_t length = 0;

    for (; *line && !strchr("\n!", *line) && length < LINE - 1; line++)
        if (!isspace((unsigned char)*line))
            to[length++] = (char)tolower((unsigned char)*line);
    to[length] = '\0';
}

bool source_text_is_read_only(const char *text,
                              int first,
                              int last,
                              const char *name)
{
    char line[LINE];

    for (int number = 1; text && number <= last; number++) {
        const char *names;

        put_plain(line, text);
        names = strstr(line, "::");
        if (number >= first && names && strstr(line, "intent(in)")
            && source_text_name(names, names + strlen(names), names, name))
            return true;
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return false;
}
