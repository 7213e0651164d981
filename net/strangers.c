/* strangers.c - tell who was turned away at the ports of this agent
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/clock.h"
#include "base/settings.h"
#include "net/drops.h"
#include "net/strangers.h"

enum { LOG_INFO = 2 }; /* of quiet, warn, info, debug */

static struct {
    struct drops drops;
    void (*say)(void *arg, const char *text);
    void *arg;
} strangers;

static void ignore(const char *text)
{
    (void)text; /* the ranks have complained */
}

void strangers_watch(void (*say)(void *arg, const char *text), void *arg)
{
    static struct settings settings;

    settings_init(&settings);
    settings_read_file(&settings, ignore, NULL);
    settings_read_environment(&settings, ignore);
    if (settings.number[SETTING_LOG] < LOG_INFO)
        return;
    strangers.say = say;
    strangers.arg = arg;
}

void strangers_tell(const char *name, const char *why)
{
    struct error text;

    if (strangers.say
        && drops_count(&strangers.drops, clock_monotonic(), name, why, &text))
        strangers.say(strangers.arg, text.text);
}
