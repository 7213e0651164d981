/* pager.c - long text at a terminal: page by page, and in colour
 *
 * The text is made before the pager is started: if there is none, nothing is
 * lost.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command/common/pager.h"
#include "report/text/columns.h"

enum { CANNOT_START = 126 /* or more, says a shell */ };

static bool is_dumb(void)
{
    const char *kind = getenv("TERM");

    return !kind || !*kind || strcmp(kind, "dumb") == 0;
}

/* Whether a shell can read it; it knows it by its name, so nothing of it has
 * to be quoted.
 */
static bool is_command(void)
{
    return system("sh -n -c \"$PAGER\" 2>/dev/null") == 0;
}

/* The command, or NULL for none. */
static const char *find_pager(void)
{
    const char *command = getenv("PAGER");

    if (!command)
        return "less";
    command += strspn(command, " \t\n");
    return *command && strcmp(command, "cat") != 0 && is_command() ? command
                                                                   : NULL;
}

/* Less shows colours only if it is told to; by us, unless the user tells it
 * something else.
 */
static bool has_colours(const char *command)
{
    const char *options = getenv("LESS");

    return columns_wants_colour()
           && (!command || !options || strpbrk(options, "Rr"));
}

/* Returns whether the command could be started.  Who leaves it before the end
 * has seen enough, and an interrupt is for it.
 */
static bool page(const char *command, const char *text)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, piped, interrupt;
    FILE *to;
    int status;

    /* To end if all fits on the screen, pass on colours, leave the text there.
     */
    setenv("LESS", "FRX", 0);
    if (!(to = popen(command, "w")))
        return false;
    sigaction(SIGPIPE, &ignore, &piped);
    sigaction(SIGINT, &ignore, &interrupt);
    fputs(text, to);
    status = pclose(to);
    sigaction(SIGPIPE, &piped, NULL);
    sigaction(SIGINT, &interrupt, NULL);
    return WIFSIGNALED(status)
           || (WIFEXITED(status) && WEXITSTATUS(status) < CANNOT_START);
}

void pager_show(void (*print)(const void *what, FILE *out), const void *what)
{
    const char *command;
    char *text = NULL;
    size_t bytes;
    FILE *out;

    if (!isatty(STDOUT_FILENO) || is_dumb()
        || !(out = open_memstream(&text, &bytes))) {
        print(what, stdout);
        return;
    }
    command = find_pager();
    columns_colour(has_colours(command));
    print(what, out);
    columns_colour(false);
    fclose(out);
    fflush(stdout);
    if (!text)
        print(what, stdout);
    else if (!command || !page(command, text))
        fputs(text, stdout);
    free(text);
}
