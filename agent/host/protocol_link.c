/* protocol_link.c - a host agent's part in the job's protocol
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/host/protocol_link.h"
#include "agent/peers/protocol_runner.h"
#include "net/packed_texts.h"

static void on_propose(void *arg,
                       uint32_t generation,
                       uint32_t changes,
                       const struct decision *made)
{
    char gain[32];
    const char *const part[] = { made->change->text, made->why, gain };
    size_t bytes;
    char *payload;

    snprintf(gain, sizeof(gain), "%.17g", made->gain);
    payload = packed_texts_join(part, 3, NULL, 0, &bytes);
    if (payload)
        host_agent_report(arg, HOST_MESSAGES_PROPOSE, generation,
                          HOST_MESSAGES_ALL, changes, payload, bytes);
    free(payload);
}

static void on_complaint(void *arg, const char *text)
{
    host_agent_say(arg, "%s", text);
}

static void on_note(void *arg, const char *text)
{
    host_agent_report(arg, HOST_MESSAGES_NOTE, 0, HOST_MESSAGES_ALL, 0, text,
                      strlen(text) + 1);
}

static const struct protocol_runner_events events = {
    .propose = on_propose,
    .complain = on_complaint,
    .note = on_note,
};

static bool begin(struct host_agent *h)
{
    struct error err;

    if (h->runner)
        return true;
    h->runner = protocol_runner_create(h->loop, h->folder, h->home.secret,
                                       h->host, &events, h, &err);
    if (!h->runner)
        host_agent_say(h, "%s", err.text);
    protocol_link_rejoin(h);
    return h->runner != NULL;
}

static void take_module(struct host_agent *h,
                        const struct local_message_head *head,
                        const char *payload)
{
    enum { NAME, OPTIONS, PARTS };
    const char *part[PARTS];
    size_t used = packed_texts_find(payload, head->bytes, PARTS, part);
    struct error err;
    module_t *m;

    if (used == 0 || head->number >= MODULE_KINDS || !begin(h))
        return;
    m = module_make(part[NAME], payload + used, head->bytes - used,
                    part[OPTIONS], &err);
    if (!m) {
        host_agent_say(h, "%s", err.text);
    } else if ((uint64_t)module_kind(m) != head->number) {
        module_destroy(m);
        return;
    }
    protocol_runner_run(h->runner, (enum module_kind)head->number, m);
}

static void take_answer(struct host_agent *h,
                        const struct local_message_head *head,
                        const char *payload)
{
    enum { CHANGE, WHY, PARTS };
    const char *part[PARTS];

    if (packed_texts_find(payload, head->bytes, PARTS, part) > 0)
        protocol_runner_tell(h->runner, part[CHANGE], head->number != 0,
                             part[WHY]);
}

void protocol_link_hear(struct host_agent *h,
                        const struct local_message_head *head,
                        const char *payload)
{
    if (head->type == HOST_MESSAGES_MODULE)
        take_module(h, head, payload);
    else if (h->runner && head->type == HOST_MESSAGES_MEMBERSHIP)
        protocol_runner_know(h->runner, payload);
    else if (h->runner && head->type == HOST_MESSAGES_ANSWER)
        take_answer(h, head, payload);
}

void protocol_link_rejoin(struct host_agent *h)
{
    const char *place = h->runner ? protocol_runner_place(h->runner) : NULL;

    if (!place)
        return;
    host_agent_report(h, HOST_MESSAGES_PLACE, 0, HOST_MESSAGES_ALL, 0, place,
                      strlen(place) + 1);
    protocol_runner_repeat(h->runner);
}

uint64_t protocol_link_asked(const struct host_agent *h)
{
    return h->runner ? protocol_runner_ticks(h->runner) : 0;
}

bool protocol_link_off(const struct host_agent *h)
{
    return h->runner && protocol_runner_off(h->runner);
}
