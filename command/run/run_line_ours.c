/* run_line_ours.c - our own options in the command line of 'mitosis run'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/run/run_line.h"
#include "policy/lua/option.h"

/* Options of modules, which may be given one by one. */
static const struct {
    const char *name;
    enum setting which;
} singles[] = {
    { "--policy-option", SETTING_POLICY_OPTIONS },
    { "--protocol-option", SETTING_PROTOCOL_OPTIONS },
    { "--figures-option", SETTING_FIGURES_OPTIONS },
};

enum { SINGLES = sizeof(singles) / sizeof(singles[0]) };

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

/* Whether it stands alone, with what it means then in the table. */
static bool is_alone(enum setting which, const char *next)
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
    if (value == argv[1] && is_alone(which, value))
        value = setting_info[which].alone;
    if (!value)
        return error_set(err, "%s needs a value", argv[0]);
    if (settings_set(settings, which, value, FROM_OPTION, err) < 0)
        return -1;
    return value == argv[1] ? 2 : 1;
}

/* Which of them it is, or SINGLES. */
static int find_single(const char *word)
{
    size_t len = strcspn(word, "=");
    int i = 0;

    while (i < SINGLES
           && (strlen(singles[i].name) != len
               || strncmp(word, singles[i].name, len) != 0))
        i++;
    return i;
}

/* Take "--policy-option KEY=VALUE", which adds to those given before.  Those
 * of the environment count no more then.
 */
static int take_single(int i,
                       char *const argv[],
                       struct settings *settings,
                       struct error *err)
{
    enum setting which = singles[i].which;
    char text[sizeof(settings->text[0])] = "";
    const char *own = strchr(argv[0], '='), *pair = own ? own + 1 : argv[1];
    struct error why;

    if (!pair)
        return error_set(err, "%s needs a value", argv[0]);
    if (settings->source[which] == FROM_OPTION)
        strcpy(text, settings->text[which]);
    if (options_add(text, sizeof(text), pair, &why) < 0)
        return error_set(err, "%s: %.900s", singles[i].name, why.text);
    if (settings_set(settings, which, text, FROM_OPTION, err) < 0)
        return -1;
    return own ? 1 : 2;
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
    enum setting which = l->ours_ended ? SETTING_COUNT : find_setting(argv[0]);
    int single = find_single(argv[0]);

    if (strcmp(argv[0], "--") == 0)
        l->ours_ended = true;
    else if (is_help(argv[0]))
        l->help = true;
    else if (!l->ours_ended && single < SINGLES)
        return take_single(single, argv, settings, err);
    else if (which < SETTING_COUNT && !is_hydras(which, argv))
        return take_setting(which, argv, settings, err);
    else
        return 0;
    return 1;
}
