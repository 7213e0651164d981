/* ticket.c - what an idle host needs to know to join a job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "agent/host/ticket.h"
#include "job/job.h"

static const char first_line[] = "mitosis ticket 1";

/* The folder is PAGES/mitosis-UID-JOB. */
int ticket_make(struct ticket *t,
                const char *folder,
                const struct agent_address *home,
                struct error *err)
{
    const char *slash = strrchr(folder, '/'), *name = job_of(folder);

    if (!slash || name == slash + 1 || strlen(name) >= sizeof(t->job)
        || (size_t)(slash - folder) >= sizeof(t->pages))
        return error_set(err, "%s: no folder of a job", folder);
    memset(t, 0, sizeof(*t));
    strcpy(t->job, name);
    memcpy(t->pages, folder, (size_t)(slash - folder));
    t->home = *home;
    return 0;
}

void ticket_write(const struct ticket *t, char text[TICKET_TEXT])
{
    char secret[2 * SECRET_BYTES + 1], place[AGENT_ADDRESS_PLACE_TEXT];

    agent_address_tell(&t->home, secret, place);
    snprintf(text, TICKET_TEXT, "%s\njob %s\npages %s\nsecret %s\nhome %s\n",
             first_line, t->job, t->pages, secret, place);
}

/* Take a line that begins with 'word', up to 'size' bytes of what follows it.
 */
static bool take(const char **at, const char *word, char *rest, size_t size)
{
    size_t length = strlen(word), line = strcspn(*at, "\r\n");

    if (line <= length || strncmp(*at, word, length) != 0
        || (*at)[length] != ' ' || line - length > size)
        return false;
    memcpy(rest, *at + length + 1, line - length - 1);
    rest[line - length - 1] = '\0';
    *at += line;
    *at += strspn(*at, "\r\n");
    return true;
}

/* It becomes a part of a path. */
static bool is_job(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("._+-", *c))
            return false;
    return *name && *name != '.';
}

int ticket_read(struct ticket *t, const char *text, struct error *err)
{
    char secret[2 * SECRET_BYTES + 1], place[AGENT_ADDRESS_PLACE_TEXT];
    struct address_address list[ADDRESS_ADDRESSES];
    struct ticket read;
    char version[8], first[ADDRESS_TEXT + 8];
    const char *at = text;

    memset(&read, 0, sizeof(read));
    if (!take(&at, "mitosis ticket", version, sizeof(version))
        || strcmp(version, "1") != 0)
        return error_set(err, "this is no ticket to join a job");
    if (!take(&at, "job", read.job, sizeof(read.job)) || !is_job(read.job))
        return error_set(err, "the ticket has no name of a job");
    if (!take(&at, "pages", read.pages, sizeof(read.pages))
        || *read.pages != '/')
        return error_set(err, "the ticket does not say where pages are");
    if (!take(&at, "secret", secret, sizeof(secret))
        || !take(&at, "home", place, sizeof(place))
        || !agent_address_hear(&read.home, secret, place))
        return error_set(err, "the ticket does not say where the agent is");
    snprintf(first, sizeof(first), "1%s",
             read.home.addresses + strcspn(read.home.addresses, " "));
    if (address_read(first, list, err) < 0)
        return -1;
    if (*at)
        return error_set(err, "the ticket has more than it should");
    *t = read;
    return 0;
}
