/* proposals.c - the job's protocol, as the head of its agents knows it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/host_links.h"
#include "agent/decide/decide.h"
#include "agent/decide/proposals_internal.h"
#include "agent/host/protocol_link.h"
#include "base/system/host.h"
#include "net/packed_texts.h"
#include "policy/shipped.h"

static double moment(const struct proposals *c)
{
    return decide_time(c->agent);
}

/* ---- proposals ---- */

static void answer(struct proposals *c,
                   const char *host,
                   const char *change,
                   bool done,
                   const char *why)
{
    const char *const part[] = { change, why };
    size_t bytes;
    char *payload = packed_texts_join(part, 2, NULL, 0, &bytes);

    if (payload)
        host_order(host_find(&c->agent->hosts, host), HOST_MESSAGES_ANSWER, 0,
                   done, payload, bytes);
    free(payload);
}

/* Whether it was made knowing how the job is now. */
static int check_knowledge(const struct proposals *c,
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

static void consider(struct proposals *c,
                     const char *host,
                     uint32_t generation,
                     uint32_t changes,
                     const struct decision *made)
{
    struct error err;
    const char *change = made->change->text;
    char who[128];

    snprintf(who, sizeof(who), "%.60s, %.60s",
             module_name(c->module[MODULE_PROTOCOL]), host);
    if (check_knowledge(c, generation, changes, &err) < 0
        || decide_propose(c->agent, who, made, &err) < 0) {
        char outcome[PROPOSAL_LOG_TEXT];

        snprintf(outcome, sizeof(outcome), "not done: %.300s", err.text);
        proposal_log_enter(&c->log, moment(c), host, change, made->why,
                           outcome);
        answer(c, host, change, false, err.text);
        return;
    }
    snprintf(c->mover, sizeof(c->mover), "%s", host);
    snprintf(c->text, sizeof(c->text), "%.300s", change);
    proposal_log_enter(&c->log, moment(c), host, change, made->why, NULL);
}

static void on_changed(struct head *a, const struct change_outcome *outcome)
{
    struct proposals *c = a->proposals;
    char mover[HOST_NAME];

    if (!c || !*c->mover)
        return;
    strcpy(mover, c->mover);
    c->mover[0] = '\0';
    proposal_log_outcome(&c->log, outcome->sentence);
    PARTS_TELL(a, answered, a);
    answer(c, mover, c->text, outcome->done, outcome->sentence);
}

static void on_proved(struct head *a, const char *words)
{
    if (a->proposals)
        proposal_log_add(&a->proposals->log, words);
}

/* Read what an agent on another host proposes into 'made', which is empty. */
static bool read_proposal(const char *payload,
                          size_t bytes,
                          struct decision *made)
{
    enum { CHANGE, WHY, GAIN, PARTS };
    const char *part[PARTS];
    struct error err;

    if (packed_texts_find(payload, bytes, PARTS, part) == 0
        || strlen(part[WHY]) >= sizeof(made->why)
        || !(made->change = change_parse(part[CHANGE], &err)))
        return false;
    strcpy(made->why, part[WHY]);
    made->gain = strtod(part[GAIN], NULL);
    if (!(made->gain > -1e6 && made->gain < 1))
        made->gain = JOB_UNKNOWN;
    return true;
}

/* What is wrong is told the user by who passes it on. */
static void note_fault(struct proposals *c, const char *host, const char *text)
{
    if (host_is_own(host))
        error_set(&c->fault, "%.*s", (int)strcspn(text, "\n"), text);
}

static void on_host_said(struct head *a,
                         const char *host,
                         const struct local_message_head *head,
                         const char *payload)
{
    struct decision made = { 0 };
    struct proposals *c = a->proposals;
    struct member *m = c ? proposals_member(c, host) : NULL;

    if (!m)
        return;
    switch (head->type) {
    case HOST_MESSAGES_PLACE:
        snprintf(m->place, sizeof(m->place), "%s", payload);
        break;
    case HOST_MESSAGES_NOTE:
        snprintf(m->note, sizeof(m->note), "%s", payload);
        break;
    case HOST_MESSAGES_SAY:
        note_fault(c, host, payload);
        break;
    case HOST_MESSAGES_PROPOSE:
        if (read_proposal(payload, head->bytes, &made))
            consider(c, host, head->generation, (uint32_t)head->number, &made);
        decision_clear(&made);
        break;
    default:
        return;
    }
    PARTS_TELL(a, answered, a);
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

static int load_modules(struct proposals *c,
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

static void destroy(struct proposals *c)
{
    struct member *next;

    proposals_end_looks(c);
    for (int kind = 0; kind < MODULE_KINDS; kind++)
        module_destroy(c->module[kind]);
    for (struct member *m = c->members; m; m = next) {
        next = m->next;
        free(m);
    }
    free(c->membership);
    free(c);
}

static void start(struct head *a, const struct settings *settings)
{
    struct proposals *c;
    struct error err;

    if (!*settings->text[SETTING_PROTOCOL] || !a->launcher
        || !(c = calloc(1, sizeof(*c))))
        return;
    c->agent = a;
    if (load_modules(c, settings, &err) < 0
        || host_links_need(a->links, &err) < 0) {
        agent_say("%s; the job runs without a protocol", err.text);
        destroy(c);
        return;
    }
    a->proposals = c;
    a->own->home = *host_links_home(a->links); /* for the job's secret */
    proposals_meet(a, host_own());
    for (const struct host *h = NULL; (h = host_next_joined(&a->hosts, h));)
        proposals_meet(a, h->name);
    proposals_look(c);
}

static void stop(struct head *a)
{
    if (a->proposals)
        destroy(a->proposals);
    a->proposals = NULL;
}

/* ---- why ---- */

bool proposals_tell(struct head *a, struct peer *p)
{
    const struct proposals *c = a->proposals;
    char text[4 * PROPOSAL_LOG_TEXT];

    if (!c)
        return false;
    head_answer(p, "%s: %s\neach agent is asked every %g s%s",
                module_name(c->module[MODULE_PROTOCOL]),
                module_help(c->module[MODULE_PROTOCOL]),
                module_every(c->module[MODULE_PROTOCOL]),
                protocol_link_off(c->agent->own) ? ", but it failed and is off"
                                                 : "");
    if (c->module[MODULE_PROFILE])
        head_answer(p, ", shown the figures of %s",
                    module_name(c->module[MODULE_PROFILE]));
    head_answer(p, "\n");
    for (const struct member *m = c->members; m; m = m->next)
        if (*m->note && host_is_reached(&a->hosts, m->host))
            head_answer(p, "  %s %s\n", m->host, m->note);
    for (int i = 0; proposal_log_read(&c->log, i, text, sizeof(text)); i++)
        head_answer(p, "%s", text);
    return true;
}

const struct part proposals_part = {
    .name = "proposals",
    .start = start,
    .stop = stop,
    .changed = on_changed,
    .proved = on_proved,
    .host_met = proposals_meet,
    .host_said = on_host_said,
};
