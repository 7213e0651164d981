/* ask_change.c - ask the job's agent for the change that was typed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/append_text.h"
#include "command/common/ask.h"
#include "command/top/ask_change.h"
#include "job/change.h"

enum { WORDS = 64 };

/* Keep of an answer what fits into a line. */
static void keep_line(char line[VIEW_TEXT], const char *text)
{
    snprintf(line, VIEW_TEXT, "%.*s", (int)strcspn(text, "\n"), text);
}

/* The words again, with one space between two. */
static void join(char *const words[], char text[VIEW_TEXT])
{
    text[0] = '\0';
    for (; *words; words++)
        append_text(text, VIEW_TEXT, "%s%s", *text ? " " : "", *words);
}

void ask_change_begin(int *fd, const char *folder, struct view *v)
{
    struct change *change;
    char text[VIEW_TEXT], *words[WORDS + 1], *rest, *word;
    struct error err;
    size_t n = 0;

    strcpy(text, v->prompt);
    change = change_parse(text, &err);
    if (!change) {
        keep_line(v->message, err.text);
        return;
    }
    change_destroy(change);
    for (word = strtok_r(text, " ", &rest); word && n < WORDS;
         word = strtok_r(NULL, " ", &rest))
        words[n++] = word;
    words[n] = NULL;
    join(words, v->prompt);
    ask_end(fd);
    if ((*fd = ask_begin(folder, words, &err)) < 0)
        snprintf(v->message, VIEW_TEXT, "cannot be changed: %.200s", err.text);
    else
        snprintf(v->message, VIEW_TEXT, "asked for: %.200s", v->prompt);
}

void ask_change_hear(int *fd, struct view *v)
{
    struct local_message wire = { .room = NULL };
    struct error err;
    int status = -1, rc;

    while ((rc = ask_hear(*fd, &wire, 0, &status, &err)) > 0)
        keep_line(v->message, wire.payload);
    local_message_clear(&wire);
    if (rc == 0 && status < 0 && ask_is_stopped(*fd, &err))
        keep_line(v->message, err.text);
    if (rc < 0)
        keep_line(v->message, "the job's agent is gone");
    else if (status == 0)
        snprintf(v->message, VIEW_TEXT, "done: %.200s", v->prompt);
    if (rc < 0 || status >= 0)
        ask_end(fd);
}
