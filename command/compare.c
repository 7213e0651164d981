/* compare.c - what became faster and what slower between reports
 *
 * Two are compared place by place; of more there is a row each.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/emit.h"
#include "command/common/commands.h"
#include "command/common/newest_report.h"
#include "command/common/pager.h"
#include "command/common/same_file.h"
#include "command/common/say.h"
#include "command/common/show_compare.h"
#include "report/json/read.h"
#include "report/model/run_change.h"
#include "report/model/units.h"
#include "report/text/compare.h"
#include "report/text/run_table.h"

enum { REPORTS = 200 }; /* at most */

struct request {
    size_t count;
    const char *file[REPORTS];
    struct run *run[REPORTS];
    bool json;
    bool markdown;
    const char *limit; /* as it was given, or NULL */
    double fail_above; /* a share; below 0 unless given */
};

/* ---- what is asked for ---- */

static int set_limit(struct request *r, struct error *err)
{
    char *end;
    double percent = strtod(r->limit, &end);

    if (end == r->limit || (*end && strcmp(end, "%") != 0) || !(percent >= 0)
        || !isfinite(percent))
        return error_set(err, "--fail-above: \"%s\" is no percentage, as 5%%",
                         r->limit);
    r->fail_above = percent / 100;
    return 0;
}

static int add_file(void *request, const char *word, struct error *err)
{
    struct request *r = request;

    if (r->count == REPORTS)
        return error_set(err, "more than %d reports", REPORTS);
    r->file[r->count++] = word;
    return 0;
}

static int parse(struct request *r, char *const argv[], struct error *err)
{
    const struct command_option_place places[] = {
        { COMMAND_OPTION_JSON, .flag = &r->json },
        { COMMAND_OPTION_MARKDOWN, .flag = &r->markdown },
        { COMMAND_OPTION_FAIL_ABOVE, .text = &r->limit },
        { .id = COMMAND_OPTION_NONE },
    };

    r->fail_above = -1;
    if (commands_read("compare", argv, places, NULL, add_file, r, err) < 0
        || (r->limit && set_limit(r, err) < 0))
        return -1;
    if (r->json && r->markdown)
        return error_set(err, "--json or --markdown, not both");
    if (r->fail_above >= 0 && r->count > 2)
        return error_set(err, "--fail-above is for two reports");
    return 0;
}

/* ---- answers ---- */

static void emit_change(const struct request *r, struct emit *e)
{
    struct run_change_time t = run_change_time(r->run[0], r->run[1]);
    double share = run_change_share(&t);

    emit_object(e, "change", true);
    emit_text(e, "of", t.iterations ? "iteration" : "run");
    emit_number(e, "before_seconds", t.before, 12);
    emit_number(e, "after_seconds", t.after, 12);
    if (t.noise > 0)
        emit_number(e, "noise_seconds", t.noise, 6);
    else
        emit_null(e, "noise_seconds");
    emit_number(e, "percent",
                t.before > 0 ? 100 * (t.after / t.before - 1) : 0, 6);
    emit_text(e, "verdict",
              share > 0   ? "slower"
              : share < 0 ? "faster"
                          : "no difference");
    emit_end(e);
}

static void print_json(const struct request *r, const struct run_table *t)
{
    struct emit e;

    emit_start(&e, stdout);
    emit_object(&e, NULL, true);
    if (r->count == 2)
        emit_change(r, &e);
    run_table_emit(t, &e);
    emit_finish(&e);
}

static void print_markdown(const struct compare *two,
                           const struct run_table *t)
{
    char text[COMPARE_TEXT];

    if (two) {
        compare_answer(two, text);
        printf("%s\n\n", text);
    }
    run_table_print_markdown(t, stdout);
}

/* Whether it got slower by more than it may. */
static int judge(const struct request *r)
{
    struct run_change_time t;

    if (r->fail_above < 0)
        return EXIT_SUCCESS;
    t = run_change_time(r->run[0], r->run[1]);
    if (run_change_share(&t) <= r->fail_above)
        return EXIT_SUCCESS;
    return fail(EXIT_FAILURE,
                "%s took %s instead of %s, %.1f %% more: above %.3g %%",
                t.iterations ? "an iteration" : "it", unit_time(t.after).text,
                unit_time(t.before).text, 100 * run_change_share(&t),
                100 * r->fail_above);
}

static void print_many(const void *what, FILE *out)
{
    run_table_print(what, out);
}

static int deliver(const struct request *r)
{
    const struct run_table table = { r->count, r->run, r->file };
    struct compare *two = NULL;

    if (r->count == 2 && !(two = compare_create(r->run[0], r->run[1])))
        return fail(EXIT_FAILURE, "no memory to compare");
    if (r->json)
        print_json(r, &table);
    else if (r->markdown)
        print_markdown(two, &table);
    else if (two)
        show_compare(two, r->file[0]);
    else
        pager_show(print_many, &table);
    compare_destroy(two);
    return judge(r);
}

/* What is compared with one report alone is the last run. */
static int add_newest(struct request *r,
                      struct newest_report *newest,
                      struct error *err)
{
    if (newest_report_find(newest, err) < 0)
        return -1;
    if (same_file_is(r->file[0], newest->path))
        return error_set(err,
                         "%s is the newest report here; with which one is"
                         " it to be compared?",
                         newest->path);
    newest_report_tell(newest);
    r->file[r->count++] = newest->path;
    return 0;
}

/* Of two this is a part of the answer. */
static void tell_programs(const struct request *r)
{
    for (size_t i = 1; r->count > 2 && i < r->count; i++)
        if (strcmp(run_program(r->run[0]), run_program(r->run[i])) != 0) {
            say(SAY_WARN,
                "%s is a run of %.200s and %s one of %.200s, so that their "
                "times tell little about either",
                r->file[0], run_program(r->run[0]), r->file[i],
                run_program(r->run[i]));
            break;
        }
}

int command_compare(char *argv[])
{
    static struct newest_report newest;
    static struct request r;
    int status = EXIT_SUCCESS;
    struct error err;

    if (parse(&r, argv, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (r.count < 1)
        return commands_usage("compare");
    if (!(r.run[0] = json_read(r.file[0], &err)))
        return fail(EXIT_FAILURE, "%s", err.text);
    if (r.count == 1 && add_newest(&r, &newest, &err) < 0)
        status = fail(EXIT_USAGE, "%s", err.text);
    for (size_t i = 1; i < r.count && status == EXIT_SUCCESS; i++)
        if (!(r.run[i] = json_read(r.file[i], &err)))
            status = fail(EXIT_FAILURE, "%s", err.text);
    if (status == EXIT_SUCCESS) {
        tell_programs(&r);
        status = deliver(&r);
    }
    for (size_t i = 0; i < r.count; i++)
        run_destroy(r.run[i]);
    return status;
}
