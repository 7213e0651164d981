/* proposals.c - the job's protocol, as the head of its agents knows it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/host_links.h"
#include "agent/decide/answers_file.h"
#include "agent/decide/decide.h"
#include "agent/decide/proposals_parts.h"
#include "base/host.h"
#include "net/text_list.h"
#include "policy/shipped.h"

static double moment(const struct council *c)
{
    return decide_time(c->agent);
}

/* ---- proposals ---- */

static void answer(struct council *c,
                   const char *host,
                   const char *change,
                   bool done,
                   const char *why)
{
    const char *const part[] = { change, why };
    struct local_message_head head = { .type = HOST_MESSAGES_ANSWER,
                                       .rank = HOST_MESSAGES_ALL,
                                       .number = done };
    size_t bytes;
    char *payload;

    if (host_is_own(host)) {
        protocol_runner_tell(c->delegate, change, done, why);
        return;
    }
    payload = text_list_join(part, 2, NULL, 0, &bytes);
    head.bytes = (uint32_t)bytes;
    if (payload)
        host_links_tell(c->agent->hub, host, &head, payload);
    free(payload);
}

/* Whether it was made knowing how the job is now. */
static int check_knowledge(const struct council *c,
                           uint32_t generation,
                           uint32_t changes,
                           struct error *err)
{
    const struct head *a = c->agent;

    if (a->change && *c->mover)
        return error_set(err,
                         "another change is under way: %s, which %s "
                         "proposed",
                         c->text, c->mover);
    if (!a->change && (generation != a->now->number || changes != a->changes))
        return error_set(err, "it was made before the job's last change was "
                              "known");
    return 0;
}

static void consider(struct council *c,
                     const char *host,
                     uint32_t generation,
                     uint32_t changes,
                     const struct decision *made)
{
    struct error err;
    char who[128];

    snprintf(who, sizeof(who), "%.60s, %.60s",
             module_name(c->module[MODULE_PROTOCOL]), host);
    if (check_knowledge(c, generation, changes, &err) < 0
        || decide_propose(c->agent, who, made, &err) < 0) {
        char outcome[PROPOSAL_LOG_TEXT];

        snprintf(outcome, sizeof(outcome), "not done: %.300s", err.text);
        proposal_log_enter(&c->minutes, moment(c), host, made->text, made->why,
                           outcome);
        answer(c, host, made->text, false, err.text);
        return;
    }
    snprintf(c->mover, sizeof(c->mover), "%s", host);
    snprintf(c->text, sizeof(c->text), "%.300s", made->text);
    proposal_log_enter(&c->minutes, moment(c), host, made->text, made->why,
                       PROPOSAL_LOG_BEGUN);
}

void proposals_changed(struct head *a, bool done, const char *sentence)
{
    struct council *c = a->council;
    char mover[HOST_MESSAGES_HOST];

    if (!c || !*c->mover)
        return;
    strcpy(mover, c->mover);
    c->mover[0] = '\0';
    proposal_log_outcome(&c->minutes, sentence);
    answers_file_note(a);
    answer(c, mover, c->text, done, sentence);
}

void proposals_proved(struct head *a, const char *words)
{
    if (a->council)
        proposal_log_add(&a->council->minutes, words);
}

static bool read_proposal(const char *payload,
                          size_t bytes,
                          struct decision *made)
{
    enum { CHANGE, WHY, GAIN, PARTS };
    const char *part[PARTS];

    if (text_list_find(payload, bytes, PARTS, part) == 0 || !*part[CHANGE]
        || strlen(part[CHANGE]) >= sizeof(made->text)
        || strlen(part[WHY]) >= sizeof(made->why))
        return false;
    strcpy(made->text, part[CHANGE]);
    strcpy(made->why, part[WHY]);
    made->gain = strtod(part[GAIN], NULL);
    if (!(made->gain > -1e6 && made->gain < 1))
        made->gain = JOB_UNKNOWN;
    return true;
}

void proposals_hear(struct head *a,
                    const char *host,
                    const struct local_message_head *head,
                    const char *payload)
{
    static struct decision made;
    struct council *c = a->council;
    struct member *m = c ? council_find(c, host) : NULL;

    if (!m)
        return;
    answers_file_note(a);
    if (head->type == HOST_MESSAGES_PLACE)
        snprintf(m->place, sizeof(m->place), "%s", payload);
    if (head->type == HOST_MESSAGES_NOTE)
        snprintf(m->note, sizeof(m->note), "%s", payload);
    if (head->type == HOST_MESSAGES_PROPOSE
        && read_proposal(payload, head->bytes, &made))
        consider(c, host, head->generation, (uint32_t)head->number, &made);
}

