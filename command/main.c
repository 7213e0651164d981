/* main.c - the command mitosis: which subcommand, and its help
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/common/commands.h"
#include "command/common/say.h"

static int show_version(char *const rest[])
{
    if (*rest)
        return fail(EXIT_USAGE, "--version takes no more words: %s", *rest);
    printf("mitosis %s\n", PACKAGE_VERSION);
    return EXIT_SUCCESS;
}

/* What was printed must have got there, or the status says so. */
static int finish(int status)
{
    struct error err;

    if (say_finish(&err) == 0)
        return status;
    fail(EXIT_FAILURE, "%s", err.text);
    return status ? status : EXIT_FAILURE;
}

/* What is opened must not come to be stdin, stdout or stderr that was closed:
 * what is printed would be written into it.
 */
static void fill_closed(void)
{
    int fd;

    do
        fd = open("/dev/null", O_RDONLY);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/* Whether help is asked for.  Behind the first word it may be meant for the
 * program that the command runs, or be a word that is to be completed.
 */
static bool is_help(const struct command *c, char *const words[])
{
    bool others = strstr(c->usage, "PROGRAM") || !c->options;

    for (int i = 0; words[i] && (i == 0 || !others); i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
            return true;
    return false;
}

int main(int argc, char *argv[])
{
    const struct command *c;
    int words;

    (void)argc;
    fill_closed();
    if (!argv[0] || !argv[1]) {
        command_help((char *[]){ NULL });
        return finish(EXIT_USAGE);
    }
    if (!strcmp(argv[1], "--version"))
        return finish(show_version(argv + 2));
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return finish(command_help(argv + 2));
    if (!(c = command_find(argv + 1, &words)))
        return EXIT_USAGE;
    argv += 1 + words;
    return finish(is_help(c, argv) ? command_explain(c->name) : c->main(argv));
}
