/* ctl.c - what 'mitosis ctl' can ask of an agent
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "agent/change/changeover.h"
#include "agent/decide/decide.h"
#include "agent/decide/proposals.h"
#include "agent/head/ctl.h"
#include "agent/head/ctl_hosts.h"
#include "agent/head/ctl_metrics.h"
#include "agent/head/ctl_ranks.h"
#include "agent/head/ctl_status.h"
#include "agent/head/joined_hosts.h"
#include "agent/head/leave.h"
#include "agent/head/postpone.h"
#include "agent/head/requests.h"
#include "base/escape.h"

/* ---- commands ---- */

/* What was decided before that is not known any more. */
static void tell_losses(struct head *a, struct peer *p)
{
    uint32_t times = atomic_load(&a->record->restarts);

    if (times > 0)
        head_answer(p,
                    "the agent was lost and started again %u time%s, last "
                    "%.0f s ago\n",
                    times, times == 1 ? "" : "s", loop_now() - a->since);
}

/* Returns an exit status. */
static int tell_why(struct head *a, struct peer *p)
{
    bool policy, protocol;

    tell_losses(a, p);
    policy = decide_tell(a, p);
    protocol = proposals_tell(a, p);
    if (policy || protocol)
        return 0;
    head_answer(p, "there is no policy; MITOSIS_POLICY names one\n");
    return 1;
}

/* The words as one line, with spaces where they had their NUL.  The caller
 * frees it; NULL without memory.
 */
static char *join(const struct local_message *wire)
{
    size_t bytes = wire->head.bytes;
    char *text = calloc(bytes + 1, 1);

    if (text)
        memcpy(text, wire->payload, bytes);
    for (size_t i = 0; text && i + 1 < bytes; i++)
        if (!text[i])
            text[i] = ' ';
    if (text)
        escape_line(text);
    return text;
}

/* Who asked while the agent could not answer may have given up and said so:
 * what it asked for is not to be done then.
 */
static bool is_gone(const struct peer *p)
{
    struct pollfd asker = { .fd = p->fd, .events = POLLRDHUP };

    return poll(&asker, 1, 0) > 0;
}

static void refuse(struct peer *p, const struct error *err)
{
    head_answer(p, "%s\n", err->text);
    head_finish(p, 1);
}

static void ctl_user(struct head *a,
                     struct peer *p,
                     int rank,
                     struct change *change)
{
    struct error err;

    if (is_gone(p))
        return;
    if (changeover_ask(a, change, "asked for by mitosis ctl", &err) == 0) {
        p->awaits_change = true;
    } else if (!postpone(a, p, rank, change, ctl_user)) {
        refuse(p, &err);
    }
}

static void answer_change(struct head *a, struct peer *p, const char *text)
{
    struct error err;
    struct change *change = change_parse(text, &err);

    if (change)
        ctl_user(a, p, 0, change);
    else
        refuse(p, &err);
    change_destroy(change);
}

static void answer_text(struct head *a, struct peer *p, const char *text)
{
    if (strcmp(text, "status") == 0) {
        ctl_status_tell(a, p);
    } else if (strcmp(text, "status --json") == 0) {
        ctl_status_tell_json(a, p);
    } else if (strcmp(text, "metrics") == 0) {
        ctl_metrics_tell(a, p);
    } else if (strcmp(text, "look") == 0) {
        ctl_ranks_tell(a, p);
    } else if (strcmp(text, "why") == 0) {
        head_finish(p, tell_why(a, p));
    } else if (strcmp(text, "invite") == 0) {
        head_finish(p, joined_hosts_invite(a, p));
    } else if (strcmp(text, "hosts") == 0 || strncmp(text, "hosts ", 6) == 0) {
        ctl_hosts_answer(a, p, text + 5 + (text[5] == ' '));
    } else if (strcmp(text, "leave") == 0 || strncmp(text, "leave ", 6) == 0) {
        leave_answer(a, p, text + 5 + (text[5] == ' '));
    } else if (strcmp(text, "request") == 0
               || strncmp(text, "request ", 8) == 0) {
        requests_answer(a, p, text + 7 + (text[7] == ' '));
    } else if (strcmp(text, "wait") == 0) {
        p->awaits_rest = a->change != NULL;
        if (!a->change)
            head_finish(p, 0);
    } else {
        answer_change(a, p, text);
    }
}

static void on_asked(struct head *a,
                     struct peer *p,
                     const struct local_message *wire)
{
    static const struct error no_memory = { "out of memory" };
    char *text;

    if (is_gone(p))
        return;
    text = join(wire);
    if (text)
        answer_text(a, p, text);
    else
        refuse(p, &no_memory);
    free(text);
}

/* ---- what the program asks for ---- */

static void refuse_program(int rank, const char *text, const struct error *err)
{
    agent_say("%s, asked for by rank %d: %s", text, rank, err->text);
}

/* All ranks may ask for what one would do. */
static void ctl_program(struct head *a,
                        struct peer *none,
                        int rank,
                        struct change *change)
{
    struct error err;

    if (a->change && strcmp(a->change->change->text, change->text) == 0)
        return;
    if (changeover_ask(a, change, "asked for by the program", &err) < 0
        && !postpone(a, none, rank, change, ctl_program))
        refuse_program(rank, change->text, &err);
}

static void on_heard(struct head *a, const struct local_message *wire)
{
    struct change *change;
    struct error err;

    if (wire->head.type != LOCAL_MESSAGE_REQUEST
        || wire->head.generation != a->now->number)
        return;
    change = change_parse(wire->payload, &err);
    if (change)
        ctl_program(a, NULL, wire->head.rank, change);
    else
        refuse_program(wire->head.rank, wire->payload, &err);
    change_destroy(change);
}

const struct part ctl_part = {
    .name = "ctl",
    .asked = on_asked,
    .heard = on_heard,
};
