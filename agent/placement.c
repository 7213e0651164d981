/* placement.c - which rank is to be on which host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/placement.h"
#include "base/host.h"
#include "migrate/request.h"

void placement_free(struct placement *p)
{
    free(p->host);
    p->host = NULL;
}

bool placement_has(const struct placement *p, const char *host)
{
    for (int r = 0; r < p->ranks; r++)
        if (strcmp(p->host[r], host) == 0)
            return true;
    return false;
}

bool placement_is_here(const struct placement *p)
{
    for (int r = 0; r < p->ranks; r++)
        if (!host_is_own(p->host[r]))
            return false;
    return true;
}

int placement_check(const struct generation *now,
                    const char *name,
                    char host[POST_HOST],
                    struct error *err)
{
    struct addrinfo *found;

    if (host_is_own(name)) {
        strcpy(host, host_own());
        return 0;
    }
    if (strlen(name) >= POST_HOST)
        return error_set(err, "the host's name %.40s... is too long", name);
    strcpy(host, name);
    for (int r = 0; r < now->ranks; r++)
        if (strcmp(name, generation_host(now, r)) == 0)
            return 0;
    if (getaddrinfo(name, NULL, NULL, &found) != 0)
        return error_set(err, "there is no host %s", name);
    freeaddrinfo(found);
    return 0;
}

/* ---- where the ranks are that they carry on ---- */

static int follow(struct placement *p,
                  const struct generation *now,
                  const struct change *c,
                  struct error *err)
{
    struct request *q =
        request_make(c, (size_t)now->ranks, (size_t)p->ranks, err);

    if (!q)
        return -1;
    for (int r = 0; r < p->ranks; r++)
        strcpy(p->host[r],
               generation_host(now, (int)q->parents[q->first[r]].rank));
    request_destroy(q);
    if (c->kind == CHANGE_MIGRATE)
        return placement_check(now, c->host, p->host[c->rank], err);
    return 0;
}

/* ---- as many on each ---- */

/* The ranks' hosts, each once, in their order. */
static int hosts_now(const struct generation *now, char (*list)[POST_HOST])
{
    int count = 0;

    for (int r = 0; r < now->ranks; r++) {
        int i = 0;

        strcpy(list[count], generation_host(now, r));
        while (strcmp(list[i], list[count]) != 0)
            i++;
        count += i == count;
    }
    return count;
}

static int add_offers(char (*list)[POST_HOST],
                      int count,
                      const char (*offer)[POST_HOST],
                      int offers)
{
    for (int k = 0; k < offers; k++) {
        int i = 0;

        strcpy(list[count], offer[k]);
        while (strcmp(list[i], list[count]) != 0)
            i++;
        count += i == count;
    }
    return count;
}

/* Those of "h1,h2". */
static int hosts_told(const struct generation *now,
                      const char *text,
                      char (*list)[POST_HOST],
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

static int spread(struct placement *p,
                  const struct generation *now,
                  const struct change *c,
                  const char (*offer)[POST_HOST],
                  int offers,
                  struct error *err)
{
    int most = now->ranks + offers + CHANGE_HOST;
    char(*list)[POST_HOST] = calloc((size_t)most + 1, sizeof(*list));
    int count;

    if (!list)
        return error_set(err, "out of memory");
    if (*c->host)
        count = hosts_told(now, c->host, list, err);
    else
        count = add_offers(list, hosts_now(now, list), offer, offers);
    for (int r = 0; count > 0 && r < p->ranks; r++)
        strcpy(p->host[r], list[(long)r * count / p->ranks]);
    free(list);
    return count < 0 ? -1 : 0;
}

int placement_make(struct placement *p,
                   const struct generation *now,
                   const struct change *c,
                   int ranks,
                   const char (*offer)[POST_HOST],
                   int offers,
                   struct error *err)
{
    int rc;

    p->ranks = ranks;
    p->host = calloc((size_t)ranks + 1, sizeof(*p->host));
    if (!p->host)
        return error_set(err, "out of memory");
    rc = c->kind == CHANGE_RESIZE ? spread(p, now, c, offer, offers, err)
                                  : follow(p, now, c, err);
    if (rc < 0)
        placement_free(p);
    return rc;
}

char *placement_tell(const struct placement *p)
{
    size_t room = (size_t)p->ranks * (POST_HOST + 12) + 1, used = 0;
    char *text = malloc(room);

    if (!text)
        return NULL;
    for (int r = 0, to; r < p->ranks; r = to) {
        for (to = r + 1; to < p->ranks; to++)
            if (strcmp(p->host[to], p->host[r]) != 0)
                break;
        used += (size_t)snprintf(text + used, room - used, "%s%s:%d",
                                 r ? "," : "", p->host[r], to - r);
    }
    return text;
}
