/* application_file.c - applications as users write them down
 *
 * What is not known by name here is refused, as in a platform: a misspelt
 * figure that is passed over would be a wrong prediction.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "foresee/cluster/application.h"
#include "report/json/parse_file.h"

/* Where one is in the file. */
struct reading {
    const char *path;
    const char *name; /* of the application */
    struct error *err;
};

static int wrong(const struct reading *r, const char *key, const char *wanted)
{
    return error_set(r->err, "%s: %.64s: \"%s\" is not %s", r->path, r->name,
                     key, wanted);
}

/* What figures may be. */
static const struct figure {
    const char *key;
    double least;
    double most;
    bool whole;
} figures[] = {
    { "executable", 1, 1e9, true },
    { "serial", 0, 1, false },
    { "size", 1, APPLICATION_NODES, true },
    { "least", 1, APPLICATION_NODES, true },
    { "preferred", 1, APPLICATION_NODES, true },
    { "most", 1, APPLICATION_NODES, true },
    { "iterations", 1, 1e12, true },
    { "state_bytes", 0, 1e15, false },
    { "ready_seconds", 0, 1e6, false },
    { "stopped_seconds", 0, 1e6, false },
    { "share", 0, 1e6, false },
    { "nodes", 1, APPLICATION_NODES, false },
    { "seconds", 1e-6, 1e9, false },
};

static int check(const struct reading *r,
                 const json_t *value,
                 const char *key,
                 double *number)
{
    const struct figure *f = figures;
    char bounds[80];

    while (strcmp(f->key, key) != 0)
        f++;
    snprintf(bounds, sizeof(bounds), "a%s number from %g to %g",
             f->whole ? " whole" : "", f->least, f->most);
    if (!json_is_number(value))
        return wrong(r, key, bounds);
    *number = json_number_value(value);
    if (*number >= f->least && *number <= f->most
        && (!f->whole || *number == floor(*number)))
        return 0;
    return wrong(r, key, bounds);
}

/* Read a figure; one that is missing is left as it is. */
static int take(const struct reading *r,
                const json_t *of,
                const char *key,
                double *number)
{
    const json_t *value = json_object_get(of, key);

    return value ? check(r, value, key, number) : 0;
}

static int take_int(const struct reading *r,
                    const json_t *of,
                    const char *key,
                    int *to)
{
    double number = *to;
    int rc = take(r, of, key, &number);

    *to = (int)number;
    return rc;
}

static int check_keys(const struct reading *r, json_t *of)
{
    static const char *const keys[] = {
        "name",        "executable",
        "times",       "serial",
        "kind",        "size",
        "least",       "preferred",
        "most",        "iterations",
        "state_bytes", "ready_seconds",
        "share",       "stopped_seconds",
        NULL,
    };
    const char *key;

    if ((key = parse_file_unknown(of, keys)))
        return error_set(r->err,
                         "%s: nothing called \"%.100s\" is known of an "
                         "application",
                         r->path, key);
    return 0;
}

/* ---- how its time goes ---- */

/* Read [[nodes, seconds], ...]. */
static int take_points(const struct reading *r,
                       const json_t *times,
                       struct scaling_fit_point point[SCALING_FIT_POINTS],
                       size_t *count)
{
    *count = json_array_size(times);
    if (!json_is_array(times) || *count == 0 || *count > SCALING_FIT_POINTS)
        return wrong(r, "times", "a list of pairs [nodes, seconds]");
    for (size_t i = 0; i < *count; i++) {
        const json_t *pair = json_array_get(times, i);

        if (json_array_size(pair) != 2)
            return wrong(r, "times", "a list of pairs [nodes, seconds]");
        if (check(r, json_array_get(pair, 0), "nodes", &point[i].ranks) < 0
            || check(r, json_array_get(pair, 1), "seconds", &point[i].value)
                   < 0)
            return -1;
    }
    return 0;
}

/* Have the curve, which is that of some job, go through the point. */
static void raise_to(struct scaling_fit *fit,
                     const struct scaling_fit_point *point)
{
    double by = point->value / scaling_fit_at(fit, point->ranks);

    fit->constant *= by;
    fit->factor *= by;
}

static int take_curve(const struct reading *r,
                      const json_t *of,
                      struct application *a)
{
    struct scaling_fit_point point[SCALING_FIT_POINTS];
    const json_t *times = json_object_get(of, "times");
    bool has_serial = json_object_get(of, "serial") != NULL;
    double serial = 0;
    size_t count;

    if (take(r, of, "serial", &serial) < 0
        || take_points(r, times, point, &count) < 0)
        return -1;
    if (has_serial && count > 1)
        return error_set(r->err,
                         "%s: %.64s: with times of several numbers of nodes "
                         "there is no need for \"serial\"",
                         r->path, r->name);
    if (!has_serial && count == 1)
        return error_set(r->err,
                         "%s: %.64s: one of \"times\" does not tell of other "
                         "numbers of nodes; \"serial\" can",
                         r->path, r->name);
    if (count > 1) {
        application_fit(a, point, count);
    } else {
        application_init(a, serial);
        raise_to(&a->seconds, point);
    }
    return 0;
}

