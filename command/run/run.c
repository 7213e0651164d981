/* run.c - run a program under mpiexec and report on it
 *
 * Whatever is wrong with us, the program runs, its input and output are its
 * own, and the exit status is that of mpiexec.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/batch/batch.h"
#include "agent/launch/launcher.h"
#include "agent/launch/quoted_command.h"
#include "base/replace_file.h"
#include "base/settings.h"
#include "base/system/clock.h"
#include "base/system/host.h"
#include "base/system/process_id.h"
#include "command/common/collect.h"
#include "command/common/commands.h"
#include "command/common/installed_paths.h"
#include "command/common/jobs.h"
#include "command/common/say.h"
#include "command/common/settings_check.h"
#include "command/common/setup.h"
#include "command/run/child.h"
#include "command/run/program.h"
#include "command/run/run_line.h"
#include "job/control.h"
#include "job/files.h"
#include "job/job.h"
#include "report/live/rank_usage.h"

enum {
    EXIT_NOT_STARTED = 127, /* as a shell has it */
    HYDRA_FAILED = 255,     /* so ends one that could not start a program */
    PATIENCE = 60,          /* times that we look for ranks that are ending */
    PATIENCE_US = 50 * 1000,
};

/* The words of what runs the job. */
static void add_command(const struct run_line *l,
                        const struct settings *settings,
                        const struct run_line_watch *watch,
                        struct string_list *command)
{
    if (l->srun)
        words_add(command, "env");
    else
        words_add(command, "%s", installed_paths_mpiexec(settings));
    run_line_command(l, watch, command);
}

/* Hydra says of a program that it could not start no more than that it failed.
 * Where a relative path leads in another folder is not looked at.
 */
static int status_of(int status, const struct run_line *l)
{
    int of_program = 0;

    if (status != HYDRA_FAILED || l->folders || l->srun)
        return status;
    for (size_t i = 0; i < l->programs.count && of_program == 0; i++)
        of_program = program_status(l->programs.text[i]);
    return of_program ? of_program : status;
}

static int not_started(const char *why)
{
    return fail(EXIT_NOT_STARTED, "%s; MITOSIS_MPIEXEC can name another", why);
}

static int run_unwatched(const struct run_line *l,
                         const struct settings *settings)
{
    static const struct run_line_watch none;
    struct string_list command = { 0 };
    struct error err;
    int status;

    add_command(l, settings, &none, &command);
    status = child_run(command.text, NULL, &err);
    string_list_clear(&command);
    return status < 0 ? not_started(err.text) : status_of(status, l);
}

/* A new folder for the job. */
static int open_job(const struct run_line *l,
                    const struct settings *settings,
                    char path[JOB_PATH],
                    struct error *err)
{
    const char *program = l->programs.count ? l->programs.text[0] : "job";
    unsigned long key = (unsigned long)clock_wall() + (unsigned long)getpid();
    char name[JOB_NAME], mark[JOB_PATH + FILES_NAME];
    int fd;

    job_name(program, key, name);
    if (job_open(settings->text[SETTING_PAGES], name, path, err) < 0)
        return -1;
    snprintf(mark, sizeof(mark), "%s/" FILES_AWAITED, path);
    fd = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return error_set(err, "%s: %s", mark, strerror(errno));
    close(fd);
    return 0;
}

/* In a job of Slurm Hydra has that start its proxies, which sorts the hosts;
 * what we have instead keeps their order.  Returns NULL where that is not
 * wanted.
 */
static const char *find_helper(const struct run_line *l,
                               char path[INSTALLED_PATHS_PATH])
{
    struct error err;

    if (l->srun || l->launches || !getenv("SLURM_JOB_ID")
        || getenv("HYDRA_LAUNCHER") || getenv("HYDRA_BOOTSTRAP"))
        return NULL;
    if (installed_paths_find(INSTALLED_PATHS_SLURM_LAUNCHER, path, &err) < 0) {
        say(SAY_WARN, "%s; ranks may come to other hosts than asked for",
            err.text);
        return NULL;
    }
    if (l->places)
        say(SAY_WARN,
            "in a job of Slurm Hydra sorts the hosts; %s keeps "
            "their order",
            path);
    return path;
}

/* Should rank 0 be on another host than mpiexec, the agent there has to know
 * how it was started.
 */
