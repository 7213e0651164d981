/* figures.c - what a profile makes of each host of a job, for its policy
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/system/clock.h"
#include "policy/figures.h"
#include "policy/lua/sandbox.h"

/* For all hosts together, at each question. */
static const double most_seconds = 5 * SANDBOX_MS / 1e3;

/* That of a host. */
struct one {
    char name[POLICY_HOST_NAME];
    profile_t *profile;
    struct serialize made;
};

struct figures {
    module_t *module; /* the others are copies of it */
    int failures;     /* in a row */
    struct one **one;
    size_t count, room;
};

figures_t *figures_create(const char *path,
                          const char *options,
                          struct error *err)
{
    figures_t *f = calloc(1, sizeof(*f));

    if (!f)
        return error_null(err, "out of memory");
    f->module = module_load_kind(MODULE_PROFILE, path, options, err);
    if (!f->module) {
        figures_destroy(f);
        return NULL;
    }
    return f;
}

static void drop(figures_t *f, size_t i)
{
    module_destroy(f->one[i]->profile);
    free(f->one[i]);
    f->one[i] = f->one[--f->count];
}

static void forget(figures_t *f)
{
    while (f->count > 0)
        drop(f, f->count - 1);
}

void figures_destroy(figures_t *f)
{
    if (f) {
        forget(f);
        free(f->one);
        module_destroy(f->module);
        free(f);
    }
}

const char *figures_name(const figures_t *f)
{
    return module_name(f->module);
}

/* ---- making ---- */

static struct one *add(figures_t *f, const char *host, struct error *err)
{
    struct one *one = calloc(1, sizeof(*one));
    const char *text;
    size_t bytes;

    if (!one || !grow(&f->one, sizeof(*f->one), f->count, &f->room)) {
        free(one);
        return error_null(err, "out of memory");
    }
    text = module_text(f->module, &bytes);
    one->profile = module_make(module_name(f->module), text, bytes,
                               module_given(f->module), err);
    if (!one->profile) {
        free(one);
        return NULL;
    }
    snprintf(one->name, sizeof(one->name), "%s", host);
    return f->one[f->count++] = one;
}

static struct one *find(const figures_t *f, const char *host)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->one[i]->name, host) == 0)
            return f->one[i];
    return NULL;
}

static int derive(figures_t *f,
                  const struct policy_job *job,
                  int host,
                  struct error *err)
{
    const char *name = job->hosts[host].name;
    struct one *one = find(f, name);
    struct protocol_view *v;
    int rc;

    if (!one && !(one = add(f, name, err)))
        return -1;
    v = protocol_view_from(job, host);
    if (!v)
        return error_set(err, "out of memory");
    rc = profile_derive(one->profile, v, &one->made, err);
    protocol_view_destroy(v);
    return rc;
}

/* Of a host that nobody has measured there is nothing to make figures of. */
static bool is_measured(const struct policy_job *job, int host)
{
    return !isnan(job->hosts[host].load);
}

/* Hosts come and go. */
static void forget_others(figures_t *f, const struct policy_job *job)
{
    for (size_t i = f->count; i-- > 0;)
        if (!policy_job_host(job, f->one[i]->name))
            drop(f, i);
}

/* What a call may take holds for each host; together they hold up the agent.
 */
static int derive_all(figures_t *f,
                      const struct policy_job *job,
                      struct error *err)
{
    double since = clock_seconds();

    for (int h = 0; h < job->host_count; h++) {
        if (!is_measured(job, h))
            continue;
        if (derive(f, job, h, err) < 0)
            return -1;
        if (clock_seconds() - since > most_seconds)
            return error_set(err,
                             "%s: %d of %d hosts have taken %.2f s, more than "
                             "all may",
                             figures_name(f), h + 1, job->host_count,
                             clock_seconds() - since);
    }
    return 0;
}

int figures_derive(figures_t *f, struct policy_job *job, struct error *err)
{
    if (figures_off(f))
        return 0;
    forget_others(f, job);
    if (derive_all(f, job, err) < 0) {
        f->failures++;
        return -1;
    }
    f->failures = 0;
    for (int h = 0; h < job->host_count; h++)
        if (is_measured(job, h))
            profile_apply(&find(f, job->hosts[h].name)->made, &job->hosts[h]);
    policy_job_sum_up(job);
    return 0;
}

bool figures_off(const figures_t *f)
{
    return f->failures >= POLICY_PATIENCE;
}

int figures_reload(figures_t *f, struct error *err)
{
    int rc = module_reload(f->module, err);

    if (rc > 0) {
        forget(f);
        f->failures = 0;
    }
    return rc;
}
