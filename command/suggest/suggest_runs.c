/* suggest_runs.c - the runs of the program that 'mitosis suggest' looks at
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/common/installed_paths.h"
#include "command/doctor/timed_command.h"
#include "command/run/program.h"
#include "command/suggest/suggest_runs.h"
#include "report/gather/gather.h"
#include "suggest/memory_dump_format.h"

enum {
    LONG = 1000000, /* seconds: the user ends a run that takes too long */
    END = 8192,     /* bytes of what it prints that are looked at */
    ROOM = 2 * END, /* for these */
};

/* ---- how a run ends ---- */

/* The end of a file of the run, as a text. */
static void read_end(const char *folder, const char *name, char text[END])
{
    char path[PATH_MAX];
    FILE *in;

    *text = '\0';
    snprintf(path, sizeof(path), "%.4000s/%s", folder, name);
    if (!(in = fopen(path, "re")))
        return;
    if (fseek(in, -(long)(END - 1), SEEK_END) < 0)
        rewind(in);
    text[fread(text, 1, END - 1, in)] = '\0';
    fclose(in);
}

/* Of the launcher's lines the first one tells what went wrong, and the others
 * what came of that.
 */
static bool is_launchers(const char *line)
{
    return strncmp(line, "[mpiexec@", 9) == 0
           || strncmp(line, "[proxy:", 7) == 0;
}

/* The last line that is ours, or that is the program's, or else the launcher's
 * first.  That the report is not written is on purpose.
 */
static const char *last_line(const char *folder, bool ours)
{
    static const char unwritten[] = "cannot write the report: ";
    static char text[END];
    const char *last = "", *launchers = "";
    char *rest = text;

    read_end(folder, "errors", text);
    for (char *line; (line = strsep(&rest, "\n"));) {
        bool is_ours = strncmp(line, "mitosis: ", 9) == 0;

        line += is_ours ? 9 : strspn(line, " \t\r");
        if (is_launchers(line))
            launchers = *launchers ? launchers : line;
        else if (*line && line[strspn(line, "=")] && is_ours == ours
                 && strncmp(line, unwritten, sizeof(unwritten) - 1) != 0)
            last = line;
    }
    return *last || ours ? last : launchers;
}

/* The signal that ended it, or 0.  The status that mpiexec ends with then may
 * be the number of the signal, or more, but it prints which one it was.
 */
static int signal_of(const char *folder, int status)
{
    static const char told[] = "TERMINATED WITH THE EXIT STRING: ";
    char text[END];
    const char *at, *number;

    read_end(folder, "output", text);
    if ((at = strstr(text, told)) && (number = strstr(at, "(signal ")))
        return atoi(number + strlen("(signal "));
    return status > 128 && status < 128 + NSIG ? status - 128 : 0;
}

static int failed(const char *folder, int status, struct error *err)
{
    int number = signal_of(folder, status);
    const char *words = last_line(folder, false);
    char how[80];

    if (number > 0)
        snprintf(how, sizeof(how), "is ended by signal %d (%s)", number,
                 strsignal(number));
    else
        snprintf(how, sizeof(how), "ends with status %d", status);
    if (!*words)
        words = last_line(folder, true);
    return error_set(err, "the program %s%s%.300s", how, *words ? ": " : "",
                     words);
}

static int run(struct string_list *words,
               const struct prove_options *l,
               const char *folder,
               int *status,
               struct error *err)
{
    static struct timed_command t;
    int rc;

    for (size_t i = 0; i < l->program.count; i++)
        words_add(words, "%s", l->program.text[i]);
    rc = timed_command_run(words->text, LONG, 0, &t, err);
    string_list_clear(words);
    *status = t.status;
    return rc < 0 || t.status == 0 ? rc : failed(folder, t.status, err);
}

/* The file for what a run prints, empty, with room for some of it: where the
 * folder is full mpiexec would end the ranks without a word, as it could not
 * write down what one of them says of that.
 */
static int make_file(const char *folder, const char *name, struct error *err)
{
    char path[PATH_MAX];
    int fd;

    snprintf(path, sizeof(path), "%.4000s/%s", folder, name);
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, ROOM); /* or it goes without */
    close(fd);
    return 0;
}

/* 'mitosis run', which nobody else decides on; what the program prints is kept
 * from the terminal.
 */
static int begin(struct string_list *words,
                 const struct prove_options *l,
                 int ranks,
                 const char *folder,
                 struct error *err)
{
    char self[INSTALLED_PATHS_PATH];

    if (installed_paths_self(self, err) < 0
        || make_file(folder, "output", err) < 0
        || make_file(folder, "errors", err) < 0)
        return -1;
    words_add_all(words, "sh", "-c",
                  "exec \"$@\" >>\"$0/output\" 2>>\"$0/errors\"", folder, self,
                  "run", NULL);
    prove_options_pass(l, ranks, words);
    words_add_all(words, "--policy=", "--summary=off", "--malleable=off",
                  NULL);
    return 0;
}

/* The folder of the job below 'pages'. */
static bool find_job(const char *pages, char job[PATH_MAX])
{
    DIR *all = opendir(pages);
    struct dirent *entry;
    bool found = false;

    while (all && !found && (entry = readdir(all)))
        if (strncmp(entry->d_name, "mitosis-", 8) == 0) {
            snprintf(job, PATH_MAX, "%.2000s/%.255s", pages, entry->d_name);
            found = true;
        }
    if (all)
        closedir(all);
    return found;
}

/* The addresses are in the pages of the ranks, not in the report.  These stay
 * where a report cannot be written, as its name is too long for a file.
 */
