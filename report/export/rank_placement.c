/* rank_placement.c - which ranks to put on which hosts, to keep talkers
 * together
 *
 * Two seatings are tried: ranks in order, as mpiexec does by itself, and one
 * that fills a host after the other, always with the rank that has most to say
 * to those that are there.  Both are made better by exchanging ranks of two
 * hosts, as long as that brings anything, and the better one is suggested.
 * So it is never worse than the order, and good where that is bad.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/export/rank_placement.h"

enum {
    ROUNDS = 30,
    RANKS = 1 << 14, /* that it can think of in reasonable time */
    NOWHERE = -1,
};

/* What a rank has to do with another one. */
struct tie {
    unsigned peer;
    double bytes; /* both ways */
};

struct plan {
    const struct rank_placement *s;
    unsigned *first; /* of each rank's ties */
    struct tie *tie;
    double *pull; /* of each rank towards each host */
    int *host;    /* of each rank, or NOWHERE */
};

/* ---- the hosts ---- */

static int add_host(struct rank_placement *s,
                    const char *word,
                    size_t len,
                    struct error *err)
{
    const char *colon = memchr(word, ':', len);
    size_t name = colon ? (size_t)(colon - word) : len;
    unsigned long room = 1;
    char *end;

    errno = 0;
    if (colon) {
        room = strtoul(colon + 1, &end, 10);
        if (end != word + len || end == colon + 1 || errno || room < 1
            || room > RANKS || colon[1] == '-')
            return error_set(err, "\"%.*s\": how many ranks does it take?",
                             (int)len, word);
    }
    if (name == 0)
        return error_set(err, "a host without a name in \"%.*s\"", (int)len,
                         word);
    if (!(s->name[s->hosts] = strndup(word, name)))
        return error_set(err, "%s", strerror(errno));
    s->room[s->hosts++] = (unsigned)room;
    return 0;
}

static int read_hosts(struct rank_placement *s,
                      const char *text,
                      struct error *err)
{
    size_t most = 1, room = 0;

    for (const char *c = text; *c; c++)
        most += *c == ',';
    if (!(s->name = calloc(most, sizeof(*s->name)))
        || !(s->room = calloc(most, sizeof(*s->room)))
        || !(s->host = calloc(s->ranks, sizeof(*s->host))))
        return error_set(err, "%s", strerror(errno));
    for (;; text++) {
        size_t len = strcspn(text, ",");

        if (add_host(s, text, len, err) < 0)
            return -1;
        room += s->room[s->hosts - 1];
        text += len;
        if (!*text)
            break;
    }
    if (room < s->ranks)
        return error_set(err, "these hosts take %zu ranks, and there are %u",
                         room, s->ranks);
    return 0;
}

/* ---- who talks to whom ---- */

static double weight(const struct run_message *m)
{
    return (double)m->bytes + (double)m->count;
}

static bool counts(const struct run_message *m, unsigned ranks)
{
    return m->from != m->to && (unsigned)m->from < ranks
           && (unsigned)m->to < ranks;
}

static int make_ties(struct plan *p, const struct run *run)
{
    unsigned ranks = p->s->ranks, *next;

    p->first = calloc(ranks + 2, sizeof(*p->first));
    p->tie = calloc(2 * run->messages + 1, sizeof(*p->tie));
    p->pull = calloc(ranks * p->s->hosts, sizeof(*p->pull));
    p->host = calloc(ranks, sizeof(*p->host));
    if (!p->first || !p->tie || !p->pull || !p->host)
        return -1;
    next = p->first + 1; /* which is where the ties of a rank end, at last */
    for (size_t i = 0; i < run->messages; i++)
        if (counts(&run->message[i], ranks)) {
            next[run->message[i].from + 1]++;
            next[run->message[i].to + 1]++;
        }
    for (unsigned i = 1; i <= ranks; i++)
        next[i] += next[i - 1];
    for (size_t i = 0; i < run->messages; i++) {
        const struct run_message *m = &run->message[i];

        if (!counts(m, ranks))
            continue;
        p->tie[next[m->from]++] = (struct tie){ (unsigned)m->to, weight(m) };
        p->tie[next[m->to]++] = (struct tie){ (unsigned)m->from, weight(m) };
    }
    return 0;
}

static double *pull(const struct plan *p, unsigned rank, size_t host)
{
    return &p->pull[rank * p->s->hosts + host];
}

/* Put a rank on a host, for all that it has ties to. */
static void put(struct plan *p, unsigned rank, int host)
{
    int old = p->host[rank];

    for (unsigned i = p->first[rank]; i < p->first[rank + 1]; i++) {
        if (old != NOWHERE)
            *pull(p, p->tie[i].peer, (size_t)old) -= p->tie[i].bytes;
        if (host != NOWHERE)
            *pull(p, p->tie[i].peer, (size_t)host) += p->tie[i].bytes;
    }
    p->host[rank] = host;
}

static double between(const struct plan *p, unsigned a, unsigned b)
{
    double bytes = 0;

    for (unsigned i = p->first[a]; i < p->first[a + 1]; i++)
        if (p->tie[i].peer == b)
            bytes += p->tie[i].bytes;
    return bytes;
}

/* The share of all that stays within hosts, 1 of nothing. */
static double kept(const struct plan *p)
{
    double inside = 0, all = 0;

    for (unsigned rank = 0; rank < p->s->ranks; rank++)
        for (unsigned i = p->first[rank]; i < p->first[rank + 1]; i++) {
            all += p->tie[i].bytes;
            if (p->host[rank] == p->host[p->tie[i].peer])
                inside += p->tie[i].bytes;
        }
    return all > 0 ? inside / all : 1;
}

