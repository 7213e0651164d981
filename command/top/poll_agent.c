/* poll_agent.c - ask the agent of a job again and again: for its ranks and
 * hosts, and for what it is about and its policy thinks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "command/common/ask.h"
#include "command/top/poll_agent.h"

/* Have 'take' each line of what has come of an answer within 'ms'.  Returns
 * what ask_hear() does at the end.
 */
static int hear(int fd,
                int ms,
                void (*take)(void *to, const char *line, size_t len),
                void *to,
                int *status)
{
    struct local_message wire = { .room = NULL };
    int rc;

    while ((rc = ask_hear(fd, &wire, ms, status, NULL)) > 0)
        for (const char *text = wire.payload; *text;) {
            size_t len = strcspn(text, "\n");

            take(to, text, len);
            text += len + (text[len] == '\n');
        }
    local_message_clear(&wire);
    return rc;
}

void poll_agent_start(struct poll_agent *s, struct remote_ranks *answers)
{
    *s = (struct poll_agent){ .fd = -1, .answers = answers };
}

void poll_agent_ask(struct poll_agent *s, const char *folder)
{
    char look[] = "look";
    char *words[] = { look, NULL };

    if (s->fd >= 0)
        return;
    remote_ranks_begin(s->answers);
    if ((s->fd = ask_begin(folder, words, NULL)) < 0)
        remote_ranks_lose(s->answers);
}

static void take_rank(void *answers, const char *line, size_t len)
{
    (void)len;
    remote_ranks_take(answers, line);
}

void poll_agent_hear(struct poll_agent *s, int ms)
{
    int status = -1, rc;

    if (s->fd < 0)
        return;
    rc = hear(s->fd, ms, take_rank, s->answers, &status);
    if (rc == 0 && status < 0)
        return; /* the rest is on its way */
    if (rc == 0)
        remote_ranks_end(s->answers);
    else
        remote_ranks_lose(s->answers);
    ask_end(&s->fd);
}

/* ---- what it is about, and what its policy thinks ---- */

void poll_agent_policy_ask(struct poll_agent_policy *t, const char *folder)
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

static void keep(struct poll_agent_policy *t, const char *line, size_t len)
{
    snprintf(t->heard, sizeof(t->heard), "%.*s", (int)len, line);
}

/* Of the status what the ranks' pages do not tell; of the policy's decisions
 * the last line of the last one.
 */
static void take_line(void *to, const char *line, size_t len)
{
    struct poll_agent_policy *t = to;
    static const char *const wanted[] = { "under way:", "cannot be changed:",
                                          "next in the script:" };

    if (t->why && strncmp(line, "    ", 4) == 0)
        keep(t, line + 4, len - 4);
    for (size_t i = 0; !t->why && i < sizeof(wanted) / sizeof(wanted[0]); i++)
        if (strncmp(line, wanted[i], strlen(wanted[i])) == 0)
            keep(t, line, len);
}

void poll_agent_policy_hear(struct poll_agent_policy *t)
{
    struct error err;
    int status = -1, rc = hear(t->fd, 0, take_line, t, &status);

    if (rc == 0 && status < 0 && ask_is_stopped(t->fd, &err))
        snprintf(t->doing, sizeof(t->doing), "%.200s", err.text);
    if (rc < 0 || status >= 0) {
        strcpy(t->why ? t->policy : t->doing, rc < 0 ? "" : t->heard);
        ask_end(&t->fd);
    }
}
