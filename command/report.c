/* report.c - print a report, or what a job left without one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command/common/commands.h"
#include "command/common/jobs.h"
#include "command/common/newest_report.h"
#include "command/common/pager.h"
#include "command/common/report_timeline.h"
#include "command/common/report_trace.h"
#include "command/common/same_file.h"
#include "command/common/say.h"
#include "command/common/setup.h"
#include "command/common/show_compare.h"
#include "command/export.h"
#include "job/job.h"
#include "profile/page.h"
#include "report/code/resolve.h"
#include "report/diagnose/diagnose.h"
#include "report/export/html.h"
#include "report/gather/gather.h"
#include "report/json/json.h"
#include "report/json/read.h"
#include "report/json/save.h"
#include "report/text/compare.h"
#include "report/text/text.h"

struct request {
    const char *what; /* a report, job or folder */
    struct newest_report reports;
    const char *output; /* where to write to */
    const char *html;
    const char *link;    /* where lines of code lead to */
    const char *compare; /* another report */
    struct export export;
    bool json;      /* print it so */
    uint64_t depth; /* 0 unless given */
    bool now;
    bool remove;
};

/* Take the name of a report, or of a job. */
static int take_word(void *request, const char *word, struct error *err)
{
    struct request *r = request;

    if (r->what
        && (!newest_report_is_report(r->what)
            || !newest_report_is_report(word)))
        return newest_report_refuse(r->what, word, err);
    newest_report_offer(&r->reports, word);
    r->what = r->reports.path;
    return 0;
}

/* How many of the files that are asked for are standard output. */
static int printed(const struct request *r)
{
    return (r->output && strcmp(r->output, "-") == 0)
           + (r->html && strcmp(r->html, "-") == 0);
}

/* How much else is printed there when there are such files. */
static int prints(const struct request *r)
{
    return r->json + r->now + (r->export.csv != NULL)
           + (r->export.place != NULL) + r->export.dot;
}

static int parse(struct request *r, char *const argv[], struct error *err)
{
    const struct command_option_place places[] = {
        { COMMAND_OPTION_OUTPUT, .text = &r->output },
        { COMMAND_OPTION_HTML, .text = &r->html },
        { COMMAND_OPTION_COMPARE, .text = &r->compare },
        { COMMAND_OPTION_CSV, .text = &r->export.csv },
        { COMMAND_OPTION_TRACE, .text = &r->export.trace },
        { COMMAND_OPTION_PLACE, .text = &r->export.place },
        { COMMAND_OPTION_JSON, .flag = &r->json },
        { COMMAND_OPTION_NOW, .flag = &r->now },
        { COMMAND_OPTION_REMOVE, .flag = &r->remove },
        { COMMAND_OPTION_DOT, .flag = &r->export.dot },
        { COMMAND_OPTION_DEPTH, .whole = &r->depth, .least = 1,
          .most = SITE_FRAMES },
        { .id = COMMAND_OPTION_NONE },
    };

    if (commands_read("report", argv, places, NULL, take_word, r, err) < 0)
        return -1;
    if (!r->what && r->remove)
        return error_set(err, "of which job?  'mitosis jobs' lists them");
    if (printed(r) > 1 || (printed(r) == 1 && prints(r)))
        return error_set(err, "- is for one thing that is printed, and "
                              "nothing else");
    if (r->json && (r->now || export_wanted(&r->export)))
        return error_set(err, "--json prints the whole report and nothing "
                              "else");
    if (prints(r) > 1)
        return error_set(err, "--now, --csv, --dot and --place print one "
                              "thing each: give one of them");
    if (prints(r) && r->compare && !r->html)
        return error_set(err, "--compare prints a comparison, or has it on "
                              "the page of --html");
    return 0;
}

/* What a page shows. */
struct shown {
    const struct run *run;
    const struct compare *compare;   /* or NULL */
    const struct timeline *timeline; /* or NULL */
    const char *link;
};

static int print_html(const void *what, FILE *out)
{
    const struct shown *shown = what;

    return html_print(shown->run, shown->compare, shown->timeline, shown->link,
                      out);
}

/* The largest job whose ranks a page can tell apart. */
enum { DRAWN = 1 << 17 };

static int draw(const struct run *run,
                const struct compare *compare,
                const struct request *r,
                struct error *err)
{
    struct timeline *timeline;
    struct shown shown = { .run = run, .compare = compare, .link = r->link };
    struct error why;
    int rc;

    if (run->size > DRAWN)
        return error_set(err, "%d ranks are more than a page can show",
                         run->size);
    if (html_check_link(r->link, &why) < 0)
        return error_set(err, "MITOSIS_SOURCE_LINK: %s", why.text);
    shown.timeline = timeline = report_timeline(r->what, run);
    rc = save_print(r->html, print_html, &shown, err);
    timeline_destroy(timeline);
    return rc;
}

