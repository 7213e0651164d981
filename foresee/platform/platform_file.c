/* platform_file.c - a platform as users write it down
 *
 * What is not known by name here is refused: a misspelt figure that is passed
 * over would be a wrong prediction.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/platform/platform_file.h"
#include "report/json/parse_file.h"

/* Where one is in the file. */
struct reading {
    const char *path;
    struct platform *platform;
    struct error *err;
};

static int wrong(const struct reading *r, const char *what, const char *wanted)
{
    return error_set(r->err, "%s: %s is not %s", r->path, what, wanted);
}

/* ---- values ---- */

/* What a figure may be.  Beyond that times cannot be added up any more. */
static const struct figure {
    const char *key;
    double least;
    double most;
} figures[] = {
    { "cores", 1, 1e6 },      { "speed", 1e-6, 1e6 },
    { "delay", 0, 1e6 },      { "latency", 0, 1e6 },
    { "bandwidth", 1, 1e30 }, { "eager_limit", 0, 1e15 },
    { "spread", 0, 1e9 },
};

static const struct figure *find_figure(const char *key)
{
    const struct figure *f = figures;

    while (strcmp(f->key, key) != 0)
        f++;
    return f;
}

/* Read a figure; one that is missing is left as it is. */
static int take_figure(const struct reading *r,
                       const json_t *of,
                       const char *where,
                       const char *key,
                       double *number)
{
    const struct figure *f = find_figure(key);
    const json_t *value = json_object_get(of, key);
    char what[256], bounds[64];

    if (!value)
        return 0;
    snprintf(what, sizeof(what), "\"%s\" of %.200s", key, where);
    if (!json_is_number(value))
        return wrong(r, what, "a number");
    *number = json_number_value(value);
    if (*number >= f->least && *number <= f->most)
        return 0;
    snprintf(bounds, sizeof(bounds), "from %g to %g", f->least, f->most);
    return wrong(r, what, bounds);
}

/* See that 'of' is an object that has no other keys than these. */
static int check_keys(const struct reading *r,
                      json_t *of,
                      const char *where,
                      const char *const keys[])
{
    const char *key;

    if (!json_is_object(of))
        return wrong(r, where, "an object, { ... }");
    if ((key = parse_file_unknown(of, keys)))
        return error_set(r->err,
                         "%s: nothing called \"%.100s\" is known "
                         "of %s",
                         r->path, key, where);
    return 0;
}

/* ---- hosts ---- */

static int take_host(const struct reading *r, json_t *of, size_t which)
{
    static const char *const keys[] = { "name",  "cores",     "speed",
                                        "delay", "bandwidth", NULL };
    struct platform_host *h = &r->platform->host[which];
    double cores = 0, bandwidth = INFINITY;

    if (check_keys(r, of, h->name, keys) < 0
        || take_figure(r, of, h->name, "cores", &cores) < 0
        || take_figure(r, of, h->name, "speed", &h->speed) < 0
        || take_figure(r, of, h->name, "delay", &h->delay) < 0
        || take_figure(r, of, h->name, "bandwidth", &bandwidth) < 0)
        return -1;
    if (cores != floor(cores))
        return wrong(r, "\"cores\" of a host", "a whole number");
    h->cores = (unsigned)cores;
    h->per_byte = 1 / bandwidth;
    return 0;
}

/* The names of the hosts, none of which comes twice; the caller frees the
 * list.
 */
static const char **take_names(const struct reading *r, const json_t *hosts)
{
    size_t count = json_array_size(hosts);
    const char **name = calloc(count + 1, sizeof(*name));

    if (!name)
        error_set(r->err, "%s: %s", r->path, strerror(ENOMEM));
    for (size_t i = 0; name && i < count; i++) {
        const json_t *of = json_array_get(hosts, i);
        size_t k = 0;

        name[i] = json_string_value(json_object_get(of, "name"));
        if (name[i] && !*name[i])
            name[i] = NULL;
        while (name[i] && k < i && strcmp(name[k], name[i]) != 0)
            k++;
        if (name[i] && k == i)
            continue;
        error_set(r->err,
                  name[i] ? "%s: two hosts have the name '%.100s'"
                          : "%s: a host has no name",
                  r->path, name[i]);
        free(name);
        return NULL;
    }
    return name;
}

static int take_hosts(struct reading *r, const json_t *hosts)
{
    size_t count = json_array_size(hosts);
    const char **name;

    if (!json_is_array(hosts) || count == 0 || count > PLATFORM_HOSTS)
        return error_set(r->err,
                         "%s: \"hosts\" is not a list of 1 to %d hosts",
                         r->path, PLATFORM_HOSTS);
    if (!(name = take_names(r, hosts)))
        return -1;
    r->platform = platform_create(name, count, r->err);
    free(name);
    for (size_t i = 0; r->platform && i < count; i++)
        if (take_host(r, json_array_get(hosts, i), i) < 0)
            return -1;
    return r->platform ? 0 : -1;
}

