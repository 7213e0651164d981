/* report.c - print a report, or what a job left without one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/nearest.h"
#include "base/value.h"
#include "command/common/apart.h"
#include "command/common/commands.h"
#include "command/common/jobs.h"
#include "command/common/newest_report.h"
#include "command/common/say.h"
#include "command/common/setup.h"
#include "command/export.h"
#include "job/job.h"
#include "profile/page.h"
#include "report/code/resolve.h"
#include "report/export/html.h"
#include "report/gather/gather.h"
#include "report/json/read.h"
#include "report/json/save.h"
#include "report/text/compare.h"
#include "report/text/compare_text.h"
#include "report/text/text.h"

struct request {
    const char *what; /* a report, job or folder, NULL to list jobs */
    struct newest_report reports;
    const char *json; /* where to write to */
    const char *html;
    const char *link;    /* where lines of code lead to */
    const char *compare; /* another report */
    struct export export;
    bool any;       /* option was given */
    unsigned depth; /* 0 unless given */
    bool now;
    bool remove;
};

static const struct {
    const char *name;
    bool valued;
} options[] = {
    { "--json", true },    { "--output", true },  { "--html", true },
    { "--depth", true },   { "--compare", true }, { "--now", false },
    { "--remove", false }, { "--csv", true },     { "--trace", true },
    { "--place", true },   { "--dot", false },
};

enum { OPTIONS = sizeof(options) / sizeof(options[0]) };

static int unknown_option(const char *word, struct error *err)
{
    struct nearest n = nearest_start(word);

    for (int i = 0; i < OPTIONS; i++)
        nearest_offer(&n, options[i].name);
    if (n.best)
        return error_set(err,
                         "%s is no option of mitosis report; did you "
                         "mean %s?",
                         word, n.best);
    return error_set(err, "%s is no option of mitosis report", word);
}

static int set_depth(struct request *r, const char *value, struct error *err)
{
    uint64_t depth;

    if (!value_number(value, &depth) || depth < 1 || depth > SITE_FRAMES)
        return error_set(err, "--depth: \"%s\" is no number from 1 to %d",
                         value, SITE_FRAMES);
    r->depth = (unsigned)depth;
    return 0;
}

/* Take an option; of these its value. */
static int take(struct request *r,
                const char *name,
                const char *value,
                struct error *err)
{
    const struct {
        const char *name;
        const char **value;
    } texts[] = {
        { "--json", &r->json },          { "--output", &r->json },
        { "--html", &r->html },          { "--compare", &r->compare },
        { "--csv", &r->export.csv },     { "--trace", &r->export.trace },
        { "--place", &r->export.place },
    };
    const struct {
        const char *name;
        bool *set;
    } flags[] = {
        { "--now", &r->now },
        { "--remove", &r->remove },
        { "--dot", &r->export.dot },
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        if (strcmp(name, texts[i].name) == 0)
            *texts[i].value = value;
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
        if (strcmp(name, flags[i].name) == 0)
            *flags[i].set = true;
    return strcmp(name, "--depth") == 0 ? set_depth(r, value, err) : 0;
}

/* Take the option at argv[0].  Returns how many words it has, or -1. */
static int take_option(struct request *r,
                       char *const argv[],
                       struct error *err)
{
    size_t len = strcspn(argv[0], "=");
    const char *value = argv[0][len] ? argv[0] + len + 1 : NULL;

