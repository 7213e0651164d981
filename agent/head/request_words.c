/* request_words.c - the words by which a user asks for more hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/host.h"
#include "agent/head/leave_notice.h"
#include "agent/head/request_words.h"

static int refuse(const char *words, struct error *err)
{
    return error_set(err,
                     "\"request %.200s\" is not: request [N [--within "
                     "SECONDS]|cancel REQUEST]",
                     words);
}

/* A number from 1 to 'most' at the beginning of 'words'.  Returns where it
 * ends, or NULL.
 */
static const char *read_number(const char *words, long most, long *number)
{
    char *end;

    if (*words < '0' || *words > '9')
        return NULL;
    *number = strtol(words, &end, 10);
    return *number >= 1 && *number <= most && (!*end || *end == ' ') ? end
                                                                     : NULL;
}

static int read_cancel(const char *words,
                       struct request_words *w,
                       struct error *err)
{
    const char *word = words + strlen("cancel ");
    long number;
    const char *end = read_number(word, INT32_MAX, &number);

    if (!end || *end)
        return error_set(err,
                         "\"%.40s\" is no request; 'mitosis ctl request' "
                         "tells which there are",
                         word);
    *w = (struct request_words){ .cancel = (unsigned)number };
    return 0;
}

int request_words_parse(const char *words,
                        struct request_words *w,
                        struct error *err)
{
    size_t len = strcspn(words, " ");
    const char *rest;
    double seconds = 0;
    long hosts;

    if (!*words) {
        *w = (struct request_words){ 0 };
        return 0;
    }
    if (strncmp(words, "cancel ", 7) == 0)
        return read_cancel(words, w, err);
    rest = read_number(words, HOST_MOST, &hosts);
    if (!rest && strspn(words, "0123456789-+.") == len)
        return error_set(err, "\"%.*s\" is no number of hosts, from 1 to %d",
                         (int)(len < 40 ? len : 40), words, HOST_MOST);
    if (!rest)
        return refuse(words, err);
    if (*rest) {
        const char *within = leave_notice_within(rest + 1);

        if (!within)
            return refuse(words, err);
        if (leave_notice_seconds(within, &seconds, err) < 0)
            return -1;
    }
    *w = (struct request_words){ .hosts = (int)hosts, .seconds = seconds };
    return 0;
}
