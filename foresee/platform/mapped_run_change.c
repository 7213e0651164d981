/* mapped_run_change.c - where ranks are after a change, whose work they have,
 * and how long links take for the state that goes along
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/platform/mapped_run_internal.h"
#include "migrate/layout/lineage.h"

static int move(struct mapped_run *s,
                size_t rank,
                const char *name,
                struct error *err)
{
    size_t host = platform_find(s->platform, name);

    if (host == s->platform->hosts)
        return error_set(err, "the platform has no host '%.200s'", name);
    s->host[rank] = host;
    return 0;
}

/* As many ranks on each of the hosts "a,b". */
static int spread(struct mapped_run *s, const char *names, struct error *err)
{
    size_t ranks = s->recording->ranks, hosts = 1, which = 0;
    char *copy = strdup(names), *rest = copy, *name;
    int rc = copy ? 0 : error_set(err, "no memory for the places of ranks");

    for (const char *at = names; *at; at++)
        hosts += *at == ',';
    for (; rc == 0 && (name = strsep(&rest, ",")); which++)
        for (size_t i = 0; rc == 0 && i < ranks; i++)
            if (i * hosts / ranks == which)
                rc = move(s, i, name, err);
    free(copy);
    return rc;
}

/* Those that a resize adds go where they get most of a core, others stay. */
static void place_resized(struct mapped_run *s, const struct mapped_run *from)
{
    size_t hosts = s->platform->hosts;

    for (size_t i = 0; i < s->recording->ranks; i++) {
        double most = 0;

        s->host[i] = i < from->recording->ranks ? from->host[i] : 0;
        for (size_t h = 0; i >= from->recording->ranks && h < hosts; h++) {
            const struct platform_host *host = &s->platform->host[h];
            size_t together = 1;
            double gets;

            for (size_t k = 0; k < i; k++)
                together += s->host[k] == h;
            gets =
                host->speed * mapped_run_share_of_core(host->cores, together);
            if (gets > most) {
                most = gets;
                s->host[i] = h;
            }
        }
    }
}

/* Ranks are where the first one is that they carry on, and have its share. */
static void follow(struct mapped_run *s,
                   const struct mapped_run *from,
                   const struct lineage *q)
{
    double sum = 0;

    for (size_t i = 0; i < q->new_size; i++) {
        s->host[i] = from->host[q->parents[q->first[i]].rank];
        for (size_t k = q->first[i]; k < q->first[i + 1]; k++)
            s->share[i] +=
                from->share[q->parents[k].rank] / (double)q->parents[k].parts;
        if (q->even)
            s->share[i] = q->weights ? q->weights[i] : 1;
        sum += s->share[i];
    }
    for (size_t i = 0; i < q->new_size; i++)
        s->share[i] /= sum;
}

/* Move what becomes of a rank, or only the parts of it from 'part' on. */
static int move_heirs(struct mapped_run *s,
                      const struct lineage *q,
                      int rank,
                      uint32_t part,
                      const char *name,
                      struct error *err)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < q->new_size; i++)
        for (size_t k = q->first[i]; rc == 0 && k < q->first[i + 1]; k++)
            if (q->parents[k].rank == (uint32_t)rank
                && q->parents[k].part >= part)
                rc = move(s, i, name, err);
    return rc;
}

static int place_changed(struct mapped_run *s,
                         const struct mapped_run *from,
                         const struct change *c,
                         const struct lineage *q,
                         struct error *err)
{
    int rc = 0;

    follow(s, from, q);
    if (c->has[CHANGE_RESIZE] && !c->hosts)
        place_resized(s, from);
    if (c->hosts)
        rc = spread(s, c->hosts, err);
    for (int i = 0; rc == 0 && i < c->moves; i++)
        rc = move_heirs(s, q, c->move[i].rank, 0, c->move[i].host, err);
    for (int i = 0; rc == 0 && i < c->splits; i++)
        if (c->split[i].to)
            rc = move_heirs(s, q, c->split[i].rank, 1, c->split[i].to, err);
    return rc;
}

int mapped_run_change(struct mapped_run *s,
                      const struct mapped_run *from,
                      const struct recording *recording,
                      const struct change *change,
                      struct error *err)
{
    struct lineage *q = change_lineage(change, from->recording->ranks, err);
    int rc = q ? 0 : -1;

    *s = (struct mapped_run){ .recording = recording,
                              .platform = from->platform };
    if (rc == 0)
        rc = mapped_run_make_room(s, err);
    if (rc == 0)
        rc = place_changed(s, from, change, q, err);
    if (rc == 0)
        rc = mapped_run_find_slower(s, err);
    if (rc == 0)
        rc = mapped_run_find_comms(s, err);
    if (rc == 0)
        rc = mapped_run_check_links(s, err);
    lineage_destroy(q);
    if (rc < 0)
        mapped_run_destroy(s);
    return rc;
}

/* ---- what links take for it ---- */

/* The longest that a link takes, or what a host has of the network, for the
 * bytes from each host to each other one.
 */
static double longest(const struct platform *p, const double *bytes)
{
    double most = 0;

    for (size_t a = 0; a < p->hosts; a++) {
        double leaves = 0, comes = 0;

        for (size_t b = 0; b < p->hosts; b++) {
            if (a == b)
                continue;
            leaves += bytes[a * p->hosts + b];
            comes += bytes[b * p->hosts + a];
            most = fmax(most, bytes[a * p->hosts + b]
                                  * p->link[a * p->hosts + b].per_byte);
        }
        most = fmax(most, fmax(leaves, comes) * p->host[a].per_byte);
    }
    return most;
}

/* Where the part ends that a rank has, of all that lies along the ranks, when
 * those before it end at 'before'.
 */
static double end_of(const struct mapped_run *s, size_t rank, double before)
{
    return rank < s->recording->ranks ? before + s->share[rank] : INFINITY;
}

/* The same bytes lie along the old ranks and along the new ones. */
double mapped_run_move_seconds(const struct mapped_run *from,
                               const struct mapped_run *to,
                               double bytes)
{
    const struct platform *p = from->platform;
    double *moved = calloc(p->hosts * p->hosts, sizeof(*moved));
    double at = 0, old_end = end_of(from, 0, 0), new_end = end_of(to, 0, 0);
    size_t old = 0, new = 0;
    double seconds = 0;

    while (moved && old < from->recording->ranks
           && new < to->recording->ranks) {
        double end = fmin(old_end, new_end);

        moved[from->host[old] * p->hosts + to->host[new]] +=
            (end - at) * bytes;
        at = end;
        if (old_end <= new_end)
            old_end = end_of(from, ++old, old_end);
        else
            new_end = end_of(to, ++new, new_end);
    }
    if (moved)
        seconds = longest(p, moved);
    free(moved);
    return seconds;
}
