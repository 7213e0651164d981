/* timed_command.c - run something for a limited time, and read what it tells
 *
 * Processes whose parent is gone become ours, so that nothing of what was
 * started outlives it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/system/process.h"
#include "command/doctor/timed_command.h"

enum { TERM_MS = 2000, STEP_MS = 20, MILLION = 1000 * 1000 };
enum { OUT, ERR, END, WATCHED };

static volatile sig_atomic_t stopped;

void timed_command_stop(void)
{
    stopped = 1;
}

/* ---- starting ---- */

static void become(char *const words[], const int out[2], const int err[2])
{
    int nothing = open("/dev/null", O_RDONLY);

    prctl(PR_SET_PDEATHSIG, SIGTERM);
    dup2(nothing, STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    execvp(words[0], words);
    dprintf(STDERR_FILENO, "%s\n", strerror(errno));
    _exit(127);
}

/* Both pipes are read without waiting. */
static int open_pipes(int out[2], int err[2], struct error *error)
{
    if (pipe2(out, O_CLOEXEC) < 0)
        return error_set(error, "a pipe: %s", strerror(errno));
    if (pipe2(err, O_CLOEXEC) < 0) {
        close(out[0]);
        close(out[1]);
        return error_set(error, "a pipe: %s", strerror(errno));
    }
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    fcntl(err[0], F_SETFL, O_NONBLOCK);
    return 0;
}

/* ---- ending ---- */

static int wait_for(pid_t pid)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- listening ---- */

/* Read what is there.  A pipe that has come to its end is not asked again. */
static void hear(struct pollfd *from, char *text, size_t *used, size_t room)
{
    char rest[4096];
    ssize_t got;

    do {
        bool fits = *used + 1 < room;

        got = fits ? read(from->fd, text + *used, room - *used - 1)
                   : read(from->fd, rest, sizeof(rest));
        if (got > 0 && fits)
            *used += (size_t)got;
    } while (got > 0 || (got < 0 && errno == EINTR));
    text[*used] = '\0';
    if (got == 0)
        from->fd = -1;
}

static double since(uint64_t start)
{
    return (double)(clock_monotonic() - start) * 1e-9;
}

static bool has_ended(pid_t pid)
{
    siginfo_t info = { .si_pid = 0 };

    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0
           && info.si_pid == pid;
}

/* Old kernels do not tell of the end of a process: there we ask. */
static int pause_ms(const struct pollfd watched[WATCHED], double left)
{
    int ms = left > 0 ? (int)(left * 1000) + 1 : 0;

    return watched[END].fd < 0 && ms > STEP_MS ? STEP_MS : ms;
}

static void listen_to(pid_t pid,
                      struct pollfd watched[WATCHED],
                      uint64_t start,
                      double limit,
                      double grace,
                      struct timed_command *t)
{
    double left;

    while (!t->ended && !stopped && (left = limit - since(start)) > 0) {
        if (poll(watched, WATCHED, pause_ms(watched, left)) < 0)
            continue;
        t->ended = has_ended(pid);
        hear(&watched[OUT], t->text, &t->used, sizeof(t->text));
        hear(&watched[ERR], t->complaint, &t->complained,
             sizeof(t->complaint));
        if (t->up == 0 && timed_command_find(t, "up", NULL))
            t->up = since(start);
        if (!t->done && timed_command_find(t, "done", NULL)) {
            t->done = true;
            t->leaving = since(start);
            if (2 * t->leaving + grace < limit)
                limit = 2 * t->leaving + grace;
        }
    }
}

int timed_command_run(char *const words[],
                      double seconds,
                      double grace,
                      struct timed_command *t,
                      struct error *err)
{
    uint64_t start = clock_monotonic();
    int out[2], complaints[2];
    struct pollfd watched[WATCHED];
    pid_t pid;

    memset(t, 0, sizeof(*t));
    if (stopped)
        return error_set(err, "interrupted");
    if (open_pipes(out, complaints, err) < 0)
        return -1;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid = fork();
    if (pid == 0)
        become(words, out, complaints);
    close(out[1]);
    close(complaints[1]);
    if (pid > 0) {
        watched[OUT] = (struct pollfd){ out[0], POLLIN, 0 };
        watched[ERR] = (struct pollfd){ complaints[0], POLLIN, 0 };
        watched[END] =
            (struct pollfd){ (int)syscall(SYS_pidfd_open, pid, 0), POLLIN, 0 };
        listen_to(pid, watched, start, seconds, grace, t);
        if (!t->ended) {
            kill(pid, SIGTERM);
            poll(&watched[END], 1, TERM_MS);
        }
        if (watched[END].fd >= 0)
            close(watched[END].fd);
        if (t->ended)
            t->status = wait_for(pid);
        process_end_children(NULL);
    }
    close(out[0]);
    close(complaints[0]);
    t->took = since(start);
    t->leaving = t->done ? t->took - t->leaving : 0;
    return pid > 0 ? 0 : error_set(err, "%s: %s", words[0], strerror(errno));
}

/* ---- reading ---- */

const char *timed_command_find(const struct timed_command *t,
                               const char *word,
                               const char *before)
{
    size_t length = strlen(word);
    const char *at = t->text;

    if (before)
        at = before + strcspn(before, "\n");
    for (; *at; at += strcspn(at, "\n")) {
        at += *at == '\n';
        /* A line that has not come to its end is none yet. */
        if (strncmp(at, word, length) == 0
            && (at[length] == ' ' || at[length] == '\n') && strchr(at, '\n'))
            return at + length + (at[length] == ' ');
    }
    return NULL;
}

void timed_command_line(const char *at, char *to, size_t size)
{
    snprintf(to, size, "%.*s", (int)strcspn(at, "\r\n"), at);
}

void timed_command_word(const char *at, int field, char *to, size_t size)
{
    for (; field > 0; field--) {
        at += strcspn(at, " \n");
        at += *at == ' ';
    }
    snprintf(to, size, "%.*s", (int)strcspn(at, " \n"), at);
}

double timed_command_number(const char *at, int field)
{
    char word[64];

    timed_command_word(at, field, word, sizeof(word));
    return strtod(word, NULL);
}

void timed_command_excuse(const struct timed_command *t, char *to, size_t size)
{
    const char *at = t->complaint + strspn(t->complaint, "\n ");

    if (*at)
        timed_command_line(at, to, size);
    else if (!t->ended)
        snprintf(to, size, "nothing happened for %.0f s", t->took);
    else
        snprintf(to, size, "it ended with status %d", t->status);
}
