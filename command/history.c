/* history.c - what became of programs over many runs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/common/commands.h"
#include "command/common/pager.h"
#include "command/common/report_files.h"
#include "command/common/same_file.h"
#include "command/common/say.h"
#include "report/history/badge.h"
#include "report/history/history_change.h"
#include "report/history/history_json.h"
#include "report/history/history_page.h"
#include "report/history/history_scaling.h"
#include "report/history/history_text.h"
#include "report/json/read.h"
#include "report/json/save.h"

struct request {
    struct report_files files;
    bool any; /* was named */
    bool json;
    const char *html;
    const char *badge;
};

/* ---- what is asked for ---- */

static int add_file(void *request, const char *word, struct error *err)
{
    struct request *r = request;

    r->any = true;
    return report_files_add(&r->files, word, err);
}

static int parse(struct request *r, char *const argv[], struct error *err)
{
    const struct command_option_place places[] = {
        { COMMAND_OPTION_JSON, .flag = &r->json },
        { COMMAND_OPTION_HTML, .text = &r->html },
        { COMMAND_OPTION_BADGE, .text = &r->badge },
        { .id = COMMAND_OPTION_NONE },
    };

    if (commands_read("history", argv, places, NULL, add_file, r, err) < 0)
        return -1;
    return r->any ? 0 : report_files_add(&r->files, ".", err);
}

/* What is read stays as it is. */
static int check_files(const struct request *r, struct error *err)
{
    const struct string_list *lists[] = { &r->files.named, &r->files.found };
    const char *const to[] = { r->html, r->badge };

    for (int i = 0; i < 2; i++)
        if (same_file_check((const char *const *)lists[i]->text,
                            (int)lists[i]->count, to,
                            sizeof(to) / sizeof(to[0]), err)
            < 0)
            return -1;
    return 0;
}

/* ---- the runs ---- */

/* Files that were found in a folder, and are no reports, are left out. */
static void tell_left_out(size_t count, const struct error *first)
{
    if (count == 1)
        say(SAY_WARN, "%s; it was left out", first->text);
    else if (count > 1)
        say(SAY_WARN, "%s; it was left out, and %zu other files", first->text,
            count - 1);
}

static int add_run(struct history *h, const char *path, struct error *err)
{
    struct run *run = json_read(path, err);
    int rc;

    if (!run)
        return -1;
    if (run->foreseen) {
        run_destroy(run);
        return error_set(err, "%s was foreseen by mitosis sim, and is no run",
                         path);
    }
    rc = history_add(h, run, path);
    run_destroy(run);
    return rc < 0 ? error_set(err, "no memory for so many reports") : 0;
}

static int add_named(struct history *h,
                     const struct string_list *files,
                     struct error *err)
{
    for (size_t i = 0; i < files->count; i++)
        if (add_run(h, files->text[i], err) < 0)
            return -1;
    return 0;
}

static int add_found(struct history *h,
                     const struct string_list *files,
                     struct error *err)
{
    struct error why, first = { .text = "" };
    size_t left_out = 0;

    for (size_t i = 0; i < files->count; i++)
        if (add_run(h, files->text[i], &why) < 0 && left_out++ == 0)
            first = why;
    if (left_out > 0 && h->list.count == 0)
        return error_set(err, "%s, and no other file there is a report",
                         first.text);
    tell_left_out(left_out, &first);
    return 0;
}

static int judge(struct history *h, struct error *err)
{
    if (history_sort(h) < 0 || history_change_find_all(h) < 0
        || history_scaling_find_all(h) < 0)
        return error_set(err, "no memory for so many reports");
    return 0;
}

/* ---- the answer ---- */

static int print_page(const void *what, FILE *out)
{
    return history_page_print(what, out);
}

static int print_badge(const void *what, FILE *out)
{
    badge_print(what, out);
    return 0;
}

static void print_text(const void *what, FILE *out)
{
    history_text_print(what, out);
}

static int deliver(const struct request *r,
                   const struct history *h,
                   struct error *err)
{
    struct badge badge;

    badge_make(&badge, h);
    if (r->html && save_print(r->html, print_page, h, err) < 0)
        return -1;
    if (r->badge && save_print(r->badge, print_badge, &badge, err) < 0)
        return -1;
    if (r->json)
        history_json_print(h, stdout);
    else if (!r->html && !r->badge)
        pager_show(print_text, h);
    return 0;
}

static int tell(const struct request *r, struct error *err)
{
    struct history *h = history_create();
    int rc = -1;

    if (!h)
        return error_set(err, "no memory for so many reports");
    if (add_named(h, &r->files.named, err) == 0
        && add_found(h, &r->files.found, err) == 0 && judge(h, err) == 0)
        rc = deliver(r, h, err);
    history_destroy(h);
    return rc;
}

int command_history(char *argv[])
{
    static struct request r;
    int status = EXIT_SUCCESS;
    struct error err;

    if (parse(&r, argv, &err) < 0 || check_files(&r, &err) < 0)
        status = fail(EXIT_USAGE, "%s", err.text);
    else if (tell(&r, &err) < 0)
        status = fail(EXIT_FAILURE, "%s", err.text);
    report_files_clear(&r.files);
    return status;
}
