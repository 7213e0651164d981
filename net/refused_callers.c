/* refused_callers.c - tell who was turned away at the ports of this agent
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/settings.h"
#include "base/system/clock.h"
#include "net/dropped_connections.h"
#include "net/refused_callers.h"

enum { LOG_INFO = 2 }; /* of quiet, warn, info, debug */

static struct {
    struct dropped_connections drops;
    void (*say)(void *arg, const char *text);
    void *arg;
} strangers;

static void ignore(const char *text)
{
    (void)text; /* the ranks have complained */
}

void refused_callers_watch(void (*say)(void *arg, const char *text), void *arg)
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

void refused_callers_tell(const char *name, const char *why)
{
    struct error text;

    if (strangers.say
        && dropped_connections_count(&strangers.drops, clock_monotonic(), name,
                                     why, &text))
        strangers.say(strangers.arg, text.text);
}
