/* setup.c - the settings that a subcommand starts from
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "command/common/say.h"
#include "command/common/setup.h"
#include "policy/shipped.h"

void setup_read(struct settings *settings)
{
    struct error err;

    settings_init(settings);
    if (settings_read_file(settings, say_complaint, &err) < 0)
        say(SAY_WARN, "%s", err.text);
    settings_read_environment(settings, say_complaint);
}

static void make_absolute(struct settings *settings, enum setting which)
{
    const char *text = settings->text[which];
    char here[2048], path[sizeof(settings->text[which])];

    if (*text && *text != '/' && getcwd(here, sizeof(here))
        && (size_t)snprintf(path, sizeof(path), "%s/%s", here, text)
               < sizeof(path))
        settings_set(settings, which, path, settings->source[which], NULL);
}

/* Those that name a file or a shipped module. */
static const enum setting modules[] = { SETTING_POLICY, SETTING_PROTOCOL,
                                        SETTING_FIGURES };

void setup_apply(struct settings *settings)
{
    say_limit((enum say_level)settings->number[SETTING_LOG]);
    for (int i = 0; i < SETTING_COUNT; i++)
        if (settings->source[i] != FROM_PRESET)
            say(SAY_INFO, "%s = %s, from the %s", setting_info[i].name,
                settings->text[i], setting_source_name[settings->source[i]]);
    make_absolute(settings, SETTING_OUTPUT);
    make_absolute(settings, SETTING_PAGES);
    make_absolute(settings, SETTING_SUMS);
    for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
        if (shipped_is_file(settings->text[modules[i]]))
            make_absolute(settings, modules[i]);
}
