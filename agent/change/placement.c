/* placement.c - which rank is to be on which host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/change/placement.h"
#include "agent/change/placement_resize.h"
#include "base/append_text.h"
#include "base/system/host.h"
#include "migrate/layout/lineage.h"
#include "policy/host_lookup.h"

enum { LOOKUP_MS = 1000 };

void placement_free(struct placement *p)
{
    free(p->host);
    p->host = NULL;
}

bool placement_is_here(const struct placement *p)
{
    for (int r = 0; r < p->ranks; r++)
        if (!host_is_own(p->host[r]))
            return false;
    return true;
}

/* An address would be waited for as a host's name until patience ends.  A name
 * that nobody tells anything of is taken for a host's.
 */
static int resolve(const char *name, char host[HOST_NAME], struct error *err)
{
    struct addrinfo wanted = { .ai_flags = AI_NUMERICHOST }, *found;
    struct host_lookup answer;

    if (getaddrinfo(name, NULL, &wanted, &found) == 0) {
        freeaddrinfo(found);
        return error_set(err,
                         "%s is an address; hosts go by the names that "
                         "'mitosis ctl hosts' tells",
                         name);
    }
    if (host_lookup_find(name, LOOKUP_MS, &answer) && answer.count == 0)
        return error_set(err, "there is no host %s", name);
    strcpy(host, name);
    return 0;
}

int placement_check(const struct generation *now,
                    const char *name,
                    char host[HOST_NAME],
                    struct error *err)
{
    if (host_is_own(name)) {
        strcpy(host, host_own());
        return 0;
    }
    if (strlen(name) >= HOST_NAME)
        return error_set(err, "the host's name %.40s... is too long", name);
    strcpy(host, name);
    if (now->hosts && host_find_offered(now->hosts, name))
        return 0; /* it was looked up when it was */
    for (int r = 0; r < now->ranks; r++)
        if (strcmp(name, generation_host(now, r)) == 0)
            return 0;
    return resolve(name, host, err);
}

/* ---- where the ranks are that they carry on ---- */

static void follow(struct placement *p,
                   const struct generation *now,
                   const struct lineage *q)
{
    for (int r = 0; r < p->ranks; r++)
        strcpy(p->host[r],
               generation_host(now, (int)q->parents[q->first[r]].rank));
}

/* Where the work of rank 'rank' goes, others go as well. */
static void move(struct placement *p,
                 const struct lineage *q,
                 int rank,
                 const char *host)
{
    for (int r = 0; r < p->ranks; r++)
        for (size_t i = q->first[r]; i < q->first[r + 1]; i++)
            if (q->parents[i].rank == (uint32_t)rank)
                strcpy(p->host[r], host);
}

/* Where all parts of a rank but the first go. */
static void scatter(struct placement *p,
                    const struct lineage *q,
                    int rank,
                    const char *host)
{
    for (int r = 0; r < p->ranks; r++) {
        const struct parent *parent = &q->parents[q->first[r]];

        if (parent->rank == (uint32_t)rank && parent->part > 0)
            strcpy(p->host[r], host);
    }
}

static int scatter_all(struct placement *p,
                       const struct generation *now,
                       const struct change *c,
                       const struct lineage *q,
                       struct error *err)
{
    char host[HOST_NAME];

    for (int i = 0; i < c->splits; i++) {
        if (!c->split[i].to)
            continue;
        if (placement_check(now, c->split[i].to, host, err) < 0)
            return -1;
        scatter(p, q, c->split[i].rank, host);
    }
    return 0;
}

static int move_all(struct placement *p,
                    const struct generation *now,
                    const struct change *c,
                    const struct lineage *q,
                    struct error *err)
{
    char host[HOST_NAME];

    for (int i = 0; i < c->moves; i++) {
        if (placement_check(now, c->move[i].host, host, err) < 0)
            return -1;
        move(p, q, c->move[i].rank, host);
    }
    return 0;
}

/* ---- of a resize ---- */

