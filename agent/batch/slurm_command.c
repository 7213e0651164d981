/* slurm_command.c - run one of Slurm's commands, without waiting for it
 *
 * What it prints is kept in memory that has no end, so that it never waits for
 * us to read it.
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
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/batch/slurm_command.h"
#include "base/system/clock.h"
#include "base/system/process.h"

enum { MOST_MS = 60 * 1000, STEP_US = 5000, TEXT_MOST = 64 << 20 };

extern char **environ;

bool slurm_command_exists(const char *name)
{
    const char *at = getenv("PATH");
    char path[4096];

    for (; at && *at; at += *at == ':') {
        size_t len = strcspn(at, ":");

        snprintf(path, sizeof(path), "%.*s/%s", (int)len, at, name);
        if (access(path, X_OK) == 0)
            return true;
        at += len;
    }
    return false;
}

/* ---- starting ---- */

static bool begins(const char *entry, const char *const names[])
{
    for (int i = 0; names[i]; i++)
        if (strncmp(entry, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Slurm's own configuration is found by two variables; all others of its
 * would be orders to its commands.  Times are read the easier without a zone.
 */
static void choose_environment(struct string_list *to)
{
    static const char *const kept[] = { "SLURM_CONF=", "SLURM_CONF_SERVER=",
                                        NULL };
    static const char *const left_out[] = {
        "SLURM",   "SBATCH_",     "SQUEUE_", "SINFO_",   "SCANCEL_",
        "SALLOC_", "PMI",         "HYDRA",   "MITOSIS_", "MPI",
        "UCX_",    "LD_PRELOAD=", NULL
    };

    for (char **at = environ; *at; at++)
        if (begins(*at, kept) || !begins(*at, left_out))
            string_list_add(to, "%s", *at);
    string_list_add(to, "SLURM_TIME_FORMAT=%%s");
}

/* In the child. */
static void become(char *const words[], char *const vars[], int out, int err)
{
    int nothing = open("/dev/null", O_RDONLY);
    sigset_t none;

    setpgid(0, 0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    closefrom(STDERR_FILENO + 1);
    execvpe(words[0], words, vars);
    dprintf(STDERR_FILENO, "%s: %s\n", words[0], strerror(errno));
    _exit(127);
}

static void close_both(struct slurm_command *c)
{
    if (c->out >= 0)
        close(c->out);
    if (c->err >= 0)
        close(c->err);
    memset(c, 0, sizeof(*c));
}

int slurm_command_start(struct slurm_command *c,
                        const struct string_list *words,
                        struct error *err)
{
    struct string_list vars = { 0 };
    const char *name = words->count ? words->text[0] : "a command of Slurm";

    memset(c, 0, sizeof(*c));
    choose_environment(&vars);
    c->out = memfd_create("slurm-out", MFD_CLOEXEC);
    c->err = memfd_create("slurm-err", MFD_CLOEXEC);
    if (words->failed || vars.failed)
        error_set(err, "%s: out of memory", name);
    else if (c->out < 0 || c->err < 0 || (c->pid = fork()) < 0)
        error_set(err, "%s: %s", name, strerror(errno));
    else if (c->pid == 0)
        become(words->text, vars.text, c->out, c->err);
    string_list_clear(&vars);
    if (c->pid > 0) {
        setpgid(c->pid, c->pid);
        c->since = clock_monotonic();
        return 0;
    }
    close_both(c);
    return -1;
}

/* ---- ending ---- */

/* Returns NULL without memory. */
static char *read_all(int fd)
{
    off_t end = lseek(fd, 0, SEEK_END);
    size_t bytes = (size_t)(end < TEXT_MOST ? end : TEXT_MOST);
    char *text = calloc(1, bytes + 1);

    if (text && pread(fd, text, bytes, 0) < 0)
        *text = '\0';
    return text;
}

/* The last line alone, which has the reason. */
static void read_last_line(int fd, struct error *err)
{
    char text[sizeof(err->text)] = "", *line;
    off_t end = lseek(fd, 0, SEEK_END), most = sizeof(text) - 1;
    size_t len;

    if (pread(fd, text, (size_t)most, end < most ? 0 : end - most) < 0)
        *text = '\0';
    len = strlen(text);
    while (len > 0 && text[len - 1] == '\n')
        text[--len] = '\0';
    line = strrchr(text, '\n');
    error_set(err, "%s", line ? line + 1 : text);
}

static void finish(struct slurm_command *c, int status, struct slurm_answer *a)
{
    a->status =
        WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    a->out = read_all(c->out);
    a->lost = c->ended || !a->out;
    if (a->lost)
        a->status = error_set(&a->err, c->ended ? "Slurm does not answer"
                                                : "out of memory");
    else
        read_last_line(c->err, &a->err);
    close_both(c);
}

/* It has a group of processes, but what salloc starts has one of its own.  Who
 * waits for what is ended first is not to go on.
 */
static void end(struct slurm_command *c)
{
    c->ended = true;
    kill(-c->pid, SIGSTOP);
    process_end_below(c->pid);
    kill(-c->pid, SIGKILL);
}

static double since_ms(const struct slurm_command *c)
{
    return (double)(clock_monotonic() - c->since) * 1e-6;
}

bool slurm_command_poll(struct slurm_command *c, struct slurm_answer *a)
{
    int status = 0;
    pid_t pid = waitpid(c->pid, &status, WNOHANG);

    if (pid == 0 && since_ms(c) > MOST_MS && !c->ended)
        end(c);
    if (pid == 0 || (pid < 0 && errno == EINTR))
        return false;
    finish(c, pid < 0 ? 1 << 8 : status, a);
    return true;
}

void slurm_command_wait(struct slurm_command *c,
                        int ms,
                        struct slurm_answer *a)
{
    while (!slurm_command_poll(c, a)) {
        if (since_ms(c) > ms && !c->ended)
            end(c);
        usleep(STEP_US);
    }
}

void slurm_command_clear(struct slurm_answer *a)
{
    free(a->out);
    a->out = NULL;
}
