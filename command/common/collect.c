/* collect.c - make the report of a job that has ended, from its pages
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "command/common/collect.h"
#include "command/common/commands.h"
#include "command/common/jobs.h"
#include "command/common/newest_report.h"
#include "command/common/report_trace.h"
#include "command/common/say.h"
#include "command/common/setup.h"
#include "job/files.h"
#include "job/job.h"
#include "report/code/resolve.h"
#include "report/diagnose/diagnose.h"
#include "report/gather/gather.h"
#include "report/gather/run_ending.h"
#include "report/json/save.h"
#include "report/text/text.h"
#include "report/trace/bundler.h"

/* Where files may not grow, as the program has set it or the user's shell, we
 * say so.
 */
static void expect_limit(void)
{
    signal(SIGXFSZ, SIG_IGN);
}

/* Write the report where the ranks were told to, or to a new file; a
 * relative name is meant in the folder that they ran in.
 */
static int save(const struct run *run, char path[SAVE_PATH], struct error *err)
{
    const char *slash = *run->output == '/' || !*run->folder ? "" : "/";
    const char *folder = *slash ? run->folder : "";

    if (!*run->output)
        return save_new(run, run->folder, path, err);
    if (snprintf(path, SAVE_PATH, "%s%s%s", folder, slash, run->output)
        >= SAVE_PATH)
        return error_set(err, "%.200s...: the name is too long", run->output);
    return save_over(run, path, err);
}

/* The path as one would type it here, until this is called again. */
static const char *shorten(const char *path)
{
    static char typed[4 * SAVE_PATH];
    char here[SAVE_PATH];
    FILE *out = fmemopen(typed, sizeof(typed), "w");
    size_t len;

    if (!out)
        return path;
    len = getcwd(here, sizeof(here)) ? strlen(here) : 0;
    if (len > 0 && strncmp(path, here, len) == 0 && path[len] == '/')
        path += len + 1;
    escape_shell(out, path);
    fclose(out);
    return typed;
}

/* Put the traces of a generation, if its ranks left any, beside the report.
 * Returns whether they are safe.
 */
static bool save_trace(const char *folder,
                       const char *report,
                       unsigned generation)
{
    struct error why, remark;
    char path[JOB_PATH];
    int ranks = -1;

    if (report_trace_path(report, generation, path, &why) == 0)
        ranks = bundler_write(folder, generation, path, &remark, &why);
    if (ranks < 0) {
        say(SAY_WARN,
            "cannot write the trace: %s; what it is made of stays in %s",
            why.text, folder);
        return false;
    }
    if (remark.text[0])
        say(SAY_WARN, "the trace is not whole: %s", remark.text);
    if (ranks > 0)
        say(SAY_INFO, "the trace: mitosis trace %s", shorten(path));
    return true;
}

static bool save_traces(const char *folder,
                        const char *report,
                        const struct run *run)
{
    bool safe = true;

    for (size_t i = 0; i < run->generations; i++)
        if (!save_trace(folder, report, run->generation[i].generation))
            safe = false;
    return safe;
}

/* With a trace the report tells more.  Where that would take long, 'mitosis
 * report' works it out when it is asked.
 */
static void split(struct run *run, const char *report)
{
    struct error err;

    if (newest_report_is_report(report)
        && report_trace_split(run, report, REPORT_TRACE_SHORT, &err)
        && save_over(run, report, &err) < 0)
        say(SAY_WARN, "%s", err.text);
}

/* In one piece: stderr has no buffer, and is a pipe of mpiexec's, whose proxy
 * would wake up for each word.
 */
static void print_summary(const struct run *run)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    text_summary(run, out ? out : stderr);
    if (out && fclose(out) == 0)
        fwrite(text, 1, bytes, stderr);
    free(text);
}

static bool has_killed(const struct run *run)
{
    for (size_t i = 0; i < run->ranks; i++)
        if (run->rank[i].state == RUN_KILLED)
            return true;
    return false;
}

/* What has ended its ranks Hydra forgets every other time. */
static int status_of(const struct run *run, struct collect_end *end)
{
    if (!end)
        return 0;
    if (end->status == 0 && end->asked != 0 && has_killed(run))
        end->status = end->asked;
    return end->status;
}

int collect(const char *folder,
            bool over,
            struct collect_end *end,
            struct error *err)
{
    struct run *run = gather(&folder, 1, over, err);
    struct error why = { "" };
    char path[SAVE_PATH];
    bool saved;

    if (!run)
        return -1;
    expect_limit();
    if (run_ending_status(run, status_of(run, end), end ? end->asked : 0) < 0)
        say(SAY_WARN, "no memory to tell how mpiexec ended");
    if (resolve(run, &why) < 0)
        say(SAY_WARN, "%s", why.text);
    if (diagnose(run) < 0)
        say(SAY_WARN, "no memory to tell what limits the run");
    saved = save(run, path, &why) == 0;
    if (run->summary)
        print_summary(run);
    if (saved) {
        say(run->summary ? SAY_WARN : SAY_INFO,
            "the whole report: mitosis report %s", shorten(path));
        if (save_traces(folder, path, run))
            job_remove(folder);
        split(run, path);
    } else {
        say(SAY_WARN,
            "cannot write the report: %s; what it is made of stays "
            "in %s, so make it elsewhere with 'mitosis report %s "
            "--output FILE'",
            why.text, folder, folder);
    }
    run_destroy(run);
    return 0;
}

/* Who reads along finds the pages or the part, and when both, knows that the
 * part counts.
 */
int collect_fold(const char *folder, struct error *err)
{
    char path[SAVE_PATH], name[FILES_NAME];
    struct error why = { "" };
    unsigned last;
    struct run *run = gather_over(folder, &last, &why);
    int rc;

    if (!run)
        return why.text[0] ? error_set(err, "%s", why.text) : 0;
    expect_limit();
    files_part(name, last);
    if (snprintf(path, sizeof(path), "%s/%s", folder, name)
        >= (int)sizeof(path))
        rc = error_set(err, "%.200s...: the name is too long", folder);
    else
        rc = save_over(run, path, err);
    if (rc == 0)
        job_remove_folded(folder, last);
    run_destroy(run);
    return rc;
}

int command_collect(char *argv[])
{
    static struct settings settings;
    bool fold = argv[0] && strcmp(argv[0], "--fold") == 0;
    char host[HOST_NAME];
    struct error err;

    argv += fold;
    if (!argv[0] || argv[1])
        return commands_usage("collect");
    if (commands_check_word(argv[0], &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (fold && collect_fold(argv[0], &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (fold)
        return EXIT_SUCCESS;
    if (!jobs_over(argv[0], host)) {
        jobs_refuse(argv[0], host, &err);
        return fail(EXIT_FAILURE, "%s", err.text);
    }
    settings_init(&settings);
    settings_read_environment(&settings, say_nothing); /* the rank did */
    setup_apply(&settings);
    if (collect(argv[0], false, NULL, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    return EXIT_SUCCESS;
}
