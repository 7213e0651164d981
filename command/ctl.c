/* ctl.c - ask a running job for a change, or how it is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
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

static struct {
    char paths[64][JOB_PATH];
    int count;
} found;

static void note_if_malleable(const char *path, void *arg)
{
    int fd = wire_connect(path, NULL); /* what a dead agent left is none */

    (void)arg;
    if (fd >= 0)
        close(fd);
    if (fd >= 0 && found.count < 64)
        snprintf(found.paths[found.count++], JOB_PATH, "%s", path);
}

/* The job that was named, or the only one. */
static int find_job(const char *pages,
                    const char *name,
                    char path[JOB_PATH],
                    struct error *err)
{
    if (name)
        return jobs_find(pages, name, path, err);
    job_list(pages, note_if_malleable, NULL);
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
    int fd = ask_begin(path, argv, &err), status = -1;

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

/* Say what is wrong with a command before any job is looked for. */
static int check(char *argv[], struct error *err)
{
    static char text[WIRE_PAYLOAD];
    static struct change change;
    size_t used = 0;

    if (!argv[0])
        return error_set(err, "what is to be done? 'mitosis help ctl' tells");
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
    return converse(path, argv);
}