/* ---- this host's own ---- */

static void on_propose(void *arg,
                       uint32_t generation,
                       uint32_t changes,
                       const struct decision *made)
{
    struct council *c = arg;

    answers_file_note(c->agent);
    consider(c, host_own(), generation, changes, made);
}

static void on_complaint(void *arg, const char *text)
{
    struct council *c = arg;

    error_set(&c->fault, "%.*s", (int)strcspn(text, "\n"), text);
    answers_file_note(c->agent);
    head_say("%s", text);
}

static void on_note(void *arg, const char *text)
{
    struct council *c = arg;
    struct member *m = council_add(c, host_own());

    if (m)
        snprintf(m->note, sizeof(m->note), "%s", text);
    answers_file_note(c->agent);
}

/* ---- the start and the end ---- */

static module_t *load(const struct settings *settings,
                      enum module_kind kind,
                      enum setting name,
                      enum setting options,
                      struct error *err)
{
    char path[POLICY_PATH];

    if (shipped_find(kind, settings->text[name], path, err) < 0)
        return NULL;
    return module_load_kind(kind, path, settings->text[options], err);
}

static int load_modules(struct council *c,
                        const struct settings *settings,
                        struct error *err)
{
    c->module[MODULE_PROTOCOL] =
        load(settings, MODULE_PROTOCOL, SETTING_PROTOCOL,
             SETTING_PROTOCOL_OPTIONS, err);
    if (!c->module[MODULE_PROTOCOL])
        return -1;
    if (!*settings->text[SETTING_FIGURES])
        return 0;
    c->module[MODULE_PROFILE] = load(settings, MODULE_PROFILE, SETTING_FIGURES,
                                     SETTING_FIGURES_OPTIONS, err);
    return c->module[MODULE_PROFILE] ? 0 : -1;
}

static int begin(struct council *c,
                 const struct settings *settings,
                 struct error *err)
{
    static const struct protocol_runner_events events = {
        .propose = on_propose,
        .complain = on_complaint,
        .note = on_note,
    };
    struct head *a = c->agent;

    if (load_modules(c, settings, err) < 0)
        return -1;
    if (host_links_need(a, err) < 0)
        return -1;
    c->delegate = protocol_runner_create(a->loop, a->folder,
                                         host_links_home(a->hub)->secret,
                                         host_own(), &events, c, err);
    return c->delegate ? 0 : -1;
}

static void destroy(struct council *c)
{
    struct member *next;

    council_end_roll(c);
    protocol_runner_destroy(c->delegate);
    for (int kind = 0; kind < MODULE_KINDS; kind++)
        module_destroy(c->module[kind]);
    for (struct member *m = c->members; m; m = next) {
        next = m->next;
        free(m);
    }
    free(c->census);
    free(c);
}

void proposals_start(struct head *a, const struct settings *settings)
{
    struct council *c;
    struct error err;

    if (!*settings->text[SETTING_PROTOCOL] || !a->launcher
        || !(c = calloc(1, sizeof(*c))))
        return;
    c->agent = a;
    if (begin(c, settings, &err) < 0) {
        head_say("%s; the job runs without a protocol", err.text);
        destroy(c);
        return;
    }
    a->council = c;
    council_run_here(c);
    for (const char *host = NULL; (host = host_links_next_host(a->hub, host));)
        proposals_meet(a, host);
    council_roll(c);
}

void proposals_stop(struct head *a)
{
    if (a->council)
        destroy(a->council);
    a->council = NULL;
}

/* ---- why ---- */

bool proposals_tell(struct head *a, struct peer *p)
{
    const struct council *c = a->council;
    char text[4 * PROPOSAL_LOG_TEXT];

    if (!c)
        return false;
    head_answer(p, "%s: %s\neach agent is asked every %g s",
                module_name(c->module[MODULE_PROTOCOL]),
                module_help(c->module[MODULE_PROTOCOL]),
                module_every(c->module[MODULE_PROTOCOL]));
    if (c->module[MODULE_PROFILE])
        head_answer(p, ", shown the figures of %s",
                    module_name(c->module[MODULE_PROFILE]));
    head_answer(p, "\n");
    for (const struct member *m = c->members; m; m = m->next)
        if (*m->note
            && (host_is_own(m->host) || host_links_reaches(a->hub, m->host)))
            head_answer(p, "  %s %s\n", m->host, m->note);
    for (int i = 0; proposal_log_read(&c->minutes, i, text, sizeof(text)); i++)
        head_answer(p, "%s", text);
    return true;
}
