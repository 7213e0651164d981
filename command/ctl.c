/* ctl.c - ask a running job for a change, or how it is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/head/leave_notice.h"
#include "agent/head/request_words.h"
#include "agent/host/ticket.h"
#include "base/append_text.h"
#include "base/escape.h"
#include "base/file_write.h"
#include "base/settings.h"
#include "base/suggest_name.h"
#include "command/common/ask.h"
#include "command/common/commands.h"
#include "command/common/jobs.h"
#include "command/common/say.h"
#include "command/common/setup.h"
#include "job/agent_lock.h"
#include "job/change.h"
#include "job/job_host.h"

enum {
    AGAIN_US = 4000 * 1000, /* for a killed agent to be there again */
    AGAIN_STEP_US = 50 * 1000,
};

static struct {
    char paths[64][JOB_PATH];
    int count;
    int others; /* that run without an agent */
    bool lost;  /* one whose agent may be started again */
} found;

static void note_if_malleable(const char *path, void *arg)
{
    int fd;

    (void)arg;
    if (job_is_elsewhere(path))
        return;
    fd =
        local_message_connect(path, NULL); /* what a dead agent left is none */
    if (fd >= 0)
        close(fd);
    else
        found.lost = found.lost || agent_lock_stands(path, AGENT_LOCK_HEAD);
    found.others += fd < 0 && jobs_running(path);
    if (fd >= 0 && found.count < 64)
        snprintf(found.paths[found.count++], JOB_PATH, "%s", path);
}

static void look_for_jobs(const char *pages)
{
    for (int us = 0; us < AGAIN_US; us += AGAIN_STEP_US) {
        found.count = found.others = 0;
        found.lost = false;
        job_list(pages, note_if_malleable, NULL);
        if (found.count > 0 || !found.lost)
            return;
        usleep(AGAIN_STEP_US);
    }
}

/* The same for one that was named. */
static int call(const char *path, char *argv[], struct error *err)
{
    int fd = ask_begin(path, argv, err);

    for (int us = 0; us < AGAIN_US; us += AGAIN_STEP_US) {
        if (fd >= 0 || !agent_lock_stands(path, AGENT_LOCK_HEAD))
            break;
        usleep(AGAIN_STEP_US);
        fd = ask_begin(path, argv, err);
    }
    return fd;
}

/* The job that was named, or the only one. */
static int find_job(const char *pages,
                    const char *name,
                    char path[JOB_PATH],
                    struct error *err)
{
    if (name)
        return jobs_find(pages, name, JOBS_RUNNING_FIRST, path, err);
    look_for_jobs(pages);
    if (found.count == 0 && found.others == 0)
        return error_set(err, "no job that can be changed is running here");
    if (found.count == 0)
        return error_set(err,
                         "no job that can be changed is running here: %s not "
                         "come to the first mito_sync() yet, register%s no "
                         "state or %s started with MITOSIS_MALLEABLE=off",
                         found.others == 1 ? "the one that runs has"
                                           : "those that run have",
                         found.others == 1 ? "s" : "",
                         found.others == 1 ? "is" : "are");
    if (found.count > 1)
        return error_set(err,
                         "%d jobs that can be changed are running; name "
                         "one with --job, as 'mitosis jobs' lists "
                         "them",
                         found.count);
    strcpy(path, found.paths[0]);
    return 0;
}

static int converse(const char *path, char *argv[])
{
    struct local_message wire = { .room = NULL };
    char host[HOST_NAME];
    struct error err;
    int fd = call(path, argv, &err), status = -1;

    if (fd < 0 && job_is_elsewhere(path) && job_host_of(path, host))
        return fail(EXIT_FAILURE, "%s belongs to %s; ask there", job_of(path),
                    host);
    if (fd < 0 && (errno == ENOENT || errno == ECONNREFUSED))
        return fail(EXIT_FAILURE,
                    jobs_running(path)
                        ? "%s cannot be changed: it has no agent, as it has "
                          "not come to its first mito_sync() yet, registers "
                          "no state (doc/malleable.md tells how) or is "
                          "started with MITOSIS_MALLEABLE=off"
                        : "%s has ended",
                    job_of(path));
    if (fd < 0)
        return fail(EXIT_FAILURE, "%s cannot be changed: %s", job_of(path),
                    err.text);
    while (ask_await(fd, &wire, &status, &err) > 0) {
        say_result("%s", wire.payload);
        fflush(stdout); /* the next may come much later */
    }
    local_message_clear(&wire);
    close(fd);
    return status >= 0 ? status : fail(EXIT_FAILURE, "%s", err.text);
}

