/* answers_file.c - what policies and protocols saw and answered, for the
 * report
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/decide/answers_file.h"
#include "agent/decide/decide_parts.h"
#include "agent/decide/proposals_parts.h"
#include "base/escape.h"
#include "job/files.h"

enum { PATH_SIZE = JOB_PATH + FILES_NAME, SOON_MS = 200 };

/* ---- what there is to say ---- */

static void put_text(FILE *out, const char *name, const char *text)
{
    fprintf(out, ",\"%s\":", name);
    escape_print(text, out);
}

static void put_number(FILE *out, const char *name, double number)
{
    if (!isnan(number) && !isinf(number))
        fprintf(out, ",\"%s\":%.9g", name, number);
}

static void put_options(FILE *out, const struct options *options)
{
    static char text[OPTIONS * (OPTION_NAME + OPTION_VALUE)];
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; i < options->count; i++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s=%s",
                                 i > 0 ? ", " : "", options->option[i].name,
                                 options->option[i].text);
    put_text(out, "options", text);
}

static void put_head(FILE *out, const char *kind, const char *name)
{
    fprintf(out, "{\"kind\":\"%s\"", kind);
    put_text(out, "name", name);
}

/* The preferred number of ranks is what the job began with, if nothing else
 * was said; that may be beyond the limits, where none is preferred.
 */
static void put_limits(FILE *out, const struct decide *d)
{
    const struct policy_limits *limits;

    if (!d || d->limits.max == 0)
        return;
    limits = &d->limits;
    fprintf(out, ",\"limits\":\"%d-%d", limits->min, limits->max);
    if (limits->preferred >= limits->min && limits->preferred <= limits->max)
        fprintf(out, ",%d", limits->preferred);
    fputs("\"", out);
}

static void put_module(FILE *out,
                       const char *kind,
                       const module_t *m,
                       const struct decide *d)
{
    put_head(out, kind, module_name(m));
    put_options(out, module_options(m));
    put_limits(out, d);
    put_number(out, "every_seconds", module_every(m));
    fprintf(out, ",\"off\":%s", module_off(m) ? "true" : "false");
}

static void put_times(FILE *out, double since, double until, int times)
{
    fprintf(out, "{\"since\":%.3f,\"until\":%.3f,\"times\":%d", since, until,
            times);
}

static void put_page(FILE *out, const struct decision_log_page *page)
{
    put_times(out, page->since, page->until, page->times);
    fprintf(out, ",\"ranks\":%d,\"iteration\":%llu", page->size,
            (unsigned long long)page->iteration);
    if (page->size > 0) {
        put_number(out, "iteration_seconds", page->iteration_time);
        put_number(out, "efficiency", page->efficiency);
        put_number(out, "free_cores", page->free_cores);
        put_number(out, "others_cores", page->load);
    }
    put_text(out, "answer", page->decision);
    put_text(out, "outcome", page->outcome);
    fputs("}", out);
}

static void put_diary(FILE *out, const struct decision_log *d)
{
    const struct decision_log_page *page;

    fputs(",\"answers\":[", out);
    for (int i = 0; (page = decision_log_page(d, i)); i++) {
        fputs(i > 0 ? "," : "", out);
        put_page(out, page);
    }
    fputs("]", out);
}

static void put_policy(FILE *out, const struct decide *d)
{
    if (!*d->wanted)
        return;
    if (!d->policy) {
        put_head(out, "policy", d->wanted);
    } else {
        put_module(out, "policy", d->policy, d);
        if (d->figures)
            put_text(out, "figures", figures_name(d->figures));
        fprintf(out, ",\"asked\":%llu", (unsigned long long)d->questions);
        put_number(out, "seconds", d->seconds);
        put_diary(out, &d->diary);
    }
    put_text(out, "fault", d->fault.text);
    fputs("}\n", out);
}

static void put_item(FILE *out, const struct proposal_log_item *item)
{
    char text[2 * PROPOSAL_LOG_TEXT + 4];

    snprintf(text, sizeof(text), "%s%s%s", item->change,
             *item->why ? ": " : "", item->why);
    put_times(out, item->since, item->until, item->times);
    put_text(out, "who", item->who);
    put_text(out, "answer", text);
    put_text(out, "outcome", item->outcome);
    fputs("}", out);
}

static void put_notes(FILE *out, const struct council *c)
{
    bool first = true;

    fputs(",\"notes\":[", out);
    for (const struct member *m = c->members; m; m = m->next) {
        char text[HOST_MESSAGES_HOST + PROTOCOL_RUNNER_NOTE + 2];

        if (!*m->note)
            continue;
        snprintf(text, sizeof(text), "%s %s", m->host, m->note);
        fputs(first ? "" : ",", out);
        escape_print(text, out);
        first = false;
    }
    fputs("]", out);
}

static void put_protocol(FILE *out,
                         const struct council *c,
                         const struct decide *d)
{
    const struct proposal_log_item *item;

    put_module(out, "protocol", c->module[MODULE_PROTOCOL], d);
    if (c->module[MODULE_PROFILE])
        put_text(out, "figures", module_name(c->module[MODULE_PROFILE]));
    fprintf(out, ",\"asked\":%llu",
            (unsigned long long)protocol_runner_ticks(c->delegate));
    put_text(out, "fault", c->fault.text);
    put_notes(out, c);
    fputs(",\"answers\":[", out);
    for (int i = 0; (item = proposal_log_item(&c->minutes, i)); i++) {
        fputs(i > 0 ? "," : "", out);
        put_item(out, item);
    }
    fputs("]}\n", out);
}

/* ---- the file ---- */

static void name(const struct head *a, const char *file, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/%s", a->folder, file);
}

static bool replace(const struct head *a, const char *text, size_t bytes)
{
    char path[PATH_SIZE], new[PATH_SIZE];
    bool fine;
    int fd;

    name(a, FILES_POLICIES, path);
    name(a, FILES_POLICIES ".new", new);
    fd = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    fine = fd >= 0 && write(fd, text, bytes) == (ssize_t)bytes;
    if (fd >= 0)
        close(fd);
    if (fine && rename(new, path) == 0)
        return true;
    unlink(new);
    return false;
}

/* Without room for it the report says less. */
static void write_all(const struct head *a)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return;
    if (a->account)
        fputs(a->account, out);
    if (a->decide)
        put_policy(out, a->decide);
    if (a->council)
        put_protocol(out, a->council, a->decide);
    if (fclose(out) == 0 && bytes > 0)
        replace(a, text, bytes);
    free(text);
}

static void on_time(void *arg)
{
    struct head *a = arg;

    a->account_due = false;
    write_all(a);
}

void answers_file_start(struct head *a)
{
    char path[PATH_SIZE];
    size_t room = 0;
    FILE *in;

    name(a, FILES_POLICIES, path);
    in = fopen(path, "re");
    if (in && getdelim(&a->account, &room, '\0', in) < 0) {
        free(a->account);
        a->account = NULL;
    }
    if (in)
        fclose(in);
}

void answers_file_note(struct head *a)
{
    if (!a->account_due && loop_after(a->loop, SOON_MS, on_time, a) == 0)
        a->account_due = true;
}

void answers_file_stop(struct head *a)
{
    loop_cancel(a->loop, on_time, a);
    write_all(a);
    free(a->account);
    a->account = NULL;
}
