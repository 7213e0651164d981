/* decide_saved.c - what was learnt of a job, for the head after this one
 *
 * Moments are CLOCK_MONOTONIC, so they mean the same to another process of
 * this host.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "agent/decide/decide_internal.h"

static void put_restraint(const struct backoff *r, FILE *out)
{
    for (int i = 0; i < RESTRAINTS; i++)
        if (*r->one[i].key)
            fprintf(out, "restraint %.3f %.3f %s\n", r->one[i].until,
                    r->one[i].hold, r->one[i].key);
}

void decide_save(const struct head *a, FILE *out)
{
    const struct decide *d = a->decide;

    if (!d)
        return;
    fprintf(out, "moments %.3f %.3f\n", d->began, d->changed);
    fprintf(out, "preferred %d\n", d->limits.preferred);
    fprintf(out, "price %d %.6f %.6f\n", d->price.changes, d->price.ready,
            d->price.factor);
    fprintf(out, "pace %.3f %llu %.6f\n", d->pace.since,
            (unsigned long long)d->pace.first, d->pace.before);
    if (d->proof.open && d->proof.looks == 0)
        fprintf(out, "proof %.9f %.6f %s\n", d->proof.before, d->forecast.gain,
                d->proof.key);
    for (int i = 0; i < d->scaling.count; i++)
        fprintf(out, "iterations %d %.9f\n", d->scaling.size[i].ranks,
                d->scaling.size[i].seconds);
    put_restraint(&d->restraint, out);
}

/* ---- again ---- */

static void take_moments(struct head *a, const char *rest)
{
    struct decide *d = decide_need(a);

    if (d)
        sscanf(rest, "%lf %lf", &d->began, &d->changed);
}

static void take_preferred(struct head *a, const char *rest)
{
    struct decide *d = decide_need(a);

    if (d)
        sscanf(rest, "%d", &d->limits.preferred);
}

static void take_price(struct head *a, const char *rest)
{
    struct decide *d = decide_need(a);

    if (d)
        sscanf(rest, "%d %lf %lf", &d->price.changes, &d->price.ready,
               &d->price.factor);
}

static void take_pace(struct head *a, const char *rest)
{
    struct decide *d = decide_need(a);
    struct sync_pace read;
    unsigned long long first;

    if (!d
        || sscanf(rest, "%lf %llu %lf", &read.since, &first, &read.before)
               != 3)
        return;
    read.first = first;
    d->pace = read;
}

static void take_proof(struct head *a, const char *rest)
{
    struct decide *d = decide_need(a);

    if (d)
        d->proof.open = sscanf(rest, "%lf %lf %319[^\n]", &d->proof.before,
                               &d->forecast.gain, d->proof.key)
                        == 3;
}

static void take_iterations(struct head *a, const char *rest)
{
    struct decide *d = decide_need(a);
    double seconds;
    int ranks;

    if (d && sscanf(rest, "%d %lf", &ranks, &seconds) == 2 && ranks > 0)
        scaling_note(&d->scaling, ranks, seconds);
}

static void take_restraint(struct head *a, const char *rest)
{
    struct decide *d = decide_need(a);
    int i = 0;

    while (d && i < RESTRAINTS && *d->restraint.one[i].key)
        i++;
    if (d && i < RESTRAINTS
        && sscanf(rest, "%lf %lf %319[^\n]", &d->restraint.one[i].until,
                  &d->restraint.one[i].hold, d->restraint.one[i].key)
               != 3)
        d->restraint.one[i].key[0] = '\0';
}

const struct saved_line decide_lines[] = {
    { "moments", take_moments },       { "preferred", take_preferred },
    { "price", take_price },           { "pace", take_pace },
    { "proof", take_proof },           { "restraint", take_restraint },
    { "iterations", take_iterations }, { 0 },
};
