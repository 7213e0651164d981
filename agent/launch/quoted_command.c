/* quoted_command.c - a folder and the words of a command as one text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/launch/quoted_command.h"

static const char digits[] = "0123456789abcdefABCDEF";

static int is_plain(char c)
{
    return c > ' ' && c < 127 && c != '%';
}

static char *add_word(char *to, const char *word)
{
    for (; *word; word++)
        if (is_plain(*word))
            *to++ = *word;
        else
            to += sprintf(to, "%%%02x", (unsigned char)*word);
    return to;
}

char *quoted_command_join(const char *folder, char *const words[])
{
    size_t room = 3 * strlen(folder) + 1;
    char *text, *to;

    for (char *const *at = words; *at; at++)
        room += 1 + 3 * strlen(*at);
    text = malloc(room);
    if (!text)
        return NULL;
    to = add_word(text, folder);
    for (; *words; words++) {
        *to++ = ' ';
        to = add_word(to, *words);
    }
    *to = '\0';
    return text;
}

/* Take one word, up to a space or the end, to 'to'.  Returns where it ends in
 * the text, or NULL when it is none.
 */
static const char *take_word(const char *at, char *to)
{
    while (*at && *at != ' ') {
        unsigned byte = (unsigned char)*at;

        if (*at == '%'
            && (strspn(at + 1, digits) < 2 || sscanf(at + 1, "%2x", &byte) != 1
                || byte == 0))
            return NULL;
        at += *at == '%' ? 3 : 1;
        *to++ = (char)byte;
    }
    *to = '\0';
    return at;
}

char **quoted_command_split(const char *text, char *folder, size_t size)
{
    size_t count = 1, used = 0;
    char **words, *to;

    for (const char *at = text; *at; at++)
        count += *at == ' ';
    words = calloc(1, (count + 1) * sizeof(*words) + strlen(text) + 1);
    if (!words)
        return NULL;
    to = (char *)(words + count + 1);
    for (const char *at = text; used < count; used++) {
        words[used] = to;
        at = take_word(at, to);
        if (!at)
            break;
        to += strlen(to) + 1;
        at += *at == ' ';
    }
    if (used < count || count < 2 || strlen(words[0]) >= size) {
        free(words);
        return NULL;
    }
    strcpy(folder, words[0]);
    memmove(words, words + 1, count * sizeof(*words));
    return words;
}
