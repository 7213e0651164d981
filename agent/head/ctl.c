/* ctl.c - what 'mitosis ctl' can ask of an agent
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/change/engine.h"
#include "agent/decide/decide.h"
#include "agent/head/ctl.h"
#include "agent/head/ctl_hosts.h"
#include "agent/head/ctl_look.h"
#include "agent/head/ctl_status.h"
#include "agent/head/joined_hosts.h"
#include "agent/head/postpone.h"
#include "agent/head/rank_limit.h"

static void say(struct peer *p,
                enum local_message_type type,
                uint64_t number,
                const char *text,
                size_t bytes)
{
    struct local_message_head head = { .type = type,
                                       .bytes = (uint32_t)bytes,
                                       .number = number };

    local_message_send(p->fd, &head, text, NULL);
}

void head_answer(struct peer *p, const char *fmt, ...)
{
    char text[4096];
    va_list ap;
    int len;

    va_start(ap, fmt);
    len = vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    if (len >= (int)sizeof(text))
        len = sizeof(text) - 1;
    say(p, LOCAL_MESSAGE_TEXT, 0, text, (size_t)len);
}

/* In few messages: who does not listen stops us for as long as one takes. */
void head_answer_lines(struct peer *p, const char *text, size_t bytes)
{
    while (bytes > 0) {
        size_t len =
            bytes < LOCAL_MESSAGE_PAYLOAD ? bytes : LOCAL_MESSAGE_PAYLOAD;

        while (len < bytes && len > 1 && text[len - 1] != '\n')
            len--;
        say(p, LOCAL_MESSAGE_TEXT, 0, text, len);
        text += len;
        bytes -= len;
    }
}

void head_finish(struct peer *p, int status)
{
    say(p, LOCAL_MESSAGE_STATUS, (uint64_t)status, NULL, 0);
}

int ctl_change(struct head *a,
               const char *text,
               const char *why,
               struct error *err)
{
    struct change *change;
    int rc;

    if (a->change) {
        struct error now;

        a->engine->describe(a, &now);
        return error_set(err, "another change is under way: %.900s", now.text);
    }
    change = malloc(sizeof(*change));
    if (!change)
        return error_set(err, "out of memory");
    rc = change_parse(change, text, err);
    if (rc == 0)
        rc = rank_limit_check(a, change, err);
    if (rc == 0)
        rc = a->engine->begin(a, change, text, why, 0, err);
    free(change);
    return rc;
}

/* ---- commands ---- */

/* What was decided before that is not known any more. */
static void tell_losses(struct head *a, struct peer *p)
{
    uint32_t times = atomic_load(&a->record->heirs);

    if (times > 0)
        head_answer(p,
                    "the agent was lost and started again %u time%s, last "
                    "%.0f s ago\n",
                    times, times == 1 ? "" : "s", loop_now() - a->since);
}

/* The words as one text, with spaces. */
static void join(const struct local_message *wire, char *text, size_t size)
{
    size_t used = 0;

    for (const char *word = wire->payload;
         word < wire->payload + wire->head.bytes && used + 1 < size;
         word += strlen(word) + 1)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 used ? " " : "", word);
}

/* Who asked while the agent could not answer may have given up and said so:
 * what it asked for is not to be done then.
 */
static bool is_gone(const struct peer *p)
{
    struct pollfd asker = { .fd = p->fd, .events = POLLRDHUP };

    return poll(&asker, 1, 0) > 0;
}

void ctl_user(struct head *a, struct peer *p, const char *text)
{
    struct error err;

    if (is_gone(p))
        return;
    if (ctl_change(a, text, "asked for by mitosis ctl", &err) == 0) {
        p->awaits_change = true;
    } else if (!postpone(a, p, text)) {
        head_answer(p, "%s\n", err.text);
        head_finish(p, 1);
    }
}

void answer(struct head *a, struct peer *p, const struct local_message *wire)
{
    static char text[LOCAL_MESSAGE_PAYLOAD];

    if (is_gone(p))
        return;
    join(wire, text, sizeof(text));
    if (strcmp(text, "status") == 0) {
        ctl_status_tell(a, p);
    } else if (strcmp(text, "status --json") == 0) {
        ctl_status_tell_json(a, p);
    } else if (strcmp(text, "look") == 0) {
        ctl_look_tell(a, p);
    } else if (strcmp(text, "why") == 0) {
        tell_losses(a, p);
        head_finish(p, decide_tell(a, p));
        return;
    } else if (strcmp(text, "invite") == 0) {
        head_finish(p, joined_hosts_invite(a, p));
        return;
    } else if (strcmp(text, "hosts") == 0 || strncmp(text, "hosts ", 6) == 0) {
        ctl_hosts_answer(a, p, text + 5 + (text[5] == ' '));
        return;
    } else if (strcmp(text, "wait") == 0) {
        if (a->change) {
            p->awaits_rest = true;
            return;
        }
    } else {
        ctl_user(a, p, text);
        return;
    }
    head_finish(p, 0);
}
