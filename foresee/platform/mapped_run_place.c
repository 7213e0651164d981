/* mapped_run_place.c - put the ranks of a recording on the hosts of a platform
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/parse_value.h"
#include "foresee/platform/mapped_run_internal.h"
#include "report/model/units.h"

enum { WORD = 256 };

/* ---- by their recorded hosts ---- */

static int place_as_recorded(struct mapped_run *s, struct error *err)
{
    for (size_t i = 0; i < s->recording->ranks; i++) {
        const char *name = s->recording->rank[i].host;

        s->host[i] = platform_find(s->platform, name);
        if (s->host[i] == s->platform->hosts)
            return error_set(err,
                             "the platform has no host '%s', where rank %zu "
                             "was; --map puts ranks elsewhere",
                             name, i);
    }
    return 0;
}

/* ---- by a map ---- */

/* Split "a:2" into the name of a host and a number. */
static int read_part(char *word,
                     const struct platform *p,
                     size_t *host,
                     uint64_t *count,
                     struct error *err)
{
    char *colon = strrchr(word, ':');

    *count = 1;
    if (colon) {
        *colon = '\0';
        if (!parse_value_number(colon + 1, count) || *count == 0)
            return error_set(err, "'%s' is no number of ranks for %s",
                             colon + 1, word);
    }
    *host = platform_find(p, word);
    if (*host == p->hosts)
        return error_set(err, "the platform has no host '%s'", word);
    return 0;
}

static int wrong_sum(const struct mapped_run *s,
                     uint64_t sum,
                     struct error *err)
{
    return error_set(
        err,
        "it has places for %ju rank%s, and the run has %zu; --size "
        "says how many there are to be",
        (uintmax_t)sum, unit_plural(sum), s->recording->ranks);
}

static int place_by_map(struct mapped_run *s,
                        const char *map,
                        struct error *err)
{
    size_t ranks = s->recording->ranks, host = 0;
    uint64_t sum = 0, count = 0;
    char word[WORD];

    for (const char *at = map; *at; at += *at == ',') {
        size_t len = strcspn(at, ",");

        if (len == 0 || strcmp(at + len, ",") == 0 || len >= sizeof(word))
            return error_set(err, "\"%.100s\" is not like a:2,b:2", map);
        memcpy(word, at, len);
        word[len] = '\0';
        at += len;
        if (read_part(word, s->platform, &host, &count, err) < 0)
            return -1;
        if (count > ranks - sum)
            return wrong_sum(s, sum + count, err);
        for (uint64_t i = 0; i < count; i++)
            s->host[sum++] = host;
    }
    return sum == ranks ? 0 : wrong_sum(s, sum, err);
}

/* ---- the whole ---- */

int mapped_run_make_room(struct mapped_run *s, struct error *err)
{
    s->host = calloc(s->recording->ranks, sizeof(*s->host));
    s->share = calloc(s->recording->ranks, sizeof(*s->share));
    s->slower = calloc(s->recording->ranks, sizeof(*s->slower));
    return s->host && s->share && s->slower
               ? 0
               : error_set(err, "no memory for the places of ranks");
}

int mapped_run_create(struct mapped_run *s,
                      const struct recording *recording,
                      const struct platform *platform,
                      const char *map,
                      struct error *err)
{
    int rc;

    *s = (struct mapped_run){ .recording = recording, .platform = platform };
    rc = mapped_run_make_room(s, err);
    for (size_t i = 0; rc == 0 && i < recording->ranks; i++)
        s->share[i] = 1 / (double)recording->ranks;
    if (rc == 0)
        rc = map ? place_by_map(s, map, err) : place_as_recorded(s, err);
    if (rc == 0)
        rc = mapped_run_find_slower(s, err);
    if (rc == 0)
        rc = mapped_run_find_comms(s, err);
    if (rc < 0)
        mapped_run_destroy(s);
    return rc;
}

/* Make 's' like 'from', with room of its own. */
static int copy(struct mapped_run *s,
                const struct mapped_run *from,
                struct error *err)
{
    size_t ranks = from->recording->ranks;

    *s = *from;
    s->comm = NULL;
    s->slowest = NULL;
    if (mapped_run_make_room(s, err) < 0) {
        mapped_run_destroy(s);
        return -1;
    }
    memcpy(s->host, from->host, ranks * sizeof(*s->host));
    memcpy(s->share, from->share, ranks * sizeof(*s->share));
    memcpy(s->slower, from->slower, ranks * sizeof(*s->slower));
    return 0;
}

int mapped_run_ideal(struct mapped_run *s,
                     const struct mapped_run *from,
                     const struct platform *ideal,
                     struct error *err)
{
    if (copy(s, from, err) < 0)
        return -1;
    s->platform = ideal;
    s->ideal = true;
    if (mapped_run_find_comms(s, err) == 0)
        return 0;
    mapped_run_destroy(s);
    return -1;
}

void mapped_run_destroy(struct mapped_run *s)
{
    free(s->host);
    free(s->share);
    free(s->slower);
    for (size_t i = 0; s->comm && i < s->recording->comms; i++)
        free(s->comm[i].host);
    free(s->comm);
    free(s->slowest);
    *s = (struct mapped_run){ 0 };
}

size_t mapped_run_hosts_used(const struct mapped_run *s)
{
    size_t used = 0;

    for (size_t i = 0; i < s->platform->hosts; i++)
        used += mapped_run_ranks_on(s, i) > 0;
    return used;
}

size_t mapped_run_ranks_on(const struct mapped_run *s, size_t host)
{
    size_t count = 0;

    for (size_t i = 0; i < s->recording->ranks; i++)
        count += s->host[i] == host;
    return count;
}
