/* process_copy.c - how a process was started, and starting another one like it
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
#include <sys/stat.h>
#include <unistd.h>

#include "agent/launch/process_copy.h"
#include "base/read_file.h"
#include "base/system/process.h"

enum { TEXT_MOST = 8 * 1024 * 1024 /* of a command line or an environment */ };

char *process_copy_file(pid_t pid, const char *name, size_t *bytes)
{
    char path[64], *text;

    snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
    text = read_file(path, TEXT_MOST, bytes, NULL);
    if (text && *bytes > 0)
        return text;
    free(text);
    return NULL;
}

static bool read_link(pid_t pid,
                      const char *name,
                      char path[PROCESS_COPY_PATH])
{
    char link[64];
    ssize_t len;

    snprintf(link, sizeof(link), "/proc/%d/%s", (int)pid, name);
    len = readlink(link, path, PROCESS_COPY_PATH - 1);
    path[len < 0 ? 0 : len] = '\0';
    return len > 0;
}

/* Cut 'text' into a list of words. */
static char **list_words(char *text, size_t bytes)
{
    size_t count = 0;
    char **list;

    for (size_t i = 0; i < bytes; i++)
        count += text[i] == '\0';
    list = calloc(count + 2, sizeof(*list));
    count = 0;
    for (size_t i = 0; list && i < bytes; i += strlen(text + i) + 1)
        list[count++] = text + i;
    return list;
}

int process_copy_read(struct process_copy *o, pid_t pid, struct error *err)
{
    size_t bytes;

    memset(o, 0, sizeof(*o));
    if (!read_link(pid, "exe", o->path) || !read_link(pid, "cwd", o->folder)
        || !(o->words_text = process_copy_file(pid, "cmdline", &bytes))
        || !(o->words = list_words(o->words_text, bytes))
        || !(o->environment_text = process_copy_file(pid, "environ", &bytes))
        || !(o->environment = list_words(o->environment_text, bytes)))
        return error_set(err, "process %d cannot be looked at: %s", (int)pid,
                         strerror(errno));
    o->umask = (mode_t)process_status(pid, "\nUmask:", 8, 022);
    o->ignored = process_status(pid, "\nSigIgn:", 16, 0);
    o->blocked = process_status(pid, "\nSigBlk:", 16, 0);
    sched_getaffinity(pid, sizeof(o->processors), &o->processors);
    for (int i = 0; i < RLIM_NLIMITS; i++)
        prlimit(pid, i, NULL, &o->limits[i]);
    return 0;
}

void process_copy_clear(struct process_copy *o)
{
    free(o->words);
    free(o->words_text);
    free(o->environment);
    free(o->environment_text);
    memset(o, 0, sizeof(*o));
}

const char *process_copy_variable(const struct process_copy *o,
                                  const char *name)
{
    size_t len = strlen(name);

    for (char **at = o->environment; *at; at++)
        if (strncmp(*at, name, len) == 0 && (*at)[len] == '=')
            return *at + len + 1;
    return NULL;
}

/* What it ignored and blocked, and not what we do. */
static void set_signals(const struct process_copy *o)
{
    sigset_t blocked;

    sigemptyset(&blocked);
    for (int i = 1; i <= 64; i++) {
        uint64_t bit = UINT64_C(1) << (i - 1);

        signal(i, o->ignored & bit ? SIG_IGN : SIG_DFL);
        if (o->blocked & bit)
            sigaddset(&blocked, i);
    }
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

_Noreturn void process_copy_become(const struct process_copy *o,
                                   const char *path,
                                   char *const words[],
                                   char *const environment[],
                                   int out,
                                   int err)
{
    int nothing = open("/dev/null", O_RDONLY);

    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    closefrom(STDERR_FILENO + 1);
    setsid();
    set_signals(o);
    umask(o->umask);
    sched_setaffinity(0, sizeof(o->processors), &o->processors);
    for (int i = 0; i < RLIM_NLIMITS; i++)
        setrlimit(i, &o->limits[i]);
    if (chdir(o->folder) == 0)
        execvpe(path, words, environment);
    dprintf(STDERR_FILENO, "mitosis: %s in %s: %s\n", path, o->folder,
            strerror(errno));
    _exit(127);
}
