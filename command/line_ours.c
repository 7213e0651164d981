/* line_ours.c - our own options in the command line of 'mitosis run'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/line.h"
#include "policy/option.h"

static const char policy_option[] = "--policy-option";

static bool is_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-help")
           || !strcmp(word, "-h");
}

/* The setting that 'word' is as an option, or SETTING_COUNT. */
static enum setting find_setting(const char *word)
{
    char name[64];
    size_t len = strcspn(word, "=");

    if (strncmp(word, "--", 2) != 0 || len >= sizeof(name))
        return SETTING_COUNT;
    memcpy(name, word + 2, len - 2);
    name[len - 2] = '\0';
    return settings_find(name);
}

/* Take "--depth 2" or "--depth=2".  Returns how many words that were, or -1
 * with the reason in 'err'.
 */
static int take_setting(enum setting which,
                        char *const argv[],
                        struct settings *settings,
                        struct error *err)
{
    const char *value = strchr(argv[0], '=');

    value = value ? value + 1 : argv[1];
    if (!value)
        return error_set(err, "%s needs a value", argv[0]);
    if (settings_set(settings, which, value, FROM_OPTION, err) < 0)
        return -1;
    return value == argv[1] ? 2 : 1;
}

/* Take "--policy-option KEY=VALUE", which adds to those given before.  Those
 * of the environment count no more then.
 */
static int take_policy_option(char *const argv[],
                              struct settings *settings,
                              struct error *err)
{
    char text[sizeof(settings->text[0])] = "";
    bool own = argv[0][strlen(policy_option)] == '=';
    const char *pair = own ? argv[0] + strlen(policy_option) + 1 : argv[1];
    struct error why;

    if (!pair)
        return error_set(err, "%s needs a value", argv[0]);
    if (settings->source[SETTING_POLICY_OPTIONS] == FROM_OPTION)
        strcpy(text, settings->text[SETTING_POLICY_OPTIONS]);
    if (options_add(text, sizeof(text), pair, &why) < 0)
        return error_set(err, "%s: %.900s", policy_option, why.text);
    if (settings_set(settings, SETTING_POLICY_OPTIONS, text, FROM_OPTION, err)
        < 0)
        return -1;
    return own ? 1 : 2;
}

static bool is_policy_option(const char *word)
{
    size_t len = strlen(policy_option);

    return strncmp(word, policy_option, len) == 0
           && (word[len] == '=' || word[len] == '\0');
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

int line_take_ours(struct line *l,
                   char *const argv[],
                   struct settings *settings,
                   struct error *err)
{
    enum setting which = l->ours_ended ? SETTING_COUNT : find_setting(argv[0]);

    if (strcmp(argv[0], "--") == 0)
        l->ours_ended = true;
    else if (is_help(argv[0]))
        l->help = true;
    else if (!l->ours_ended && is_policy_option(argv[0]))
        return take_policy_option(argv, settings, err);
    else if (which < SETTING_COUNT && !is_hydras(which, argv))
        return take_setting(which, argv, settings, err);
    else
        return 0;
    return 1;
}
