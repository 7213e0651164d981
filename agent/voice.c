/* voice.c - an outpost's part in the job's protocol
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "agent/delegate.h"
#include "agent/voice.h"

static void on_propose(void *arg,
                       uint32_t generation,
                       uint32_t changes,
                       const struct decision *made)
{
    static char payload[DECISION_TEXT + DECISION_WHY + 64];
    int bytes = snprintf(payload, sizeof(payload), "%s%c%s%c%.17g", made->text,
                         0, made->why, 0, made->gain)
                + 1;

    ward_report(arg, POST_PROPOSE, generation, POST_ALL, changes, payload,
                (size_t)bytes);
}

static void on_complaint(void *arg, const char *text)
{
    ward_say(arg, "%s", text);
}

static void on_note(void *arg, const char *text)
{
    ward_report(arg, POST_NOTE, 0, POST_ALL, 0, text, strlen(text) + 1);
}

static const struct delegate_events events = {
    .propose = on_propose,
    .complain = on_complaint,
    .note = on_note,
};

static bool begin(struct outpost *o)
{
    struct error err;

    if (o->delegate)
        return true;
    o->delegate = delegate_create(o->loop, o->folder, o->home.secret, o->host,
                                  &events, o, &err);
    if (!o->delegate)
        ward_say(o, "%s", err.text);
    voice_rejoin(o);
    return o->delegate != NULL;
}

/* Its name and its options, each with its NUL, and its source. */
static void take_module(struct outpost *o,
                        const struct wire_head *head,
                        const char *payload)
{
    const char *end = payload + head->bytes, *nul, *options, *text;
    struct error err;
    module_t *m;

    nul = memchr(payload, '\0', head->bytes);
    options = nul ? nul + 1 : end;
    nul = memchr(options, '\0', (size_t)(end - options));
    text = nul ? nul + 1 : end;
    if (!nul || head->number >= MODULE_KINDS || !begin(o))
        return;
    m = module_make(payload, text, (size_t)(end - text), options, &err);
    if (!m) {
        ward_say(o, "%s", err.text);
    } else if ((uint64_t)module_kind(m) != head->number) {
        module_destroy(m);
        return;
    }
    delegate_run(o->delegate, (enum module_kind)head->number, m);
}

/* Two texts, each with its NUL: change, why. */
static void take_answer(struct outpost *o,
                        const struct wire_head *head,
                        const char *payload)
{
    const char *why = memchr(payload, '\0', head->bytes);

    if (why++ && memchr(why, '\0', head->bytes - (size_t)(why - payload)))
        delegate_tell(o->delegate, payload, head->number != 0, why);
}

void voice_hear(struct outpost *o,
                const struct wire_head *head,
                const char *payload)
{
    if (head->type == POST_MODULE)
        take_module(o, head, payload);
    else if (o->delegate && head->type == POST_CENSUS)
        delegate_know(o->delegate, payload);
    else if (o->delegate && head->type == POST_ANSWER)
        take_answer(o, head, payload);
}

void voice_rejoin(struct outpost *o)
{
    const char *place = o->delegate ? delegate_place(o->delegate) : NULL;

    if (place)
        ward_report(o, POST_PLACE, 0, POST_ALL, 0, place, strlen(place) + 1);
}