/* ---- two ways to begin ---- */

static void clear(struct plan *p)
{
    memset(p->pull, 0, p->s->ranks * p->s->hosts * sizeof(*p->pull));
    for (unsigned rank = 0; rank < p->s->ranks; rank++)
        p->host[rank] = NOWHERE;
}

static void fill_in_order(struct plan *p)
{
    unsigned rank = 0;

    clear(p);
    for (size_t h = 0; h < p->s->hosts; h++)
        for (unsigned n = 0; n < p->s->room[h] && rank < p->s->ranks; n++)
            put(p, rank++, (int)h);
}

/* The rank without a host that this one pulls most, the first of equals. */
static unsigned next_for(const struct plan *p, size_t host)
{
    unsigned best = p->s->ranks;

    for (unsigned rank = 0; rank < p->s->ranks; rank++)
        if (p->host[rank] == NOWHERE
            && (best == p->s->ranks
                || *pull(p, rank, host) > *pull(p, best, host)))
            best = rank;
    return best;
}

static void fill_by_ties(struct plan *p)
{
    unsigned left = p->s->ranks;

    clear(p);
    for (size_t h = 0; h < p->s->hosts; h++)
        for (unsigned n = 0; n < p->s->room[h] && left > 0; n++, left--)
            put(p, next_for(p, h), (int)h);
}

/* ---- making it better ---- */

static double gain(const struct plan *p, unsigned a, unsigned b)
{
    size_t at = (size_t)p->host[a], there = (size_t)p->host[b];

    return *pull(p, a, there) - *pull(p, a, at) + *pull(p, b, at)
           - *pull(p, b, there) - 2 * between(p, a, b);
}

/* Exchange the rank with the one elsewhere with which that brings most. */
static bool exchange(struct plan *p, unsigned rank)
{
    unsigned best = rank;
    double most = 0.5; /* of a byte: what is rounded does not count */
    int from = p->host[rank];

    for (unsigned other = 0; other < p->s->ranks; other++) {
        int to = p->host[other];

        /* Nobody goes where nobody pulls. */
        if (to == from
            || *pull(p, rank, (size_t)to) <= *pull(p, rank, (size_t)from))
            continue;
        if (gain(p, rank, other) > most) {
            most = gain(p, rank, other);
            best = other;
        }
    }
    if (best == rank)
        return false;
    put(p, rank, p->host[best]);
    put(p, best, from);
    return true;
}

static void improve(struct plan *p)
{
    bool better = true;

    for (int round = 0; round < ROUNDS && better; round++) {
        better = false;
        for (unsigned rank = 0; rank < p->s->ranks; rank++)
            better |= exchange(p, rank);
    }
}

static void keep(struct rank_placement *s, const struct plan *p)
{
    double share = kept(p);

    if (share <= s->suggested)
        return;
    s->suggested = share;
    for (unsigned rank = 0; rank < s->ranks; rank++)
        s->host[rank] = (unsigned)p->host[rank];
}

static int think(struct rank_placement *s, const struct run *run)
{
    struct plan p = { .s = s };
    int rc = make_ties(&p, run);

    if (rc == 0) {
        s->silent = p.first[s->ranks] == 0;
        s->suggested = -1;
        fill_in_order(&p);
        s->in_order = kept(&p);
        improve(&p);
        keep(s, &p);
        fill_by_ties(&p);
        improve(&p);
        keep(s, &p);
    }
    free(p.first);
    free(p.tie);
    free(p.pull);
    free(p.host);
    return rc;
}

struct rank_placement *rank_placement_create(const struct run *run,
                                             const char *text,
                                             struct error *err)
{
    struct rank_placement *s;

    if (run->size > RANKS)
        return error_null(err, "%d ranks are too many to think of places for",
                          run->size);
    if (!(s = calloc(1, sizeof(*s))))
        return error_null(err, "%s", strerror(errno));
    s->ranks = (unsigned)run->size;
    if (read_hosts(s, text, err) < 0) {
        rank_placement_destroy(s);
        return NULL;
    }
    if (think(s, run) < 0) {
        error_set(err, "no memory to think of places");
        rank_placement_destroy(s);
        return NULL;
    }
    return s;
}

void rank_placement_destroy(struct rank_placement *s)
{
    if (!s)
        return;
    for (size_t i = 0; s->name && i < s->hosts; i++)
        free(s->name[i]);
    free(s->name);
    free(s->room);
    free(s->host);
    free(s);
}

void rank_placement_print(const struct rank_placement *s, FILE *out)
{
    if (s->silent)
        fputs("# there are no messages from one rank to another to keep "
              "within hosts\n"
              "# (collectives and one-sided calls do not count): the ranks "
              "are in order\n",
              out);
    else
        fprintf(out,
                "# %.1f %% of the bytes stay within hosts; with the ranks in "
                "order %.1f %%\n",
                100 * s->suggested, 100 * s->in_order);
    for (unsigned rank = 0, n; rank < s->ranks; rank += n) {
        unsigned host = s->host[rank];

        for (n = 1; rank + n < s->ranks && s->host[rank + n] == host; n++)
            ;
        fprintf(out, "%s:%u\n", s->name[host], n);
    }
}