static void tell_words(const struct string_list *command)
{
    char folder[INSTALLED_PATHS_PATH];
    char *text = getcwd(folder, sizeof(folder))
                     ? quoted_command_join(folder, command->text)
                     : NULL;

    if (text)
        setenv(LAUNCHER_WORDS, text, 1);
    free(text);
}

static void look(const char *folder)
{
    rank_usage_note(folder);
}

/* Hydra forwards a signal to the proxies of all hosts that it has started the
 * job on.  Those of hosts without ranks of the first generation are gone once
 * the job was changed, and writing to the first of these ends mpiexec, and the
 * job with it.  So 'mitosis hold', which is what Hydra's signal is for then,
 * gets it from here.
 */
static bool pass_to_hold(int number, const char *folder)
{
    struct control *record = control_find(folder, 1, NULL);
    bool passed =
        record && record->ranks > 0 && atomic_load(&record->successor) > 1
        && process_id_runs(&record->slot[0].process)
        && kill(atomic_load(&record->slot[0].process.pid), number) == 0;

    control_close(record);
    return passed;
}

/* Run mpiexec with the ranks watched.  As child_run(). */
static int run_mpiexec(const struct run_line *l,
                       const struct settings *settings,
                       const char *library,
                       const char *folder,
                       struct error *err)
{
    char pages[JOB_PATH], helper[INSTALLED_PATHS_PATH];
    struct run_line_watch watch = { .library = library,
                                    .preload = getenv("LD_PRELOAD"),
                                    .host = host_own(),
                                    .job = job_of(folder),
                                    .pages = pages,
                                    .settings = settings,
                                    .helper = find_helper(l, helper) };
    struct child_watch looking = { .ms = RANK_USAGE_MS,
                                   .look = look,
                                   .pass = l->srun ? NULL : pass_to_hold,
                                   .arg = folder };
    struct string_list command = { 0 };
    int status;

    strcpy(pages, folder);
    *strrchr(pages, '/') = '\0';
    add_command(l, settings, &watch, &command);
    if (!l->srun)
        tell_words(&command);
    for (size_t i = 0; i < command.count; i++)
        say(SAY_DEBUG, "mpiexec's word %zu: %s", i, command.text[i]);
    status = child_run(command.text, &looking, err);
    string_list_clear(&command);
    return status;
}

/* mpiexec may be gone before the last of the ranks that it ended. */
static void wait_for_ranks(const char *folder)
{
    for (int i = 0; i < PATIENCE && jobs_running(folder); i++)
        usleep(PATIENCE_US);
}

/* What ended all of the job at once may have left the agent no time to cancel
 * what was asked for and to give back what was granted.
 */
static void sweep_batch(const struct settings *settings, const char *folder)
{
    const char *text = settings->text[SETTING_BATCH];
    struct error err;

    if (*text && batch_sweep(text, job_of(folder), &err) < 0)
        say(SAY_WARN,
            "whether hosts are still asked for or granted is not known:"
            " %s",
            err.text);
}

/* A rank has said why there are no pages. */
static bool is_excused(const char *folder)
{
    char path[JOB_PATH + FILES_NAME];

    snprintf(path, sizeof(path), "%s/" FILES_EXCUSED, folder);
    return access(path, F_OK) == 0;
}

/* Say why there may be no page. */
static void excuse(const struct run_line *l, int status)
{
    const char *name = "the job";
    enum program_kind kind = PROGRAM_NO_MPI;

    for (size_t i = 0; i < l->programs.count; i++) {
        kind = program_look(l->programs.text[i]);
        name = *l->programs.text[i] ? l->programs.text[i] : "\"\"";
        if (kind != PROGRAM_MPICH)
            break;
    }
    if (kind == PROGRAM_MPICH && (l->srun || l->places))
        say(SAY_INFO, "the report is made on the host of rank 0, as no rank "
                      "was on this one");
    else if (kind == PROGRAM_MPICH && status != 0)
        say(SAY_WARN,
            "no rank of %s came to MPI_Init: it ended with status %d before, "
            "for a reason that it or the launcher may have printed",
            name, status);
    else
        say(SAY_WARN, "no rank of %s told anything: %s", name,
            program_excuse(kind));
}

/* Ranks that sync for the first time leave a control file. */
static bool was_malleable(const char *folder)
{
    char path[JOB_PATH + 16];

    snprintf(path, sizeof(path), "%s/control-1", folder);
    return access(path, F_OK) == 0;
}

