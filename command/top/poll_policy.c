/* poll_policy.c - what the agent of a job is about, and what its policy thinks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "command/common/ask.h"
#include "command/top/poll_policy.h"

void poll_policy_start(struct poll_policy *t)
{
    *t = (struct poll_policy){ .fd = -1 };
}

void poll_policy_ask(struct poll_policy *t, const char *folder)
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

static void keep(struct poll_policy *t, const char *line, size_t len)
{
    snprintf(t->heard, sizeof(t->heard), "%.*s", (int)len, line);
}

/* Of the status what the ranks' pages do not tell; of the policy's decisions
 * the last line of the last one.
 */
static void take_line(struct poll_policy *t, const char *line, size_t len)
{
    static const char *const wanted[] = { "under way:", "cannot be changed:",
                                          "next in the script:" };

    if (t->why && strncmp(line, "    ", 4) == 0)
        keep(t, line + 4, len - 4);
    for (size_t i = 0; !t->why && i < sizeof(wanted) / sizeof(wanted[0]); i++)
        if (strncmp(line, wanted[i], strlen(wanted[i])) == 0)
            keep(t, line, len);
}

static void take_text(struct poll_policy *t, const char *text)
{
    while (*text) {
        size_t len = strcspn(text, "\n");

        take_line(t, text, len);
        text += len + (text[len] == '\n');
    }
}

void poll_policy_hear(struct poll_policy *t)
{
    struct local_message wire = { .room = NULL };
    struct error err;
    int status = -1, rc;

    while ((rc = ask_hear(t->fd, &wire, 0, &status, NULL)) > 0)
        take_text(t, wire.payload);
    local_message_clear(&wire);
    if (rc == 0 && status < 0 && ask_is_stopped(t->fd, &err))
        snprintf(t->doing, sizeof(t->doing), "%.200s", err.text);
    if (rc < 0 || status >= 0) {
        strcpy(t->why ? t->policy : t->doing, rc < 0 ? "" : t->heard);
        ask_end(&t->fd);
    }
}
