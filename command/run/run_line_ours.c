/* run_line_ours.c - our own options in the command line of 'mitosis run'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/common/commands.h"
#include "command/run/run_line.h"
#include "policy/lua/option.h"

static bool is_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-help")
           || !strcmp(word, "-h");
}

enum setting run_line_setting(const char *word)
{
    char name[64];
    size_t len = strcspn(word, "=");

    if (strncmp(word, "--", 2) != 0 || len >= sizeof(name))
        return SETTING_COUNT;
    memcpy(name, word + 2, len - 2);
    name[len - 2] = '\0';
    return settings_find(name);
}

bool run_line_is_alone(enum setting which, const char *next)
{
    const char *alone = setting_info[which].alone;

    return alone
           && (!next
               || (strcmp(next, "off") != 0 && strcmp(next, alone) != 0));
}

/* Take "--depth 2" or "--depth=2", or "--strict" alone.  Returns how many
 * words that were, or -1 with the reason in 'err'.
 */
static int take_setting(enum setting which,
                        char *const argv[],
                        struct settings *settings,
                        struct error *err)
{
    const char *value = strchr(argv[0], '=');

    value = value ? value + 1 : argv[1];
    if (value == argv[1] && run_line_is_alone(which, value))
        value = setting_info[which].alone;
    if (!value)
        return error_set(err, "%s needs a value", argv[0]);
    if (settings_set(settings, which, value, FROM_OPTION, err) < 0)
        return -1;
    return value == argv[1] ? 2 : 1;
}

/* Take "--policy-option KEY=VALUE", which adds to those given before.  Those
 * of the environment count no more then.
 */
static int take_single(const struct command_option *o,
                       char *const argv[],
                       struct settings *settings,
                       struct error *err)
{
    enum setting which =
        o->id == COMMAND_OPTION_POLICY_OPTION     ? SETTING_POLICY_OPTIONS
        : o->id == COMMAND_OPTION_PROTOCOL_OPTION ? SETTING_PROTOCOL_OPTIONS
                                                  : SETTING_FIGURES_OPTIONS;
    char text[sizeof(settings->text[0])] = "";
    const char *pair;
    struct error why;
    int count = command_option_value(o, argv, &pair, err);

    if (count < 0)
        return -1;
    if (settings->source[which] == FROM_OPTION)
        strcpy(text, settings->text[which]);
    if (options_add(text, sizeof(text), pair, &why) < 0)
        return error_set(err, "%s: %.900s", o->name, why.text);
    if (settings_set(settings, which, text, FROM_OPTION, err) < 0)
        return -1;
    return count;
}

/* Hydra has an option --launcher as well: what is none of ours is its. */
static bool is_hydras(enum setting which, char *const argv[])
{
    const char *value = strchr(argv[0], '=');
    struct error err;
    static struct settings trial;

    value = value ? value + 1 : argv[1];
    return which == SETTING_LAUNCHER && value
           && settings_set(&trial, which, value, FROM_OPTION, &err) < 0;
}

int run_line_take_ours(struct run_line *l,
                       char *const argv[],
                       struct settings *settings,
                       struct error *err)
{
    enum setting which =
        l->ours_ended ? SETTING_COUNT : run_line_setting(argv[0]);
    const struct command_option *single =
        command_option_find(commands_get("run")->options, argv[0]);

    if (strcmp(argv[0], "--") == 0)
        l->ours_ended = true;
    else if (is_help(argv[0]))
        l->help = true;
    else if (!l->ours_ended && single)
        return take_single(single, argv, settings, err);
    else if (which < SETTING_COUNT && !is_hydras(which, argv))
        return take_setting(which, argv, settings, err);
    else
        return 0;
    return 1;
}