struct run *suggest_runs_profile(const struct prove_options *l,
                                 const char *folder,
                                 struct error *err)
{
    struct string_list words = { 0 };
    char pages[PATH_MAX], job[PATH_MAX];
    const char *jobs[] = { job }, *why;
    struct run *r;
    int status;

    snprintf(pages, sizeof(pages), "%.2000s/pages", folder);
    if (mkdir(pages, 0700) < 0 && errno != EEXIST)
        return error_null(err, "%s: %s", pages, strerror(errno));
    if (begin(&words, l, 0, folder, err) < 0)
        return NULL;
    words_add_all(&words, "--depth=16", "--profile=callsites", NULL);
    words_add(&words, "--pages=%s", pages);
    words_add(&words, "--output=%s/%0*d", folder, NAME_MAX + 1, 0);
    if (run(&words, l, folder, &status, err) < 0)
        return NULL;
    if (!find_job(pages, job)) {
        why = last_line(folder, true);
        return error_null(err, "nothing can be proposed: %s",
                          *why ? why : "it calls no MPI that can be watched");
    }
    r = gather(jobs, 1, true, err);
    if (r && *r->missing) {
        error_set(err, "nothing can be proposed without rank %.80s: %s",
                  r->missing, last_line(folder, true));
        run_destroy(r);
        r = NULL;
    }
    return r;
}

/* ---- the plan ---- */

static int write_rank(FILE *out,
                      const struct run *run,
                      int rank,
                      int ranks,
                      const struct suggest_mark *mark,
                      const char *program)
{
    const struct run_path *path;
    int count = 0;

    if (mark->path == RUN_NOWHERE)
        return 0;
    path = &run->path[mark->path];
    for (unsigned i = 0; i < path->depth; i++) {
        if (!suggest_marks_in_program(run, path->frames[i], program))
            continue;
        if (count++ == 0)
            fprintf(out, "rank %d %" PRIu64, rank,
                    suggest_mark_count(mark, ranks));
        fprintf(out, " %" PRIx64, path->frames[i].offset);
    }
    if (count > 0)
        fprintf(out, "\n");
    return count > 0;
}

int suggest_runs_plan(const struct run *run,
                      const struct suggest_mark *mark,
                      int ranks,
                      const char *folder,
                      const char *program,
                      struct error *err)
{
    bool synced = program_is_malleable(program);
    char path[PATH_MAX];
    FILE *out;
    int told = 0;

    snprintf(path, sizeof(path), "%.4000s/" DUMP_PLAN, folder);
    if (!(out = fopen(path, "we")))
        return error_set(err, "%s: %s", path, strerror(errno));
    fprintf(out, "program %s\n", program);
    for (int i = 0; i < ranks; i++)
        told += write_rank(out, run, i, ranks, &mark[i], program)
                || (synced && fprintf(out, "rank %d 1\n", i) > 0);
    if (fclose(out) != 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    if (told == 0)
        return error_set(err,
                         "no iterations were found%s%.300s; it takes some "
                         "rounds of a main loop with calls of MPI in it",
                         run->iterations.reason ? ": " : "",
                         run->iterations.reason ? run->iterations.reason : "");
    return 0;
}

/* That of the rank, or else of the last one before it that was found. */
static const struct memory_dump_head *head_for(const struct memory_dump *dump,
                                               size_t count,
                                               int rank)
{
    size_t at = 0;

    while (at + 1 < count && dump[at + 1].head.rank <= rank)
        at++;
    return &dump[at].head;
}

int suggest_runs_plan_again(const struct memory_dump *dump,
                            size_t count,
                            const struct suggest_mark *mark,
                            int ranks,
                            const char *folder,
                            const char *program,
                            struct error *err)
{
    char path[PATH_MAX];
    FILE *out;

    snprintf(path, sizeof(path), "%.4000s/" DUMP_PLAN, folder);
    if (!(out = fopen(path, "we")))
        return error_set(err, "%s: %s", path, strerror(errno));
    fprintf(out, "program %s\n", program);
    for (int i = 0; i < ranks; i++) {
        const struct memory_dump_head *head = head_for(dump, count, i);
        const struct suggest_mark *its = &mark[head->rank];

        fprintf(out, "rank %d %" PRIu64 " %" PRIx64 "\n", i,
                its->widened ? suggest_mark_count(its, ranks) : head->step,
                head->at);
    }
    return fclose(out) == 0 ? 0
                            : error_set(err, "%s: %s", path, strerror(errno));
}

/* ---- the watcher ---- */

static const char blocked[] =
    "the program is ended by signal 5 (Trace/breakpoint trap): 'mitosis "
    "suggest' stops a program by SIGTRAP, and this one blocks that signal or "
    "raises it itself";

int suggest_runs_watch(const struct prove_options *l,
                       int ranks,
                       const char *folder,
                       struct error *err)
{
    struct string_list words = { 0 };
    char library[INSTALLED_PATHS_PATH];
    const char *preload = getenv("LD_PRELOAD");
    int status = 0;

    if (installed_paths_find(INSTALLED_PATHS_WATCHER, library, err) < 0)
        return -1;
    words_add(&words, "env");
    words_add(&words, "LD_PRELOAD=%s%s%s", library,
              preload && *preload ? ":" : "", preload ? preload : "");
    words_add(&words, DUMP_VARIABLE "=%s", folder);
    if (begin(&words, l, ranks, folder, err) < 0)
        return -1;
    words_add(&words, "--profile=off");
    if (run(&words, l, folder, &status, err) < 0)
        return status > 0 && signal_of(folder, status) == SIGTRAP
                   ? error_set(err, "%s", blocked)
                   : -1;
    return 0;
}