/* Make the file of it; where that fails none of ours is left.  A ticket holds
 * the job's secret: it goes where nobody else reads it.
 */
static int make_ticket(const char *file, const char *text)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600), why;

    if (fd < 0)
        return -1;
    if (file_write_all(fd, text, strlen(text), 0) == 0 && close(fd) == 0)
        return 0;
    why = errno;
    unlink(file);
    errno = why;
    return -1;
}

static int write_ticket(const char *file, const char *text)
{
    if (file ? make_ticket(file, text) == 0
             : fputs(text, stdout) >= 0 && fflush(stdout) == 0)
        return EXIT_SUCCESS;
    return fail(EXIT_FAILURE, "%s: %s", file ? file : "stdout",
                strerror(errno));
}

/* Have the job's ticket written to a file, or into a pipe (NULL). */
static int invite(const char *path, const char *file)
{
    static char invite_word[] = "invite";
    char *words[] = { invite_word, NULL };
    struct local_message wire = { .room = NULL };
    char text[TICKET_TEXT] = "";
    struct error err;
    int fd = call(path, words, &err), status = -1;

    if (fd < 0)
        return fail(EXIT_FAILURE, "%s cannot be joined: %s", job_of(path),
                    err.text);
    while (ask_await(fd, &wire, &status, &err) > 0)
        append_text(text, sizeof(text), "%s", wire.payload);
    local_message_clear(&wire);
    close(fd);
    if (status == 0)
        return write_ticket(file, text);
    text[strcspn(text, "\n")] = '\0';
    return fail(EXIT_FAILURE, "%s cannot be joined: %s", job_of(path),
                *text ? text : err.text);
}

/* ---- the command line ---- */

/* What is no change, and how many words may follow. */
static const struct {
    const char *name;
    const char *first; /* if anything does, this or 'other' */
    const char *other;
    int most;
    const char *usage;
} questions[] = {
    { "status", "--json", NULL, 1, "status [--json]" },
    { "metrics", NULL, NULL, 0, "metrics" },
    { "why", NULL, NULL, 0, "why" },
    { "wait", NULL, NULL, 0, "wait" },
    { "hosts", "add", "remove", 2, "hosts [add HOST|remove HOST]" },
    { "leave", "", NULL, 3, "leave HOST --within SECONDS" },
    { "request", "", NULL, 3,
      "request [N [--within SECONDS]|cancel REQUEST]" },
    { "invite", "", NULL, 1, "invite [FILE]" },
};

enum { QUESTIONS = sizeof(questions) / sizeof(questions[0]) };

static int find_question(const char *word)
{
    int i = 0;

    while (i < QUESTIONS && strcmp(questions[i].name, word) != 0)
        i++;
    return i;
}

/* Whether the words after question 'i' are such as it takes. */
static bool is_question(int i, char *const argv[])
{
    const char *first = questions[i].first, *other = questions[i].other;
    int count = 0;

    while (argv[count])
        count++;
    if (count == 0)
        return true;
    if (count > questions[i].most || (other && count < questions[i].most))
        return false;
    return !*first || strcmp(argv[0], first) == 0
           || (other && strcmp(argv[0], other) == 0);
}

/* All words as one line, with spaces.  The caller frees it; NULL without
 * memory.
 */
static char *join(char *const argv[])
{
    size_t room = 1;
    char *text;

    for (char *const *word = argv; *word; word++)
        room += strlen(*word) + 1;
    text = calloc(room, 1);
    for (; text && *argv; argv++)
        append_text(text, room, "%s%s", *text ? " " : "", *argv);
    if (text)
        escape_line(text);
    return text;
}

