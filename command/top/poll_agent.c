/* poll_agent.c - ask the agent of a job for its ranks and hosts, again and
 * again
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/common/ask.h"
#include "command/top/poll_agent.h"

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

static void take_text(struct remote_ranks *e, const char *text)
{
    while (*text) {
        remote_ranks_take(e, text);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
}

void poll_agent_hear(struct poll_agent *s, int ms)
{
    struct local_message wire = { .room = NULL };
    int status = -1, rc;

    if (s->fd < 0)
        return;
    while ((rc = ask_hear(s->fd, &wire, ms, &status, NULL)) > 0)
        take_text(s->answers, wire.payload);
    local_message_clear(&wire);
    if (rc == 0 && status < 0)
        return; /* the rest is on its way */
    if (rc == 0)
        remote_ranks_end(s->answers);
    else
        remote_ranks_lose(s->answers);
    ask_end(&s->fd);
}
