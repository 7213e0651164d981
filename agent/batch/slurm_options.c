/* slurm_options.c - what users choose for companions,
 * "partition=cheap,qos=low"
 *
 * Partitions, reservations and features may be lists with commas themselves.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/batch/slurm_options.h"

static const char *const names[SLURM_OPTIONS] = {
    [SLURM_OPTION_PARTITION] = "partition",
    [SLURM_OPTION_ACCOUNT] = "account",
    [SLURM_OPTION_QOS] = "qos",
    [SLURM_OPTION_RESERVATION] = "reservation",
    [SLURM_OPTION_CONSTRAINT] = "constraint",
};

const char *slurm_options_name(enum slurm_option which)
{
    return names[which];
}

/* Which of them 'text' begins with, and its '=', or SLURM_OPTIONS. */
static int find(const char *text)
{
    int which = 0;

    for (; which < SLURM_OPTIONS; which++) {
        size_t len = strlen(names[which]);

        if (strncmp(text, names[which], len) == 0 && text[len] == '=')
            break;
    }
    return which;
}

static size_t value_length(const char *value)
{
    size_t len = strcspn(value, ",");

    while (value[len] && find(value + len + 1) == SLURM_OPTIONS)
        len += 1 + strcspn(value + len + 1, ",");
    return len;
}

int slurm_options_read(const char *text,
                       struct slurm_options *o,
                       struct error *err)
{
    memset(o, 0, sizeof(*o));
    while (*text) {
        int which = find(text);
        size_t len;

        if (which == SLURM_OPTIONS)
            return error_set(err,
                             "\"%.200s\" is nothing that is chosen for "
                             "companions; that is partition=, account=, qos=, "
                             "reservation= and constraint=",
                             text);
        text += strlen(names[which]) + 1;
        len = value_length(text);
        free(o->text[which]);
        if (!(o->text[which] = strndup(text, len)))
            return error_set(err, "out of memory");
        text += len + (text[len] == ',');
    }
    return 0;
}

void slurm_options_clear(struct slurm_options *o)
{
    for (int i = 0; i < SLURM_OPTIONS; i++)
        free(o->text[i]);
    memset(o, 0, sizeof(*o));
}
