/* protocol_link.c - an outpost's part in the job's protocol
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/host/protocol_link.h"
#include "agent/peers/protocol_runner.h"
#include "net/text_list.h"

static void on_propose(void *arg,
                       uint32_t generation,
                       uint32_t changes,
                       const struct decision *made)
{
    char gain[32];
    const char *const part[] = { made->text, made->why, gain };
    size_t bytes;
    char *payload;

    snprintf(gain, sizeof(gain), "%.17g", made->gain);
    payload = text_list_join(part, 3, NULL, 0, &bytes);
    if (payload)
        local_ranks_report(arg, HOST_MESSAGES_PROPOSE, generation,
                           HOST_MESSAGES_ALL, changes, payload, bytes);
    free(payload);
}

static void on_complaint(void *arg, const char *text)
{
    local_ranks_say(arg, "%s", text);
}

static void on_note(void *arg, const char *text)
{
    local_ranks_report(arg, HOST_MESSAGES_NOTE, 0, HOST_MESSAGES_ALL, 0, text,
                       strlen(text) + 1);
}

static const struct protocol_runner_events events = {
    .propose = on_propose,
    .complain = on_complaint,
    .note = on_note,
};

static bool begin(struct outpost *o)
{
    struct error err;

    if (o->delegate)
        return true;
    o->delegate = protocol_runner_create(o->loop, o->folder, o->home.secret,
                                         o->host, &events, o, &err);
    if (!o->delegate)
        local_ranks_say(o, "%s", err.text);
    protocol_link_rejoin(o);
    return o->delegate != NULL;
}

static void take_module(struct outpost *o,
                        const struct local_message_head *head,
                        const char *payload)
{
    enum { NAME, OPTIONS, PARTS };
    const char *part[PARTS];
    size_t used = text_list_find(payload, head->bytes, PARTS, part);
    struct error err;
    module_t *m;

    if (used == 0 || head->number >= MODULE_KINDS || !begin(o))
        return;
    m = module_make(part[NAME], payload + used, head->bytes - used,
                    part[OPTIONS], &err);
    if (!m) {
        local_ranks_say(o, "%s", err.text);
    } else if ((uint64_t)module_kind(m) != head->number) {
        module_destroy(m);
        return;
    }
    protocol_runner_run(o->delegate, (enum module_kind)head->number, m);
}

static void take_answer(struct outpost *o,
                        const struct local_message_head *head,
                        const char *payload)
{
    enum { CHANGE, WHY, PARTS };
    const char *part[PARTS];

    if (text_list_find(payload, head->bytes, PARTS, part) > 0)
        protocol_runner_tell(o->delegate, part[CHANGE], head->number != 0,
                             part[WHY]);
}

void protocol_link_hear(struct outpost *o,
                        const struct local_message_head *head,
                        const char *payload)
{
    if (head->type == HOST_MESSAGES_MODULE)
        take_module(o, head, payload);
    else if (o->delegate && head->type == HOST_MESSAGES_CENSUS)
        protocol_runner_know(o->delegate, payload);
    else if (o->delegate && head->type == HOST_MESSAGES_ANSWER)
        take_answer(o, head, payload);
}

void protocol_link_rejoin(struct outpost *o)
{
    const char *place =
        o->delegate ? protocol_runner_place(o->delegate) : NULL;

    if (!place)
        return;
    local_ranks_report(o, HOST_MESSAGES_PLACE, 0, HOST_MESSAGES_ALL, 0, place,
                       strlen(place) + 1);
    protocol_runner_repeat(o->delegate);
}