    for (int i = 0; i < OPTIONS; i++) {
        if (strlen(options[i].name) != len
            || strncmp(options[i].name, argv[0], len) != 0)
            continue;
        if (!options[i].valued)
            return value ? error_set(err, "%s takes no value", options[i].name)
                         : take(r, options[i].name, NULL, err) + 1;
        if (!value && !argv[1])
            return error_set(err, "%s needs a value", argv[0]);
        if (take(r, options[i].name, value ? value : argv[1], err) < 0)
            return -1;
        return value ? 1 : 2;
    }
    return unknown_option(argv[0], err);
}

static int parse(struct request *r, char *const argv[], struct error *err)
{
    int count;

    for (; *argv; argv += count) {
        count = 1;
        if (**argv == '-' && (count = take_option(r, argv, err)) < 0)
            return -1;
        r->any |= **argv == '-';
        if (**argv == '-')
            continue;
        if (r->what
            && (!newest_report_is_report(r->what)
                || !newest_report_is_report(*argv)))
            return newest_report_refuse(r->what, *argv, err);
        newest_report_offer(&r->reports, *argv);
        r->what = r->reports.path;
    }
    if (!r->what && r->any)
        return error_set(err, "of which job?  'mitosis report' lists them");
    return 0;
}

static int list_jobs(const char *pages)
{
    if (jobs_print(pages) == 0)
        printf("There are no jobs: none runs, and none ended without a "
               "report.\n");
    else
        printf("\n'mitosis report JOB' reports on one, with --now on where "
               "its ranks are.\n");
    return EXIT_SUCCESS;
}

/* What a page shows. */
struct shown {
    const struct run *run;
    const struct compare *compare; /* or NULL */
    const char *link;
};

static int print_html(const void *what, FILE *out)
{
    const struct shown *shown = what;

    return html_print(shown->run, shown->compare, shown->link, out);
}

/* The largest job whose ranks a page can tell apart. */
enum { DRAWN = 1 << 17 };

static int draw(const struct run *run,
                const struct compare *compare,
                const struct request *r,
                struct error *err)
{
    struct shown shown = { run, compare, r->link };
    struct error why;

