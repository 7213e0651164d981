/* help.c - what the command can do, in words
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/settings.h"
#include "command/common/commands.h"
#include "command/common/say.h"

/* Help that is no subcommand. */
static const char settings_topic[] = "settings";

int command_explain(const char *name)
{
    const struct command *c = commands_get(name);

    printf("mitosis %s%s%s - %s\n\n%s", c->name, *c->usage ? " " : "",
           c->usage, c->summary, c->help);
    if (c->options)
        printf("\n");
    command_option_print(c->options, stdout);
    if (c->end)
        printf("\n%s", c->end);
    return EXIT_SUCCESS;
}

static void explain_settings(void)
{
    printf("As options of 'mitosis run', as variables, or as lines NAME = "
           "VALUE in\n~/.config/mitosis.conf (or the file that "
           "MITOSIS_CONFIG names).  An option beats\nthe variable, which "
           "beats the file.  The key by which processes of a user on "
           "several hosts know\neach other is in ~/.config/mitosis.key (or "
           "the file that MITOSIS_KEY names).\n\n");
    settings_help(stdout);
}

static void list_commands(void)
{
    printf("mitosis - watch MPI programs, and see where their time goes\n\n");
    for (const struct command *c = commands; c->name; c++)
        printf("  mitosis %-11s %s\n", c->name, c->summary);
    printf("\n'mitosis help COMMAND' tells more, 'mitosis help settings' "
           "what can be set.\n");
}

int command_help(char *argv[])
{
    const struct command *c;
    int words = 0;

    if (!argv[0]) {
        list_commands();
        return EXIT_SUCCESS;
    }
    if (!argv[1] && strcmp(argv[0], settings_topic) == 0) {
        explain_settings();
        return EXIT_SUCCESS;
    }
    if (!(c = command_find(argv, &words)))
        return EXIT_USAGE;
    if (argv[words])
        return commands_usage("help");
    return command_explain(c->name);
}