static int run_watched(const struct run_line *l,
                       const struct settings *settings,
                       const char *library,
                       const char *folder)
{
    struct error err;
    struct collect_end end = {
        .status = run_mpiexec(l, settings, library, folder, &err),
    };
    bool excused = is_excused(folder);

    end.asked = child_asked_to_end();
    if (end.status < 0) {
        job_remove(folder);
        return not_started(err.text);
    }
    signal(SIGPIPE, SIG_IGN); /* our words may be lost, not the report */
    wait_for_ranks(folder);
    sweep_batch(settings, folder);
    if ((*settings->text[SETTING_POLICY] || *settings->text[SETTING_PROTOCOL])
        && !excused && !was_malleable(folder))
        say(SAY_WARN,
            "the %s was never asked: %s did not register its "
            "state, or may not be changed",
            *settings->text[SETTING_POLICY] ? "policy" : "protocol",
            l->programs.count ? l->programs.text[0] : "the program");
    if (collect(folder, true, &end, &err) < 0) {
        if (!excused)
            excuse(l, end.status);
        say(SAY_DEBUG, "%s", err.text);
        job_remove(folder);
        return status_of(end.status, l);
    }
    return end.status;
}

/* Neither the program nor the launcher may be Open MPI's.  Hydra would start
 * such a program as so many programs of one rank each; srun can start it well.
 */
static int check_mpi(const struct run_line *l,
                     const struct settings *settings,
                     struct error *err)
{
    const char *mpiexec = installed_paths_mpiexec(settings);

    for (size_t i = 0; !l->srun && i < l->programs.count; i++)
        if (program_look(l->programs.text[i]) == PROGRAM_OPEN_MPI)
            return error_set(err,
                             "%s is a program of Open MPI: only MPICH's can "
                             "be watched, and %s would start each of its "
                             "ranks as a world of its own; start it with %s",
                             l->programs.text[i], mpiexec,
                             installed_paths_openmpi());
    if (!l->srun && installed_paths_is_openmpi(mpiexec))
        return error_set(err,
                         "%s is Open MPI's launcher, which MPICH's programs "
                         "cannot be started with; name MPICH's, "
                         "mpiexec.hydra, by MITOSIS_MPIEXEC",
                         mpiexec);
    return 0;
}

/* What can be known before the job has run: where the folder is not, or not to
 * be written to, neither is the report.  Of another host it is not known. What
 * was not asked for this run alone does not keep it from running.
 */
static int check_report_folder(const struct run_line *l,
                               const struct settings *settings,
                               struct error *err)
{
    const char *path = settings->text[SETTING_OUTPUT];
    struct error why;

    if (!*path || l->srun || l->places || replace_file_check(path, &why) == 0)
        return 0;
    if (settings->source[SETTING_OUTPUT] == FROM_OPTION)
        return error_set(err, "--output: %s", why.text);
    say(SAY_WARN, SETTINGS_NO_OUTPUT, why.text);
    return 0;
}

static int run(struct run_line *l, struct settings *settings)
{
    char library[INSTALLED_PATHS_PATH], folder[JOB_PATH];
    struct error err;

    l->mpi |= getenv("SLURM_MPI_TYPE") != NULL;
    if (settings_check_options(settings, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    setup_apply(settings);
    if (!l->inform
        && (check_mpi(l, settings, &err) < 0
            || check_report_folder(l, settings, &err) < 0
            || run_line_fit(l, settings, &err) < 0))
        return fail(EXIT_USAGE, "%s", err.text);
    if (l->inform || strcmp(settings->text[SETTING_PROFILE], "off") == 0)
        return run_unwatched(l, settings);
    if (installed_paths_find(INSTALLED_PATHS_LIBRARY, library, &err) == 0
        && open_job(l, settings, folder, &err) == 0)
        return run_watched(l, settings, library, folder);
    say(SAY_WARN, "%s; running without a profile", err.text);
    return run_unwatched(l, settings);
}

int command_run(char *argv[])
{
    static struct settings settings;
    struct run_line l;
    struct error err;
    int status;

    setup_read(&settings);
    if (run_line_parse(&l, argv, &settings, &err) < 0)
        status = fail(EXIT_USAGE, "%s", err.text);
    else if (l.help)
        status = command_explain("run");
    else
        status = run(&l, &settings);
    run_line_clear(&l);
    return status;
}