/* Add a host to 'count' others, unless it is there or is to be left. */
static int add_host(char (*list)[HOST_NAME],
                    int count,
                    const char *name,
                    const struct host_list *hosts)
{
    if (host_leaves(hosts, name))
        return count;
    for (int i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return count;
    strcpy(list[count], name);
    return count + 1;
}

/* The ranks' hosts in their order, and those on offer. */
static int hosts_now(const struct generation *now,
                     const struct host_list *hosts,
                     char (*list)[HOST_NAME])
{
    int count = 0;

    for (int r = 0; r < now->ranks; r++)
        count = add_host(list, count, generation_host(now, r), hosts);
    for (const struct host *h = NULL; (h = host_next_offered(hosts, h));)
        count = add_host(list, count, h->name, hosts);
    return count;
}

/* Those of "h1,h2". */
static int hosts_told(const struct generation *now,
                      const char *text,
                      char (*list)[HOST_NAME],
                      struct error *err)
{
    char copy[CHANGE_HOST], *rest = copy, *name;
    int count = 0;

    snprintf(copy, sizeof(copy), "%s", text);
    while ((name = strsep(&rest, ",")))
        if (placement_check(now, name, list[count++], err) < 0)
            return -1;
    return count;
}

/* As many on each. */
static void spread(struct placement *p, char (*list)[HOST_NAME], int count)
{
    for (int r = 0; r < p->ranks; r++)
        strcpy(p->host[r], list[(long)r * count / p->ranks]);
}

/* What is known of a host. */
static struct placement_resize_host look_at(const char *name,
                                            const struct generation *now,
                                            const struct host_list *hosts,
                                            const job_view_t *watcher)
{
    const struct host *known = host_find_offered(hosts, name);
    struct placement_resize_host seats = { .demand = JOB_UNKNOWN };
    struct policy_host host;

    for (int r = 0; r < now->ranks; r++)
        seats.now += strcmp(generation_host(now, r), name) == 0;
    if (job_view_measured(watcher, name, seats.now, &host)) {
        seats.cores = host.cores;
        seats.demand = host.demand;
    }
    if (known && known->cores > 0) {
        seats.demand =
            job_view_beside(seats.demand, seats.cores, known->cores);
        seats.cores = known->cores;
    }
    return seats;
}

/* As they find room. */
static int divide(struct placement *p,
                  const struct generation *now,
                  const struct host_list *hosts,
                  const job_view_t *watcher,
                  char (*list)[HOST_NAME],
                  int count,
                  struct error *err)
{
    struct placement_resize_host *seats =
        calloc((size_t)count, sizeof(*seats));
    int rank = 0;

    if (!seats)
        return error_set(err, "out of memory");
    for (int i = 0; i < count; i++)
        seats[i] = look_at(list[i], now, hosts, watcher);
    placement_resize_divide(seats, (size_t)count, p->ranks);
    for (int i = 0; i < count; i++)
        while (seats[i].then-- > 0)
            strcpy(p->host[rank++], list[i]);
    free(seats);
    return 0;
}

static int place_anew(struct placement *p,
                      const struct generation *now,
                      const struct change *c,
                      const struct host_list *hosts,
                      const job_view_t *watcher,
                      struct error *err)
{
    int most = now->ranks + host_count_offered(hosts) + CHANGE_HOST;
    char(*list)[HOST_NAME] = calloc((size_t)most + 1, sizeof(*list));
    int count, rc = 0;

    if (!list)
        return error_set(err, "out of memory");
    if (c->hosts)
        count = hosts_told(now, c->hosts, list, err);
    else
        count = hosts_now(now, hosts, list);
    if (count == 0)
        rc = error_set(err, "there is no host that is not to be left");
    else if (count < 0)
        rc = -1;
    else if (c->hosts)
        spread(p, list, count);
    else
        rc = divide(p, now, hosts, watcher, list, count, err);
    free(list);
    return rc;
}

int placement_make(struct placement *p,
                   const struct generation *now,
                   const struct change *c,
                   int ranks,
                   const struct host_list *hosts,
                   const job_view_t *watcher,
                   struct error *err)
{
    struct lineage *q = change_lineage(c, (size_t)now->ranks, err);
    int rc = q ? 0 : -1;

    p->ranks = ranks;
    p->host = calloc((size_t)ranks + 1, sizeof(*p->host));
    if (!p->host)
        rc = error_set(err, "out of memory");
    if (rc == 0 && c->has[CHANGE_RESIZE])
        rc = place_anew(p, now, c, hosts, watcher, err);
    else if (rc == 0)
        follow(p, now, q);
    if (rc == 0)
        rc = move_all(p, now, c, q, err);
    if (rc == 0)
        rc = scatter_all(p, now, c, q, err);
    lineage_destroy(q);
    if (rc < 0)
        placement_free(p);
    return rc;
}

char *placement_tell(const struct placement *p)
{
    size_t room = (size_t)p->ranks * (HOST_NAME + 12) + 1;
    char *text = calloc(room, 1);

    if (!text)
        return NULL;
    for (int r = 0, to; r < p->ranks; r = to) {
        for (to = r + 1; to < p->ranks; to++)
            if (strcmp(p->host[to], p->host[r]) != 0)
                break;
        append_text(text, room, "%s%s:%d", r ? "," : "", p->host[r], to - r);
    }
    return text;
}
