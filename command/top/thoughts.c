/* thoughts.c - what the agent of a job is about, and what its policy thinks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command/common/ask.h"
#include "command/top/thoughts.h"

void thoughts_start(struct thoughts *t)
{
    *t = (struct thoughts){ .fd = -1 };
}

void thoughts_end(struct thoughts *t)
{
    if (t->fd >= 0)
        close(t->fd);
    t->fd = -1;
}

void thoughts_ask(struct thoughts *t, const char *folder)
{
    char status[] = "status", why[] = "why";
    char *words[] = { t->why ? status : why, NULL };

    if (t->fd >= 0)
        return;
    t->why = !t->why;
    t->heard[0] = '\0';
    if ((t->fd = ask_begin(folder, words, NULL)) < 0)
        t->doing[0] = t->policy[0] = '\0';
}

static void keep(struct thoughts *t, const char *line, size_t len)
{
    snprintf(t->heard, sizeof(t->heard), "%.*s", (int)len, line);
}

/* Of the status what the ranks' pages do not tell; of the policy's diary the
 * last line of the last page.
 */
static void take_line(struct thoughts *t, const char *line, size_t len)
{
    static const char *const wanted[] = { "under way:", "cannot be changed:",
                                          "next in the script:" };

    if (t->why && strncmp(line, "    ", 4) == 0)
        keep(t, line + 4, len - 4);
    for (size_t i = 0; !t->why && i < sizeof(wanted) / sizeof(wanted[0]); i++)
        if (strncmp(line, wanted[i], strlen(wanted[i])) == 0)
            keep(t, line, len);
}

static void take_text(struct thoughts *t, const char *text)
{
    while (*text) {
        size_t len = strcspn(text, "\n");

        take_line(t, text, len);
        text += len + (text[len] == '\n');
    }
}

void thoughts_hear(struct thoughts *t)
{
    static struct local_message wire;
    struct error err;
    int status = -1, rc;

    while ((rc = ask_hear(t->fd, &wire, 0, &status, NULL)) > 0)
        take_text(t, wire.payload);
    if (rc == 0 && status < 0 && ask_is_stopped(t->fd, &err))
        snprintf(t->doing, sizeof(t->doing), "%.200s", err.text);
    if (rc < 0 || status >= 0) {
        strcpy(t->why ? t->policy : t->doing, rc < 0 ? "" : t->heard);
        thoughts_end(t);
    }
}
