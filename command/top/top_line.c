/* top_line.c - the command line of 'mitosis top'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/nearest.h"
#include "base/value.h"
#include "command/top/top_line.h"

enum option { OPTION_JOB, OPTION_INTERVAL, OPTION_COUNT, OPTIONS };

static const char *const options[OPTIONS] = {
    [OPTION_JOB] = "--job",
    [OPTION_INTERVAL] = "--interval",
    [OPTION_COUNT] = "--count",
};

static enum option find_option(const char *word)
{
    size_t len = strcspn(word, "=");
    enum option i = 0;

    while (
        i < OPTIONS
        && (strlen(options[i]) != len || strncmp(options[i], word, len) != 0))
        i++;
    return i;
}

static int unknown_option(const char *word, struct error *err)
{
    struct nearest n = nearest_start(word);

    for (int i = 0; i < OPTIONS; i++)
        nearest_offer(&n, options[i]);
    if (n.best)
        return error_set(err,
                         "%s is no option of mitosis top; did you mean %s?",
                         word, n.best);
    return error_set(err, "%s is no option of mitosis top", word);
}

static int set(struct top_line *l,
               enum option which,
               const char *value,
               struct error *err)
{
    uint64_t n;

    if (which == OPTION_JOB) {
        l->job = value;
    } else if (which == OPTION_INTERVAL) {
        if (!value_number(value, &n) || n < 50 || n > 3600000)
            return error_set(err,
                             "--interval: \"%s\" is no number of "
                             "milliseconds from 50 on",
                             value);
        l->interval = (int)n;
    } else if (!value_number(value, &l->looks) || l->looks == 0) {
        return error_set(err, "--count: \"%s\" is no number of lines", value);
    }
    return 0;
}

/* Take the option at argv[0].  Returns how many words it has, or -1. */
static int take_option(struct top_line *l,
                       char *const argv[],
                       struct error *err)
{
    enum option which = find_option(argv[0]);
    const char *own = strchr(argv[0], '=');
    const char *value = own ? own + 1 : argv[1];

    if (which == OPTIONS)
        return unknown_option(argv[0], err);
    if (!value)
        return error_set(err, "%s needs a value", argv[0]);
    return set(l, which, value, err) < 0 ? -1 : own ? 1 : 2;
}

int top_line_read(struct top_line *l, char *const argv[], struct error *err)
{
    int count;

    for (; *argv; argv += count)
        if ((count = take_option(l, argv, err)) < 0)
            return -1;
    return 0;
}
