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

#include "base/settings.h"
#include "command/ask.h"
#include "command/commands.h"
#include "command/jobs.h"
#include "command/say.h"
#include "command/setup.h"
#include "migrate/change.h"
#include "migrate/claim.h"

enum {
    AGAIN_US = 4000 * 1000, /* for a killed agent to be there again */
    AGAIN_STEP_US = 50 * 1000,
};

static struct {
    char paths[64][JOB_PATH];
    int count;
    bool lost; /* one whose agent may be started again */
} found;

static void note_if_malleable(const char *path, void *arg)
{
    int fd = wire_connect(path, NULL); /* what a dead agent left is none */

    (void)arg;
    if (fd >= 0)
        close(fd);
    else
        found.lost = found.lost || claim_stands(path, CLAIM_HEAD);
    if (fd >= 0 && found.count < 64)
        snprintf(found.paths[found.count++], JOB_PATH, "%s", path);
}

static void look_for_jobs(const char *pages)
{
    for (int us = 0; us < AGAIN_US; us += AGAIN_STEP_US) {
        found.count = 0;
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
        if (fd >= 0 || !claim_stands(path, CLAIM_HEAD))
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
        return jobs_find(pages, name, path, err);
    look_for_jobs(pages);
    if (found.count == 0)
        return error_set(err, "no job that can be changed is running here");
    if (found.count > 1)
        return error_set(err,
                         "%d jobs that can be changed are running; name "
                         "one with --job, as 'mitosis report' lists "
                         "them",
                         found.count);
    strcpy(path, found.paths[0]);
    return 0;
}

static int converse(const char *path, char *argv[])
{
    static struct wire wire;
    struct error err;
    int fd = call(path, argv, &err), status = -1;

    if (fd < 0 && (errno == ENOENT || errno == ECONNREFUSED))
        return fail(EXIT_FAILURE, "%s cannot be changed: it has no agent",
                    jobs_name(path));
    if (fd < 0)
        return fail(EXIT_FAILURE, "%s cannot be changed: %s", jobs_name(path),
                    err.text);
    while (ask_hear(fd, &wire, -1, &status, &err) > 0)
        fputs(wire.payload, stdout);
    close(fd);
    return status >= 0 ? status
                       : fail(EXIT_FAILURE, "the job's agent is gone");
}

/* A ticket holds the job's secret: it goes where nobody else reads it. */
static int open_ticket(const char *file)
{
    if (file)
        return open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return dup(STDOUT_FILENO);
}

static int write_ticket(const char *file, const char *text)
{
    int fd = open_ticket(file);
    ssize_t bytes = (ssize_t)strlen(text);
    bool fine = fd >= 0 && write(fd, text, (size_t)bytes) == bytes;

    if (fd < 0 || close(fd) < 0 || !fine)
        return fail(EXIT_FAILURE, "%s: %s", file ? file : "stdout",
                    strerror(errno));
    return EXIT_SUCCESS;
}

/* Have the job's ticket written to a file, or into a pipe (NULL). */
static int invite(const char *path, const char *file)
{
    static char invite_word[] = "invite";
    char *words[] = { invite_word, NULL };
    static struct wire wire;
    static char text[sizeof(wire.payload)];
    struct error err;
    int fd = call(path, words, &err), status = -1;

    if (fd < 0)
        return fail(EXIT_FAILURE, "%s cannot be joined: %s", jobs_name(path),
                    err.text);
    while (ask_hear(fd, &wire, -1, &status, &err) > 0)
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s",
                 wire.payload);
    close(fd);
    if (status == 0)
        return write_ticket(file, text);
    text[strcspn(text, "\n")] = '\0';
    return fail(EXIT_FAILURE, "%s cannot be joined: %s", jobs_name(path),
                *text ? text : "its agent is gone");
}

/* Say what is wrong with a command before any job is looked for. */
static int check(char *argv[], struct error *err)
{
    static char text[WIRE_PAYLOAD];
    static struct change change;
    size_t used = 0;

    if (!argv[0])
        return error_set(err, "what is to be done? 'mitosis help ctl' tells");
    if (strcmp(argv[0], "invite") == 0) {
        if (argv[1] && argv[2])
            return error_set(err, "invite takes one file");
        if (!argv[1] && isatty(STDOUT_FILENO))
            return error_set(err, "a ticket holds the job's secret and is "
                                  "for a file or a pipe: mitosis ctl invite "
                                  "FILE");
        return 0;
    }
    if (strcmp(argv[0], "status") == 0 || strcmp(argv[0], "wait") == 0
        || strcmp(argv[0], "why") == 0 || strcmp(argv[0], "hosts") == 0)
        return 0;
    for (; *argv && used < sizeof(text); argv++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s",
                                 used ? " " : "", *argv);
    return change_parse(&change, text, err);
}

int command_ctl(char *argv[])
{
    static struct settings settings;
    const char *job = NULL;
    char path[JOB_PATH];
    struct error err;

    setup_read(&settings);
    if (argv[0] && strcmp(argv[0], "--job") == 0) {
        if (!argv[1])
            return fail(EXIT_USAGE, "--job needs the name of a job");
        job = argv[1];
        argv += 2;
    }
    if (check(argv, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (find_job(settings.text[SETTING_PAGES], job, path, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (strcmp(argv[0], "invite") == 0)
        return invite(path, argv[1]);
    return converse(path, argv);
}
