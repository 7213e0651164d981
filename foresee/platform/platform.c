/* platform.c - the hosts that a run is replayed on, and what is between them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/platform/platform.h"
#include "report/model/statistics.h"

/* Copy the names into one piece of memory. */
static int keep_names(struct platform *p, const char *const names[])
{
    size_t bytes = 1;
    char *at;

    for (size_t i = 0; i < p->hosts; i++)
        bytes += strlen(names[i]) + 1;
    if (!(p->names = malloc(bytes)))
        return -1;
    at = p->names;
    for (size_t i = 0; i < p->hosts; i++) {
        size_t len = strlen(names[i]) + 1;

        memcpy(at, names[i], len);
        p->host[i].name = at;
        at += len;
    }
    return 0;
}

struct platform *platform_create(const char *const names[],
                                 size_t hosts,
                                 struct error *err)
{
    struct platform *p = calloc(1, sizeof(*p));

    if (p && hosts <= PLATFORM_HOSTS) {
        p->hosts = hosts;
        p->eager = PLATFORM_EAGER;
        p->host = calloc(hosts + 1, sizeof(*p->host));
        p->link = calloc(hosts * hosts + 1, sizeof(*p->link));
    }
    if (!p || !p->host || !p->link || keep_names(p, names) < 0) {
        error_set(err, "no memory for a platform of %zu hosts", hosts);
        platform_destroy(p);
        return NULL;
    }
    for (size_t i = 0; i < hosts; i++)
        p->host[i].speed = 1;
    return p;
}

struct platform *platform_ideal(const struct platform *p, struct error *err)
{
    const char **names = calloc(p->hosts + 1, sizeof(*names));
    struct platform *ideal;

    if (!names)
        return error_null(err, "no memory for a platform of %zu hosts",
                          p->hosts);
    for (size_t i = 0; i < p->hosts; i++)
        names[i] = p->host[i].name;
    ideal = platform_create(names, p->hosts, err);
    free(names);
    for (size_t i = 0; ideal && i < p->hosts; i++) {
        ideal->host[i].cores = p->host[i].cores;
        ideal->host[i].speed = p->host[i].speed;
    }
    for (size_t i = 0; ideal && i < p->hosts * p->hosts; i++)
        ideal->link[i].known = true;
    if (ideal)
        ideal->eager = p->eager;
    return ideal;
}

void platform_destroy(struct platform *p)
{
    if (p) {
        for (size_t i = 0; p->host && i < p->hosts; i++)
            for (int call = 0; call < PLATFORM_CALLS; call++)
                free(p->host[i].delays[call]);
        free(p->host);
        free(p->link);
        free(p->names);
        free(p);
    }
}

bool platform_shares(const struct platform *p)
{
    size_t i = 0;

    while (i < p->hosts && !(p->host[i].per_byte > 0))
        i++;
    return i < p->hosts;
}

bool platform_is_doubtful(const struct platform *p)
{
    return 100 * p->spread > PLATFORM_DOUBTFUL;
}

size_t platform_find(const struct platform *p, const char *name)
{
    size_t i = 0;

    while (i < p->hosts && strcmp(p->host[i].name, name) != 0)
        i++;
    return i;
}

void platform_connect(
    struct platform *p, size_t a, size_t b, double latency, double per_byte)
{
    struct platform_link link = { true, latency, per_byte };

    p->link[a * p->hosts + b] = link;
    p->link[b * p->hosts + a] = link;
}

enum platform_call platform_call(bool collective, bool kept)
{
    if (collective)
        return kept ? PLATFORM_COLLECTIVE_KEPT : PLATFORM_COLLECTIVE;
    return kept ? PLATFORM_MESSAGE_KEPT : PLATFORM_MESSAGE;
}

int platform_set_delays(struct platform *p,
                        size_t host,
                        enum platform_call call,
                        double *late,
                        size_t count)
{
    double *delays = p->host[host].delays[call];

    if (count == 0)
        return 0;
    if (!delays && !(delays = calloc(PLATFORM_DELAYS, sizeof(*delays))))
        return -1;
    p->host[host].delays[call] = delays;
    sort_numbers(late, count);
    for (size_t i = 0; i < PLATFORM_DELAYS; i++)
        delays[i] =
            fmax(0, quantile(late, count, (i + 0.5) / PLATFORM_DELAYS));
    return 0;
}

void platform_mean_delay(struct platform *p, size_t host, const size_t kept[2])
{
    struct platform_host *h = &p->host[host];
    double sum = 0, weight = 0;

    for (int collective = 0; collective < 2; collective++) {
        const double *delays = h->delays[platform_call(collective, true)];

        for (size_t i = 0; delays && i < PLATFORM_DELAYS; i++) {
            sum += delays[i] * (double)kept[collective];
            weight += (double)kept[collective];
        }
    }
    h->delay = weight > 0 ? sum / weight : 0;
}

int platform_take_delays(struct platform *p, const struct platform *run)
{
    for (size_t i = 0; i < p->hosts; i++) {
        size_t like = platform_find(run, p->host[i].name);
        const struct platform_host *from =
            &run->host[like < run->hosts ? like : 0];

        if (!(from->delay > p->host[i].delay))
            continue;
        p->host[i].delay = from->delay;
        p->host[i].delay_shared = from->delay_shared;
        for (int call = 0; call < PLATFORM_CALLS; call++)
            if (from->delays[call]
                && platform_set_delays(p, i, call, from->delays[call],
                                       PLATFORM_DELAYS)
                       < 0)
                return -1;
    }
    return 0;
}

double platform_delay(const struct platform *p,
                      size_t host,
                      enum platform_call call,
                      uint64_t chance)
{
    const struct platform_host *h = &p->host[host];

    if (h->delays[call])
        return h->delays[call][chance % PLATFORM_DELAYS];
    return call == PLATFORM_MESSAGE_KEPT || call == PLATFORM_COLLECTIVE_KEPT
               ? h->delay
               : 0;
}

const struct platform_link *platform_link(const struct platform *p,
                                          size_t a,
                                          size_t b)
{
    return &p->link[a * p->hosts + b];
}