static void print_text(const void *what, FILE *out)
{
    text_print(what, out);
}

/* Print the run, or write it to files. */
static int deliver_with(const struct request *r,
                        const struct run *run,
                        const struct compare *compare)
{
    struct error err;

    if (r->output && save_over(run, r->output, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (r->html && draw(run, compare, r, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (export_wanted(&r->export) && run->foreseen)
        return fail(EXIT_FAILURE,
                    "%s was foreseen by mitosis sim, which tells nothing of "
                    "messages and calls",
                    r->what);
    if (export_wanted(&r->export))
        return export_run(&r->export, run, r->what);
    if (r->json)
        json_print(run, stdout);
    else if (r->now)
        text_now(run, stdout);
    else if (compare && !r->html)
        show_compare(compare, r->compare);
    else if (!r->output && !r->html)
        pager_show(print_text, run);
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
    if (!report_trace_split(run, r->what, REPORT_TRACE_ANY, &err)
        && err.text[0]
        && run_unseen(run, "serialisation and transfer are not told apart: %s",
                      err.text)
               < 0)
        say(SAY_WARN, "%s", err.text);
    if (r->depth && r->depth < run->depth)
        run->depth = (unsigned)r->depth;
    status = deliver(r, run);
    run_destroy(run);
    return status;
}

/* Remove what the job left, or say how to. */
static int tidy(const struct request *r,
                const char *folder,
                enum jobs_life life,
                const char *host)
{
    struct error err;

    if (life != JOBS_ENDED && r->remove) {
        jobs_refuse(folder, host, &err);
        return fail(EXIT_FAILURE, "%s", err.text);
    }
    if (life == JOBS_UNSEEN)
        say(SAY_WARN, "whether %s still runs can only be seen on %s",
            job_of(folder), host);
    if (life != JOBS_ENDED)
        return EXIT_SUCCESS;
    if (r->remove)
        job_remove(folder);
    else
        say(SAY_WARN,
            "the job has ended and left its pages in %s; %s"
            "'mitosis report %s --remove' removes them",
            folder,
            r->output || r->html ? "" : "'--output FILE' keeps the report, ",
            job_of(folder));
    return EXIT_SUCCESS;
}

static int report_job(const struct request *r, const char *folder)
{
    struct error err;
    struct run *run = gather(&folder, 1, false, &err);
    char host[HOST_NAME];
    enum jobs_life life = jobs_life(folder, host);
    int status;

    if (!run && r->remove)
        return tidy(r, folder, life, host);
    if (!run)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (r->export.trace) {
        run_destroy(run);
        return fail(EXIT_FAILURE,
                    life == JOBS_ENDED
                        ? "%s has no report yet; 'mitosis collect' makes one, "
                          "with the trace beside it"
                        : "%s still runs%s%s; its trace is there when it has "
                          "ended",
                    life == JOBS_ENDED ? folder : job_of(folder),
                    *host ? ", or may run on " : "", host);
    }
    if (r->depth)
        run->depth = (unsigned)r->depth;
    if (resolve(run, &err) < 0)
        say(SAY_WARN, "%s", err.text);
    if (diagnose(run) < 0)
        say(SAY_WARN, "no memory to tell what limits the run");
    status = deliver(r, run);
    if (status == EXIT_SUCCESS)
        status = tidy(r, folder, life, host);
    run_destroy(run);
    return status;
}

/* What is read stays as it is. */
static int check_files(const struct request *r, struct error *err)
{
    const char *const from[] = { r->what, r->compare };
    const char *const to[] = { r->output, r->html, r->export.trace };

    return same_file_check(from, sizeof(from) / sizeof(from[0]), to,
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
    char folder[JOB_PATH];
    struct error err;

    if (jobs_folder(r->what, folder, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
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

/* Take the only job that runs, or the newest report. */
static int choose(struct request *r, const char *pages, struct error *err)
{
    static char folder[JOB_PATH];
    int rc;

    if (!r->now) {
        rc = newest_report_find(&r->reports, err);
        r->what = r->reports.path;
        return rc;
    }
    rc = jobs_find_running(pages, folder, err);
    r->what = folder;
    if (rc < 0)
        error_set(err, "of which job?  %s; 'mitosis jobs' lists them",
                  rc == JOBS_SEVERAL ? "Several run here" : "None runs here");
    return rc;
}

int command_report(char *argv[])
{
    static struct settings settings;
    static struct request r;
    struct error err;
    const char *pages = settings.text[SETTING_PAGES];

    if (parse(&r, argv, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    setup_read(&settings);
    setup_apply(&settings);
    if (!r.what && choose(&r, pages, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    newest_report_tell(&r.reports);
    r.link = settings.text[SETTING_SOURCE_LINK];
    return report(&r, pages);
}
