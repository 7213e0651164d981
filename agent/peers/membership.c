/* membership.c - which agents there are, and where the ranks are
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/peers/membership.h"

struct membership *membership_create(int hosts, int ranks)
{
    struct membership *r = calloc(1, sizeof(*r));

    if (!r)
        return NULL;
    r->host = calloc((size_t)hosts + 1, sizeof(*r->host));
    r->where = calloc((size_t)ranks + 1, sizeof(*r->where));
    if (!r->host || !r->where) {
        membership_destroy(r);
        return NULL;
    }
    r->ranks = ranks;
    for (int i = 0; i < ranks; i++)
        r->where[i] = -1;
    return r;
}

void membership_destroy(struct membership *r)
{
    if (r) {
        free(r->host);
        free(r->where);
        free(r);
    }
}

int membership_find(const struct membership *r, const char *host)
{
    for (int h = 0; h < r->hosts; h++)
        if (strcmp(r->host[h].name, host) == 0)
            return h;
    return -1;
}

static int by_name(const void *a, const void *b)
{
    const struct membership_host *x = a, *y = b;

    return strcmp(x->name, y->name);
}

void membership_sort(struct membership *r)
{
    qsort(r->host, (size_t)r->hosts, sizeof(*r->host), by_name);
}

/* ---- writing ---- */

char *membership_write(const struct membership *r)
{
    size_t size = 256 + (size_t)r->hosts * (HOST_NAME + ADDRESS_TEXT + 32)
                  + (size_t)r->ranks * 8;
    char *text = malloc(size);
    size_t used;

    if (!text)
        return NULL;
    used = (size_t)sprintf(text, "generation %u\nchanges %u\nhead %s\n",
                           r->generation, r->changes, r->head);
    for (int h = 0; h < r->hosts; h++)
        used += (size_t)sprintf(text + used, "host %s %u %s %s\n",
                                r->host[h].name, r->host[h].cores,
                                policy_host_word[r->host[h].state],
                                r->host[h].place);
    used += (size_t)sprintf(text + used, "ranks");
    for (int i = 0; i < r->ranks; i++)
        if (r->where[i] < 0)
            used += (size_t)sprintf(text + used, " -");
        else
            used += (size_t)sprintf(text + used, " %d", r->where[i]);
    strcpy(text + used, "\n");
    return text;
}

/* ---- reading ---- */

/* Take a line that begins with 'word', and a space or its end behind it.
 * Returns the rest of it, ended by a NUL, or NULL.
 */
static char *take_line(char **at, const char *word)
{
    size_t length = strlen(word);
    char *end = strchr(*at, '\n'), *line = *at;

    if (!end || strncmp(line, word, length) != 0
        || (line[length] != ' ' && line[length] != '\n'))
        return NULL;
    *end = '\0';
    *at = end + 1;
    return line + length + (line + length < end);
}

static bool read_number(const char *text, uint32_t *number)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);

    *number = (uint32_t)n;
    return isdigit((unsigned char)*text) && !*end && n <= UINT32_MAX;
}

/* Names are shown to users, and are parts of lines. */
static bool is_name(const char *name)
{
    size_t length = strlen(name);

    for (const char *c = name; *c; c++)
        if (!isgraph((unsigned char)*c))
            return false;
    return length > 0 && length < HOST_NAME;
}

static bool read_state(const char *word, enum policy_host_state *state)
{
    for (*state = 0; *state < HOST_STATES; (*state)++)
        if (strcmp(word, policy_host_word[*state]) == 0)
            return true;
    return false;
}

static bool read_host(char *line, struct membership *r)
{
    struct address_address list[ADDRESS_ADDRESSES];
    struct membership_host *host = &r->host[r->hosts];
    char *name = strsep(&line, " "), *cores = strsep(&line, " ");
    char *state = strsep(&line, " ");

    if (!line || !is_name(name) || r->hosts == MEMBERSHIP_HOSTS
        || !read_number(cores, &host->cores) || host->cores > MEMBERSHIP_CORES
        || !read_state(state, &host->state) || strlen(line) >= ADDRESS_TEXT
        || address_read(line, list, NULL) < 0
        || (r->hosts > 0 && strcmp(r->host[r->hosts - 1].name, name) >= 0))
        return false;
    strcpy(host->name, name);
    strcpy(host->place, line);
    r->hosts++;
    return true;
}

static bool read_ranks(char *line, struct membership *r)
{
    char *word;

    while (line && *line && (word = strsep(&line, " "))) {
        uint32_t host = 0;
        bool known = strcmp(word, "-") != 0;

        if (r->ranks == MEMBERSHIP_RANKS
            || (known
                && (!read_number(word, &host) || host >= (uint32_t)r->hosts)))
            return false;
        r->where[r->ranks++] = known ? (int)host : -1;
    }
    return true;
}

static bool read_lines(char *at, struct membership *r)
{
    char *line = take_line(&at, "generation");

    if (!line || !read_number(line, &r->generation))
        return false;
    line = take_line(&at, "changes");
    if (!line || !read_number(line, &r->changes))
        return false;
    line = take_line(&at, "head");
    if (!line || !is_name(line))
        return false;
    strcpy(r->head, line);
    while ((line = take_line(&at, "host")))
        if (!read_host(line, r))
            return false;
    line = take_line(&at, "ranks");
    return line && read_ranks(line, r) && !*at;
}

static int count(const char *text, char what)
{
    int count = 0;

    for (; *text; text++)
        count += *text == what;
    return count;
}

struct membership *membership_read(const char *text, struct error *err)
{
    char *copy = strdup(text);
    struct membership *r = membership_create(
        count(text, '\n') < MEMBERSHIP_HOSTS ? count(text, '\n')
                                             : MEMBERSHIP_HOSTS,
        count(text, ' ') < MEMBERSHIP_RANKS ? count(text, ' ')
                                            : MEMBERSHIP_RANKS);

    if (r)
        r->ranks = 0;
    if (!copy || !r) {
        error_set(err, "out of memory");
    } else if (read_lines(copy, r)) {
        free(copy);
        return r;
    } else {
        error_set(err, "a list of agents that makes no sense");
    }
    free(copy);
    membership_destroy(r);
    return NULL;
}
