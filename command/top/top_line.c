/* top_line.c - the command line of 'mitosis top'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/parse_value.h"
#include "command/common/commands.h"
#include "command/top/top_line.h"

static int set(struct top_line *l,
               enum command_option_id which,
               const char *value,
               struct error *err)
{
    uint64_t n;

    if (which == COMMAND_OPTION_JOB) {
        l->job = value;
    } else if (which == COMMAND_OPTION_INTERVAL) {
        if (!parse_value_number(value, &n) || n < 50 || n > 3600000)
            return error_set(err,
                             "--interval: \"%s\" is no number of "
                             "milliseconds from 50 on",
                             value);
        l->interval = (int)n;
    } else if (!parse_value_number(value, &l->looks) || l->looks == 0) {
        return error_set(err, "--count: \"%s\" is no number of lines", value);
    }
    return 0;
}

/* Take the option at argv[0].  Returns how many words it has, or -1. */
static int take_option(struct top_line *l,
                       char *const argv[],
                       struct error *err)
{
    enum command_option_id which;
    const char *value;
    int count = commands_take("top", argv, &which, &value, err);

    return count < 0 || set(l, which, value, err) < 0 ? -1 : count;
}

int top_line_read(struct top_line *l, char *const argv[], struct error *err)
{
    int count;

    for (; *argv; argv += count)
        if ((count = take_option(l, argv, err)) < 0)
            return -1;
    return 0;
}
