/* answers_file.c - what policies and protocols saw and answered, for the
 * report
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/decide/answers_file.h"
#include "agent/decide/decide_internal.h"
#include "agent/decide/proposals_internal.h"
#include "agent/host/protocol_link.h"
#include "base/append_text.h"
#include "base/emit.h"
#include "base/replace_file.h"
#include "job/files.h"

enum { PATH_SIZE = JOB_PATH + FILES_NAME, SOON_MS = 200 };

/* ---- what there is to say ---- */

static void put_number(struct emit *e, const char *key, double number)
{
    if (isfinite(number))
        emit_number(e, key, number, 9);
}

static void put_options(struct emit *e, const struct options *options)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    for (int i = 0; out && i < options->count; i++)
        fprintf(out, "%s%s=%s", i > 0 ? ", " : "", options->option[i].name,
                options->option[i].text);
    if (out && fclose(out) == 0)
        emit_text(e, "options", text);
    free(text);
}

/* The preferred number of ranks is what the job began with, if nothing else
 * was said; that may be beyond the limits, where none is preferred.
 */
static void put_limits(struct emit *e, const struct decide *d)
{
    const struct policy_limits *limits;
    char text[64];

    if (!d || d->limits.max == 0)
        return;
    limits = &d->limits;
    snprintf(text, sizeof(text), "%d-%d", limits->min, limits->max);
    if (limits->preferred >= limits->min && limits->preferred <= limits->max)
        append_text(text, sizeof(text), ",%d", limits->preferred);
    emit_text(e, "limits", text);
}

/* Begin the line of a policy or protocol, which emit_finish() ends. */
static void put_head(struct emit *e,
                     FILE *out,
                     const char *kind,
                     const char *name)
{
    emit_start(e, out);
    emit_object(e, NULL, false);
    emit_text(e, "kind", kind);
    emit_text(e, "name", name);
}

static void put_module(struct emit *e,
                       const module_t *m,
                       bool off,
                       const struct decide *d)
{
    put_options(e, module_options(m));
    put_limits(e, d);
    put_number(e, "every_seconds", module_every(m));
    emit_bool(e, "off", off);
}

/* Begin what was seen and answered alike for a while. */
static void put_times(struct emit *e, double since, double until, int times)
{
    emit_object(e, NULL, false);
    emit_fixed(e, "since", since, 3);
    emit_fixed(e, "until", until, 3);
    emit_integer(e, "times", times);
}

static void put_page(struct emit *e, const struct decision_log_page *page)
{
    put_times(e, page->since, page->until, page->times);
    emit_integer(e, "ranks", page->size);
    emit_count(e, "iteration", page->iteration);
    if (page->size > 0) {
        put_number(e, "iteration_seconds", page->iteration_time);
        put_number(e, "efficiency", page->efficiency);
        put_number(e, "free_cores", page->free_cores);
        put_number(e, "others_cores", page->load);
    }
    emit_text(e, "answer", page->decision);
    emit_text(e, "outcome", page->outcome);
    emit_end(e);
}

static void put_decisions(struct emit *e, const struct decision_log *d)
{
    const struct decision_log_page *page;

    emit_array(e, "answers", false);
    for (int i = 0; (page = decision_log_page(d, i)); i++)
        put_page(e, page);
    emit_end(e);
}

static void put_policy(FILE *out, const struct decide *d)
{
    struct emit e;

    if (!*d->wanted)
        return;
    put_head(&e, out, "policy",
             d->policy ? module_name(d->policy) : d->wanted);
    if (d->policy) {
        put_module(&e, d->policy, module_off(d->policy), d);
        if (d->figures)
            emit_text(&e, "figures", figures_name(d->figures));
        emit_count(&e, "asked", d->questions);
        put_number(&e, "seconds", d->seconds);
        put_decisions(&e, &d->log);
    }
    emit_text(&e, "fault", d->fault.text);
    emit_finish(&e);
}

static void put_item(struct emit *e, const struct proposal_log_item *item)
{
    char text[2 * PROPOSAL_LOG_TEXT + 4];

    snprintf(text, sizeof(text), "%s%s%s", item->change,
             *item->why ? ": " : "", item->why);
    put_times(e, item->since, item->until, item->times);
    emit_text(e, "who", item->who);
    emit_text(e, "answer", text);
    emit_text(e, "outcome", item->outcome);
    emit_end(e);
}

static void put_notes(struct emit *e, const struct proposals *c)
{
    emit_array(e, "notes", false);
    for (const struct member *m = c->members; m; m = m->next) {
        char text[HOST_NAME + PROTOCOL_RUNNER_NOTE + 2];

        snprintf(text, sizeof(text), "%s %s", m->host, m->note);
        if (*m->note)
            emit_text(e, NULL, text);
    }
    emit_end(e);
}

static void put_protocol(FILE *out,
                         const struct proposals *c,
                         const struct decide *d)
{
    const module_t *m = c->module[MODULE_PROTOCOL];
    const struct proposal_log_item *item;
    struct emit e;

    put_head(&e, out, "protocol", module_name(m));
    put_module(&e, m, protocol_link_off(c->agent->own), d);
    if (c->module[MODULE_PROFILE])
        emit_text(&e, "figures", module_name(c->module[MODULE_PROFILE]));
    emit_count(&e, "asked", protocol_link_asked(c->agent->own));
    emit_text(&e, "fault", c->fault.text);
    put_notes(&e, c);
    emit_array(&e, "answers", false);
    for (int i = 0; (item = proposal_log_item(&c->log, i)); i++)
        put_item(&e, item);
    emit_finish(&e);
}

/* ---- the file ---- */

static void name(const struct head *a, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/" FILES_POLICIES, a->folder);
}

/* Without room for it the report says less. */
static void write_all(const struct head *a)
{
    char path[PATH_SIZE], *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return;
    name(a, path);
    if (a->account)
        fputs(a->account, out);
    if (a->decide)
        put_policy(out, a->decide);
    if (a->proposals)
        put_protocol(out, a->proposals, a->decide);
    if (fclose(out) == 0 && bytes > 0)
        replace_file_write(path, text, bytes);
    free(text);
}

static void on_time(void *arg)
{
    struct head *a = arg;

    a->account_due = false;
    write_all(a);
}

static void start(struct head *a, const struct settings *settings)
{
    char path[PATH_SIZE];
    size_t room = 0;
    FILE *in;

    (void)settings;
    name(a, path);
    in = fopen(path, "re");
    if (in && getdelim(&a->account, &room, '\0', in) < 0) {
        free(a->account);
        a->account = NULL;
    }
    if (in)
        fclose(in);
}

static void on_answered(struct head *a)
{
    if (!a->account_due && loop_after(a->loop, SOON_MS, on_time, a) == 0)
        a->account_due = true;
}

static void stop(struct head *a)
{
    loop_cancel(a->loop, on_time, a);
    if (a->settled)
        write_all(a);
    free(a->account);
    a->account = NULL;
}

const struct part answers_file_part = {
    .name = "answers file",
    .answered = on_answered,
    .start = start,
    .stop = stop,
};
