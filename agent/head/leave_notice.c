/* leave_notice.c - the words that say that a host goes in so many seconds
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/head/leave_notice.h"

static const double seconds_most = 1e6; /* more is no notice */

static int refuse(const char *words, struct error *err)
{
    return error_set(err,
                     "\"leave%s%.200s\" is not: leave HOST --within SECONDS",
                     *words ? " " : "", words);
}

const char *leave_notice_within(const char *words)
{
    static const char option[] = "--within";
    size_t len = strlen(option);

    if (strncmp(words, option, len) != 0
        || (words[len] != ' ' && words[len] != '=')
        || strchr(words + len + 1, ' '))
        return NULL;
    return words + len + 1;
}

int leave_notice_seconds(const char *word, double *seconds, struct error *err)
{
    char *end;
    double read = strtod(word, &end);

    if (end == word || *end || !(read > 0 && read <= seconds_most))
        return error_set(err,
                         "\"%.40s\" is no number of seconds, above 0 and up "
                         "to %.0f",
                         word, seconds_most);
    *seconds = read;
    return 0;
}

int leave_notice_parse(const char *words,
                       struct leave_notice *n,
                       struct error *err)
{
    size_t name = strcspn(words, " ");
    const char *within =
        leave_notice_within(words + name + (words[name] == ' '));
    double seconds;

    if (name == 0 || *words == '-' || !within)
        return refuse(words, err);
    if (name >= sizeof(n->host))
        return error_set(err, "the host's name %.40s... is too long", words);
    if (leave_notice_seconds(within, &seconds, err) < 0)
        return -1;
    memcpy(n->host, words, name);
    n->host[name] = '\0';
    n->seconds = seconds;
    return 0;
}