static int refuse_question(int i, char *const argv[], struct error *err)
{
    char *text = join(argv);

    error_set(err, "\"%.200s\" is not: %s", text ? text : argv[0],
              questions[i].usage);
    free(text);
    return -1;
}

/* What follows "leave" or "request". */
static int check_words(char *const argv[], struct error *err)
{
    struct leave_notice notice;
    struct request_words read;
    char *text = join(argv + 1);
    int rc;

    if (!text)
        return error_set(err, "out of memory");
    rc = strcmp(argv[0], "leave") == 0 ? leave_notice_parse(text, &notice, err)
                                       : request_words_parse(text, &read, err);
    free(text);
    return rc;
}

static int check_question(int i, char *const argv[], struct error *err)
{
    if (!is_question(i, argv + 1))
        return refuse_question(i, argv, err);
    if (strcmp(argv[0], "leave") == 0 || strcmp(argv[0], "request") == 0)
        return check_words(argv, err);
    if (strcmp(argv[0], "invite") == 0 && !argv[1] && isatty(STDOUT_FILENO))
        return error_set(err, "a ticket holds the job's secret and is for a "
                              "file or a pipe: mitosis ctl invite FILE");
    return 0;
}

/* A word that is neither a change nor a question. */
static int refuse(char *word, struct error *err)
{
    struct suggest_name n = suggest_name_start(word);

    escape_line(word);
    for (int i = 0; i < CHANGE_KINDS; i++)
        suggest_name_offer(&n, change_name(i));
    for (int i = 0; i < QUESTIONS; i++)
        suggest_name_offer(&n, questions[i].name);
    if (n.best)
        return error_set(err,
                         "\"%.200s\" cannot be asked of a job; did you "
                         "mean %s?",
                         word, n.best);
    return error_set(
        err,
        "\"%.200s\" cannot be asked of a job; there are resize, "
        "split, merge, migrate and rebalance, and status, metrics, "
        "why, wait, hosts, leave, request and invite",
        word);
}

static bool is_change(const char *text)
{
    size_t len = strcspn(text, " \t\n");

    for (int i = 0; i < CHANGE_KINDS; i++)
        if (strlen(change_name(i)) == len
            && strncmp(change_name(i), text, len) == 0)
            return true;
    return false;
}

static int check_change(char *const argv[], struct error *err)
{
    char *text = join(argv);
    struct change *change = text ? change_parse(text, err) : NULL;
    int rc = change ? 0 : -1;

    if (!text)
        error_set(err, "out of memory");
    change_destroy(change);
    free(text);
    return rc;
}

/* Say what is wrong with a command before any job is looked for. */
static int check(char *argv[], struct error *err)
{
    int i;

    if (!argv[0])
        return error_set(err, "what is to be done? 'mitosis help ctl' tells");
    for (i = 0; argv[i]; i++)
        if (commands_check_word(argv[i], err) < 0)
            return -1;
    if (*argv[0] == '-')
        return command_option_refuse(commands_get("ctl")->options, "ctl",
                                     argv[0], err);
    if ((i = find_question(argv[0])) < QUESTIONS)
        return check_question(i, argv, err);
    if (!is_change(argv[0]))
        return refuse(argv[0], err);
    return check_change(argv, err);
}

/* Take "--job JOB" and "--job=JOB" out of the words, wherever they are. */
static int take_job(char *argv[], const char **job, struct error *err)
{
    const struct command_option *table = commands_get("ctl")->options, *o;
    char **to = argv;
    int count;

    for (; *argv; argv += count) {
        count = 1;
        if (!(o = command_option_find(table, *argv)))
            *to++ = *argv;
        else if ((count = command_option_value(o, argv, job, err)) < 0)
            return -1;
    }
    *to = NULL;
    return 0;
}

int command_ctl(char *argv[])
{
    static struct settings settings;
    const char *job = NULL;
    char path[JOB_PATH];
    struct error err;

    setup_read(&settings);
    if (take_job(argv, &job, &err) < 0 || check(argv, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (find_job(settings.text[SETTING_PAGES], job, path, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (strcmp(argv[0], "invite") == 0)
        return invite(path, argv[1]);
    return converse(path, argv);
}