/* ---- the rest ---- */

static int take_kind(const struct reading *r,
                     const json_t *of,
                     struct application *a)
{
    const json_t *kind = json_object_get(of, "kind");

    if (!kind)
        return 0;
    a->kind = json_is_string(kind) ? job_kind_find(json_string_value(kind))
                                   : JOB_KINDS;
    return a->kind < JOB_KINDS ? 0
                               : wrong(r, "kind",
                                       "rigid, moldable, malleable or "
                                       "flexible");
}

static int take_sizes(const struct reading *r,
                      const json_t *of,
                      struct application *a)
{
    if (take_int(r, of, "size", &a->size) < 0
        || take_int(r, of, "least", &a->least) < 0
        || take_int(r, of, "most", &a->most) < 0
        || take_int(r, of, "preferred", &a->preferred) < 0)
        return -1;
    if (a->size == 0 || a->least == 0 || a->most == 0)
        return error_set(r->err,
                         "%s: %.64s: \"least\", \"most\" and \"size\" are "
                         "needed, the nodes that it may have and those that "
                         "users ask for",
                         r->path, r->name);
    if (a->preferred == 0)
        a->preferred = a->size;
    if (a->least > a->size || a->size > a->most || a->preferred < a->least
        || a->preferred > a->most)
        return error_set(r->err,
                         "%s: %.64s: size %d and preferred %d are not both "
                         "from %d to %d",
                         r->path, r->name, a->size, a->preferred, a->least,
                         a->most);
    return 0;
}

/* What a change takes is learnt as it is live. */
static int take_price(const struct reading *r,
                      const json_t *of,
                      struct application *a)
{
    double stopped, ready = a->price.ready;

    if (take(r, of, "state_bytes", &a->bytes) < 0)
        return -1;
    stopped = price_seconds(&a->price, a->bytes);
    if (take(r, of, "ready_seconds", &ready) < 0
        || take(r, of, "stopped_seconds", &stopped) < 0)
        return -1;
    price_learn(&a->price, a->bytes, ready, stopped);
    return 0;
}

/* A name is printed in lines with other words. */
static bool is_name(const char *name)
{
    if (!name || !*name || strlen(name) >= APPLICATION_NAME)
        return false;
    for (; *name; name++)
        if (iscntrl((unsigned char)*name))
            return false;
    return true;
}

static int take_one(struct reading *r, json_t *of, struct application *a)
{
    const char *name = json_string_value(json_object_get(of, "name"));
    double executable = 0;

    r->name = is_name(name) ? name : "an application";
    if (!is_name(name))
        return wrong(r, "name", "a line of text, shorter than 64 bytes");
    application_init(a, 0);
    if (check_keys(r, of) < 0 || take_curve(r, of, a) < 0
        || take_kind(r, of, a) < 0 || take_sizes(r, of, a) < 0
        || take(r, of, "iterations", &a->iterations) < 0
        || take_price(r, of, a) < 0 || take(r, of, "share", &a->weight) < 0
        || take(r, of, "executable", &executable) < 0)
        return -1;
    a->executable = (unsigned long)executable;
    snprintf(a->name, sizeof(a->name), "%s", name);
    return 0;
}

/* That logs and drawing can tell them apart. */
static int check_together(const struct reading *r,
                          const struct applications *all)
{
    double weight = 0;

    for (size_t i = 0; i < all->count; i++) {
        const struct application *a = &all->one[i];

        weight += a->weight;
        for (size_t k = 0; k < i; k++) {
            if (strcmp(a->name, all->one[k].name) == 0)
                return error_set(r->err,
                                 "%s: two applications have the name '%s'",
                                 r->path, a->name);
            if (a->executable && a->executable == all->one[k].executable)
                return error_set(r->err,
                                 "%s: %s and %s are both executable "
                                 "%lu",
                                 r->path, all->one[k].name, a->name,
                                 a->executable);
        }
    }
    if (!(weight > 0))
        return error_set(r->err, "%s: no application has a share above 0",
                         r->path);
    return 0;
}

static int take_all(struct reading *r, json_t *root, struct applications *all)
{
    json_t *list = json_object_get(root, "applications");

    all->count = json_array_size(list);
    if (!json_is_array(list) || all->count == 0 || all->count > APPLICATIONS
        || json_object_size(root) != 1)
        return error_set(r->err,
                         "%s: this is not { \"applications\": [ 1 to %d of "
                         "them ] }",
                         r->path, APPLICATIONS);
    for (size_t i = 0; i < all->count; i++)
        if (take_one(r, json_array_get(list, i), &all->one[i]) < 0)
            return -1;
    return check_together(r, all);
}

int application_read_file(struct applications *all,
                          const char *path,
                          struct error *err)
{
    struct reading r = { .path = path, .err = err };
    json_t *root = parse_file(path, "list of applications", err);
    int rc;

    if (!root)
        return -1;
    rc = take_all(&r, root, all);
    json_decref(root);
    return rc;
}