/* ---- links ---- */

/* Seconds and bytes a second; without a bandwidth bytes cost nothing. */
static int take_link(const struct reading *r,
                     json_t *of,
                     const char *where,
                     double *latency,
                     double *per_byte)
{
    double bandwidth = INFINITY;

    *latency = 0;
    if (take_figure(r, of, where, "latency", latency) < 0
        || take_figure(r, of, where, "bandwidth", &bandwidth) < 0)
        return -1;
    *per_byte = 1 / bandwidth;
    return 0;
}

/* What is between all hosts, or within all. */
static int take_default(const struct reading *r,
                        json_t *root,
                        const char *key,
                        bool within)
{
    static const char *const keys[] = { "latency", "bandwidth", NULL };
    json_t *of = json_object_get(root, key);
    double latency, per_byte;

    if (!of)
        return 0;
    if (check_keys(r, of, key, keys) < 0
        || take_link(r, of, key, &latency, &per_byte) < 0)
        return -1;
    for (size_t a = 0; a < r->platform->hosts; a++)
        for (size_t b = 0; b < r->platform->hosts; b++)
            if ((a == b) == within)
                platform_connect(r->platform, a, b, latency, per_byte);
    return 0;
}

/* 'told' says of which links something was told, both ways. */
static int take_between(const struct reading *r, json_t *of, bool *told)
{
    static const char *const keys[] = { "between", "latency", "bandwidth",
                                        NULL };
    const json_t *between = json_object_get(of, "between");
    double latency, per_byte;
    size_t end[2];

    if (check_keys(r, of, "a link", keys) < 0
        || take_link(r, of, "a link", &latency, &per_byte) < 0)
        return -1;
    if (json_array_size(between) != 2)
        return wrong(r, "the \"between\" of a link", "two names of hosts");
    for (size_t i = 0; i < 2; i++) {
        const char *name = json_string_value(json_array_get(between, i));

        if (!name)
            return wrong(r, "the \"between\" of a link", "two names of hosts");
        end[i] = platform_find(r->platform, name);
        if (end[i] == r->platform->hosts)
            return error_set(r->err,
                             "%s: a link leads to '%.100s', which is "
                             "no host there",
                             r->path, name);
    }
    if (told[end[0] * r->platform->hosts + end[1]])
        return error_set(r->err,
                         "%s: the link between '%.100s' and '%.100s' is there "
                         "twice",
                         r->path, r->platform->host[end[0]].name,
                         r->platform->host[end[1]].name);
    told[end[0] * r->platform->hosts + end[1]] = true;
    told[end[1] * r->platform->hosts + end[0]] = true;
    platform_connect(r->platform, end[0], end[1], latency, per_byte);
    return 0;
}

static int take_links(const struct reading *r, json_t *links)
{
    size_t hosts = r->platform->hosts;
    bool *told;
    int rc = 0;

    if (links && !json_is_array(links))
        return wrong(r, "\"links\"", "a list, [ ... ]");
    if (!(told = calloc(hosts * hosts, sizeof(*told))))
        return error_set(r->err, "no memory for links of %zu hosts", hosts);
    for (size_t i = 0; i < json_array_size(links) && rc == 0; i++)
        rc = take_between(r, json_array_get(links, i), told);
    free(told);
    return rc;
}

/* ---- the whole ---- */

static int take_all(struct reading *r, json_t *root)
{
    static const char *const keys[] = { "hosts", "network",     "memory",
                                        "links", "eager_limit", "spread",
                                        NULL };
    double eager = PLATFORM_EAGER;

    if (check_keys(r, root, "a platform", keys) < 0
        || take_hosts(r, json_object_get(root, "hosts")) < 0
        || take_default(r, root, "network", false) < 0
        || take_default(r, root, "memory", true) < 0
        || take_links(r, json_object_get(root, "links")) < 0
        || take_figure(r, root, "a platform", "eager_limit", &eager) < 0
        || take_figure(r, root, "a platform", "spread", &r->platform->spread)
               < 0)
        return -1;
    r->platform->eager = (uint64_t)eager;
    return 0;
}

struct platform *platform_file_read(const char *path, struct error *err)
{
    struct reading r = { .path = path, .err = err };
    json_t *root = parse_file(path, "platform", err);
    int rc;

    if (!root)
        return NULL;
    rc = take_all(&r, root);
    json_decref(root);
    if (rc == 0)
        return r.platform;
    platform_destroy(r.platform);
    return NULL;
}