    if (run->size > DRAWN)
        return error_set(err, "%d ranks are more than a page can show",
                         run->size);
    if (html_check_link(r->link, &why) < 0)
        return error_set(err, "MITOSIS_SOURCE_LINK: %s", why.text);
    return save_print(r->html, print_html, &shown, err);
}

/* Print the run, or write it to files. */
static int deliver_with(const struct request *r,
                        const struct run *run,
                        const struct compare *compare)
{
    struct error err;

    if (r->json && save_over(run, r->json, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (r->html && draw(run, compare, r, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (export_wanted(&r->export))
        return export_run(&r->export, run, r->what);
    if (r->now)
        text_now(run, stdout);
    else if (compare && !r->html)
        compare_text_print(compare, r->compare, stdout);
    else if (!r->json && !r->html)
        text_print(run, stdout);
    return EXIT_SUCCESS;
}

static int deliver(const struct request *r, const struct run *run)
{
    struct compare *compare;
    struct run *other;
    struct error err;
    int status;

    if (!r->compare)
        return deliver_with(r, run, NULL);
    if (!(other = json_read(r->compare, &err)))
        return fail(EXIT_FAILURE, "%s", err.text);
    if ((compare = compare_create(other, run)))
        status = deliver_with(r, run, compare);
    else
        status = fail(EXIT_FAILURE, "no memory to compare");
    compare_destroy(compare);
    run_destroy(other);
    return status;
}

static int report_file(const struct request *r)
{
    struct error err;
    struct run *run;
    int status;

    if (!(run = json_read(r->what, &err)))
        return fail(EXIT_FAILURE, "%s", err.text);
    if (r->depth && r->depth < run->depth)
        run->depth = r->depth;
    status = deliver(r, run);
    run_destroy(run);
    return status;
}

/* Remove what the job left, or say how to. */
static int tidy(const struct request *r, const char *folder, bool alive)
{
    if (alive && r->remove)
        return fail(EXIT_FAILURE, "%s still runs; nothing was removed",
                    job_of(folder));
    if (alive)
        return EXIT_SUCCESS;
    if (r->remove)
        job_remove(folder);
    else
        say(SAY_WARN,
            "the job has ended and left its pages in %s; %s"
            "'mitosis report %s --remove' removes them",
            folder,
            r->json || r->html ? "" : "'--json FILE' keeps the report, ",
            job_of(folder));
    return EXIT_SUCCESS;
}

static int report_job(const struct request *r, const char *folder)
{
    struct error err;
    struct run *run = gather(&folder, 1, false, &err);
    bool alive = jobs_running(folder);
    int status;

    if (!run && r->remove)
        return tidy(r, folder, alive);
    if (!run)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (r->export.trace) {
        run_destroy(run);
        return fail(EXIT_FAILURE,
                    alive ? "%s still runs; its trace is there when it has "
                            "ended"
                          : "%s has no report yet; 'mitosis collect' makes "
                            "one, with the trace beside it",
                    alive ? job_of(folder) : folder);
    }
    if (r->depth)
        run->depth = r->depth;
    if (resolve(run, &err) < 0)
        say(SAY_WARN, "%s", err.text);
    status = deliver(r, run);
    if (status == EXIT_SUCCESS)
        status = tidy(r, folder, alive);
    run_destroy(run);
    return status;
}

/* What is read stays as it is. */
static int check_files(const struct request *r, struct error *err)
{
    const char *const from[] = { r->what, r->compare };
    const char *const to[] = { r->json, r->html, r->export.trace };

    return apart_check(from, sizeof(from) / sizeof(from[0]), to,
                       sizeof(to) / sizeof(to[0]), err);
}

/* Whether the file or folder that is there may be what is asked about, for
 * all that its name and first byte tell.  A program often lies where it is
 * started and has the name that its jobs begin with, as may the folder of its
 * sources.
 */
static bool may_be_meant(const struct request *r, const struct stat *st)
{
    char first = '{';
    FILE *file;

    if (strchr(r->what, '/') || newest_report_is_report(r->what))
        return true;
    if (S_ISDIR(st->st_mode))
        return jobs_has_pages(r->what);
    if (!S_ISREG(st->st_mode) || !(file = fopen(r->what, "re")))
        return true;
    if (fscanf(file, " %c", &first) != 1)
        first = '\0';
    fclose(file);
    return first == '{';
}

static int report_folder(const struct request *r)
{
    char folder[PATH_MAX];

    if (!realpath(r->what, folder))
        return fail(EXIT_FAILURE, "%s: %s", r->what, strerror(errno));
    if (strlen(folder) >= JOB_PATH)
        return fail(EXIT_FAILURE, "%s: %s", r->what, strerror(ENAMETOOLONG));
    return report_job(r, folder);
}

/* Report on what the request names.  A report with that name comes before a
 * job that only begins so, but not before what only a job can do.
 */
static int report(const struct request *r, const char *pages)
{
    enum jobs_which which = r->now ? JOBS_RUNNING_FIRST : JOBS_ANY;
    bool about_job = r->now || r->remove;
    char folder[JOB_PATH];
    struct error err;
    struct stat st = { 0 };
    bool there = stat(r->what, &st) == 0;
    int missing = there ? 0 : errno, found;

    if (check_files(r, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (there && may_be_meant(r, &st)) {
        if (S_ISDIR(st.st_mode))
            return report_folder(r);
        if (!about_job)
            return report_file(r);
    }
    found = jobs_find(pages, r->what, which, folder, &err);
    if (found == 0)
        return report_job(r, folder);
    if (found == JOBS_SEVERAL)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (there && S_ISDIR(st.st_mode))
        return report_folder(r);
    if (there && !about_job)
        return report_file(r);
    if (there)
        return fail(EXIT_FAILURE,
                    "%s is a file; --%s is for a job that left its pages",
                    r->what, r->now ? "now" : "remove");
    if (missing != ENOENT && missing != ENOTDIR)
        return fail(EXIT_FAILURE, "%s: %s", r->what, strerror(missing));
    return fail(EXIT_FAILURE, "%s", err.text);
}

int command_report(char *argv[])
{
    static struct settings settings;
    struct request r = { 0 };
    struct error err;
    const char *pages = settings.text[SETTING_PAGES];

    if (parse(&r, argv, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    setup_read(&settings);
    setup_apply(&settings);
    newest_report_tell(&r.reports);
    r.link = settings.text[SETTING_SOURCE_LINK];
    return r.what ? report(&r, pages) : list_jobs(pages);
}
