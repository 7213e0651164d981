/* terminal.c - run a command in a terminal, and type and read as told
 *
 *     terminal WIDTHxHEIGHT COMMAND [ARGUMENT...] <INSTRUCTIONS >OUTPUT
 *
 * Instructions are lines:
 *
 *     wait TEXT    until the command has written TEXT since the last 'wait'
 *     type TEXT    where \n is Enter and \e Esc
 *     size 100x30  the terminal is now as large as that
 *     signal N     the command gets a signal
 *     end STATUS   until the command has ended, with this exit status
 *
 * Nothing waits for longer than 20 seconds.  The exit status is 0 when all
 * came as told, or 1 with the reason on stderr.  What the command wrote goes
 * to stdout as it came.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 90000 };

static struct {
    int fd;
    pid_t pid;
    bool ended;
    int status;
    char *text; /* all that was written, and ends with a NUL */
    size_t bytes;
    size_t from; /* what was waited for ends here */
} terminal;

static int stop(const char *what, const char *text)
{
    fprintf(stderr, "terminal: %s %s\n", what, text);
    if (!terminal.ended)
        kill(terminal.pid, SIGKILL);
    return -1;
}

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

static struct winsize size_of(const char *text)
{
    struct winsize size = { .ws_row = 24, .ws_col = 80 };

    sscanf(text, "%hux%hu", &size.ws_col, &size.ws_row);
    return size;
}

/* Take what was written, waiting a little for it.  The terminal reports an
 * error when nobody has it open any more.
 */
static void take(void)
{
    struct pollfd p = { .fd = terminal.fd, .events = POLLIN };
    char part[4096];
    ssize_t n;

    if (poll(&p, 1, 50) <= 0)
        return;
    n = read(terminal.fd, part, sizeof(part));
    if (n <= 0) {
        waitpid(terminal.pid, &terminal.status, 0);
        terminal.ended = true;
        return;
    }
    terminal.text = realloc(terminal.text, terminal.bytes + (size_t)n + 1);
    memcpy(terminal.text + terminal.bytes, part, (size_t)n);
    terminal.bytes += (size_t)n;
    terminal.text[terminal.bytes] = '\0';
    fwrite(part, 1, (size_t)n, stdout);
    fflush(stdout);
}

/* The next instruction; what the command writes meanwhile is taken. */
static char *next_line(char *line, int room)
{
    struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

    while (!terminal.ended && poll(&p, 1, 0) == 0)
        take();
    return fgets(line, room, stdin);
}

static int wait_for(const char *text)
{
    int64_t until = now_ms() + PATIENCE_MS;

    for (;;) {
        char *found = terminal.bytes > terminal.from
                          ? strstr(terminal.text + terminal.from, text)
                          : NULL;

        if (found) {
            terminal.from = (size_t)(found - terminal.text) + strlen(text);
            return 0;
        }
        if (terminal.ended)
            return stop("it ended and never wrote", text);
        if (now_ms() > until)
            return stop("in vain it was waited for", text);
        take();
    }
}

/* In one piece, as a terminal sends what a key is. */
static int type(const char *text)
{
    char typed[1024];
    size_t n = 0;

    for (; *text && n < sizeof(typed); text++) {
        char c = *text;

        if (c == '\\' && text[1]) {
            text++;
            c = *text == 'n' ? '\r' : *text == 'e' ? '\033' : *text;
        }
        typed[n++] = c;
    }
    return write(terminal.fd, typed, n) == (ssize_t)n
               ? 0
               : stop("it does not take", text);
}

static int wait_end(const char *text)
{
    int64_t until = now_ms() + PATIENCE_MS, status;

    while (!terminal.ended && now_ms() < until)
        take();
    if (!terminal.ended)
        return stop("it does not end with", text);
    status = WIFEXITED(terminal.status) ? WEXITSTATUS(terminal.status)
                                        : 256 + WTERMSIG(terminal.status);
    return status == atoi(text) ? 0 : stop("it did not end with", text);
}

static int resize(const char *text)
{
    struct winsize size = size_of(text);

    return ioctl(terminal.fd, TIOCSWINSZ, &size) < 0 ? stop("no size", text)
                                                     : 0;
}

static int send_signal(const char *text)
{
    return kill(terminal.pid, atoi(text)) < 0 ? stop("no signal", text) : 0;
}

static int obey(char *line)
{
    static const struct {
        const char *word;
        int (*action)(const char *text);
    } actions[] = {
        { "wait ", wait_for },      { "type ", type },    { "size ", resize },
        { "signal ", send_signal }, { "end ", wait_end },
    };

    line[strcspn(line, "\n")] = '\0';
    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
        size_t len = strlen(actions[i].word);

        if (strncmp(line, actions[i].word, len) == 0)
            return actions[i].action(line + len);
    }
    return stop("what is", line);
}

int main(int argc, char *argv[])
{
    char line[1024];
    int rc = 0;

    if (argc < 3)
        return 2;
    struct winsize size = size_of(argv[1]);
    terminal.pid = forkpty(&terminal.fd, NULL, NULL, &size);
    if (terminal.pid == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    setvbuf(stdin, NULL, _IONBF, 0); /* so that poll() knows of all lines */
    while (rc == 0 && next_line(line, sizeof(line)))
        rc = obey(line);
    if (!terminal.ended)
        kill(terminal.pid, SIGKILL);
    free(terminal.text);
    return rc == 0 ? 0 : 1;
}
