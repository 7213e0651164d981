/* rehearse.c - check protocols and profiles
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "command/common/say.h"
#include "command/policy/rehearse.h"
#include "policy/profile.h"

enum { ROUNDS = 20 };

/* Let them talk until something is proposed. */
static int play(rehearsal_t *r,
                struct policy_job *job,
                struct decision *d,
                struct error *err)
{
    int round = 1, rc = rehearsal_round(r, job, d, err);

    for (; rc == 0 && !d->change && round < ROUNDS; round++) {
        job->time += 1;
        rc = rehearsal_round(r, job, d, err);
    }
    if (rc == 0 && d->change)
        say_result("  %s%s%s, in round %d, after %d message%s\n",
                   d->change->text, *d->why ? ": " : "", d->why, round,
                   rehearsal_messages(r),
                   rehearsal_messages(r) == 1 ? "" : "s");
    else if (rc == 0)
        say_result("  nothing%s%s, in %d round%s of %d message%s\n",
                   *d->why ? ": " : "", d->why, round, round == 1 ? "" : "s",
                   rehearsal_messages(r),
                   rehearsal_messages(r) == 1 ? "" : "s");
    return rc;
}

rehearsal_t *rehearse_begin(const struct candidate *c,
                            const struct policy_job *job,
                            struct error *err)
{
    rehearsal_t *r = rehearsal_create(c->path, c->options, job, err);

    if (r && c->figures
        && rehearsal_profile(r, c->figures, c->figures_options, err) < 0) {
        rehearsal_destroy(r);
        return NULL;
    }
    return r;
}

int rehearse_protocol(const struct candidate *c,
                      struct policy_job *job,
                      struct error *err)
{
    struct decision d = { 0 };
    rehearsal_t *r = rehearse_begin(c, job, err);
    int rc = r ? play(r, job, &d, err) : -1;

    decision_clear(&d);
    rehearsal_destroy(r);
    return rc;
}

static int derive(profile_t *p,
                  const struct policy_job *job,
                  int host,
                  struct error *err)
{
    struct protocol_view *v = protocol_view_from(job, host);
    struct serialize plain;
    char text[512];
    int rc;

    if (!v)
        return error_set(err, "out of memory");
    rc = profile_derive(p, v, &plain, err);
    if (rc == 0) {
        serialize_tell(&plain, text, sizeof(text));
        say_result("  %s: %s\n", v->name, text);
    }
    protocol_view_destroy(v);
    return rc;
}

int rehearse_profile(const struct candidate *c,
                     struct policy_job *job,
                     struct error *err)
{
    int rc = 0;

    for (int h = 0; rc == 0 && h < job->host_count; h++) {
        profile_t *p = module_load(c->path, c->options, err);

        rc = p ? derive(p, job, h, err) : -1;
        module_destroy(p);
    }
    return rc;
}
