/* cluster_result_file.c - read back what became of the jobs of a cluster
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "foresee/cluster/application.h"
#include "foresee/cluster/cluster_result.h"
#include "foresee/cluster/workload.h"
#include "report/json/parse_file.h"

/* Where one is in the file. */
struct reading {
    const char *path;
    size_t job; /* its number in the list, from 1 on; or 0 */
    struct error *err;
};

static int wrong(const struct reading *r, const char *what)
{
    if (r->job == 0)
        return error_set(r->err,
                         "%s: this is not what 'mitosis sim cluster --json' "
                         "prints: %s",
                         r->path, what);
    return error_set(r->err,
                     "%s: job %zu of the list is not as 'mitosis sim cluster "
                     "--json' prints one: %s",
                     r->path, r->job, what);
}

static int take(const struct reading *r,
                const json_t *value,
                const char *key,
                double *number)
{
    char what[64];

    *number = json_number_value(value);
    if (json_is_number(value) && fabs(*number) <= 1e15)
        return 0;
    snprintf(what, sizeof(what), "no number \"%s\"", key);
    return wrong(r, what);
}

static int take_key(const struct reading *r,
                    const json_t *of,
                    const char *key,
                    double *number)
{
    return take(r, json_object_get(of, key), key, number);
}

static int take_sizes(const struct reading *r,
                      const json_t *sizes,
                      struct cluster_job *job)
{
    size_t count = json_array_size(sizes);
    double last = job->start, when = 0, nodes = 0;

    if (count == 0)
        return wrong(r, "no \"sizes\"");
    for (size_t i = 0; i < count; i++) {
        const json_t *pair = json_array_get(sizes, i);

        if (take(r, json_array_get(pair, 0), "sizes", &when) < 0
            || take(r, json_array_get(pair, 1), "sizes", &nodes) < 0)
            return -1;
        if (when < last || when > job->end || nodes < 1
            || nodes > APPLICATION_NODES)
            return wrong(r, "its sizes are not in order");
        last = when;
        if (cluster_result_note(job, when, (int)nodes, r->err) < 0)
            return -1;
    }
    return 0;
}

static int take_job(const struct reading *r,
                    const json_t *of,
                    struct cluster_job *job)
{
    const char *kind = json_string_value(json_object_get(of, "kind"));
    double id = 0;

    if (take_key(r, of, "id", &id) < 0
        || take_key(r, of, "submit", &job->submit) < 0
        || take_key(r, of, "start", &job->start) < 0
        || take_key(r, of, "end", &job->end) < 0)
        return -1;
    job->id = id > 0 ? (uint64_t)id : 0;
    job->kind = kind ? job_kind_find(kind) : JOB_KINDS;
    if (job->kind == JOB_KINDS)
        return wrong(r, "no \"kind\"");
    if (job->start < job->submit || job->end < job->start)
        return wrong(r, "it ends before it begins");
    return take_sizes(r, json_object_get(of, "sizes"), job);
}

static int take_all(struct reading *r,
                    const json_t *root,
                    struct cluster_result *to)
{
    const json_t *jobs = json_object_get(root, "jobs");
    const json_t *watts = json_object_get(root, "watts");
    double nodes = 0, changes = 0;

    if (json_array_size(jobs) == 0)
        return wrong(r, "no \"jobs\"");
    if (take_key(r, root, "nodes", &nodes) < 0
        || take_key(r, root, "changes", &changes) < 0
        || cluster_result_init(to, json_array_size(jobs), r->err) < 0
        || take(r, json_array_get(watts, 0), "watts", &to->idle_watts) < 0
        || take(r, json_array_get(watts, 1), "watts", &to->loaded_watts) < 0)
        return -1;
    if (nodes < 1 || nodes > APPLICATION_NODES || changes < 0)
        return wrong(r, "no \"nodes\"");
    to->nodes = (int)nodes;
    to->changes = (size_t)changes;
    for (size_t i = 0; i < to->jobs; i++) {
        r->job = i + 1;
        if (take_job(r, json_array_get(jobs, i), &to->job[i]) < 0)
            return -1;
    }
    return 0;
}

int cluster_result_read(struct cluster_result *to,
                        const char *path,
                        struct error *err)
{
    struct reading r = { .path = path, .err = err };
    json_t *root = parse_file(path, "simulation", err);
    int rc;

    *to = (struct cluster_result){ 0 };
    if (!root)
        return -1;
    rc = take_all(&r, root, to);
    json_decref(root);
    if (rc < 0)
        cluster_result_clear(to);
    return rc;
}
