/* learnt.c - what was learnt of a job, as lines of text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "agent/decide/decide_parts.h"
#include "agent/head/learnt.h"

static void put_restraint(const struct restraint *r, FILE *out)
{
    for (int i = 0; i < RESTRAINTS; i++)
        if (*r->one[i].key)
            fprintf(out, "restraint %.3f %.3f %s\n", r->one[i].until,
                    r->one[i].hold, r->one[i].key);
}

void learnt_put(const struct head *a, FILE *out)
{
    const struct decide *d = a->decide;

    if (!d)
        return;
    fprintf(out, "moments %.3f %.3f\n", d->began, d->changed);
    fprintf(out, "preferred %d\n", d->limits.preferred);
    fprintf(out, "price %d %.6f %.6f\n", d->price.changes, d->price.ready,
            d->price.factor);
    if (d->proof.open)
        fprintf(out, "proof %.9f %.6f %s\n", d->proof.before, d->forecast.gain,
                d->proof.key);
    put_restraint(&d->restraint, out);
}

/* ---- again ---- */

static void take_moments(struct decide *d, const char *rest)
{
    sscanf(rest, "%lf %lf", &d->began, &d->changed);
}

static void take_preferred(struct decide *d, const char *rest)
{
    sscanf(rest, "%d", &d->limits.preferred);
}

static void take_price(struct decide *d, const char *rest)
{
    sscanf(rest, "%d %lf %lf", &d->price.changes, &d->price.ready,
           &d->price.factor);
}

static void take_proof(struct decide *d, const char *rest)
{
    d->proof.open = sscanf(rest, "%lf %lf %319[^\n]", &d->proof.before,
                           &d->forecast.gain, d->proof.key)
                    == 3;
}

static void take_restraint(struct decide *d, const char *rest)
{
    struct restraint *r = &d->restraint;
    int i = 0;

    while (i < RESTRAINTS && *r->one[i].key)
        i++;
    if (i < RESTRAINTS
        && sscanf(rest, "%lf %lf %319[^\n]", &r->one[i].until, &r->one[i].hold,
                  r->one[i].key)
               != 3)
        r->one[i].key[0] = '\0';
}

static const struct {
    const char *word;
    void (*take)(struct decide *d, const char *rest);
} lines[] = {
    { "moments ", take_moments },     { "preferred ", take_preferred },
    { "price ", take_price },         { "proof ", take_proof },
    { "restraint ", take_restraint },
};

void learnt_take(struct head *a, const char *line)
{
    for (size_t i = 0; a->decide && i < sizeof(lines) / sizeof(lines[0]); i++)
        if (strncmp(line, lines[i].word, strlen(lines[i].word)) == 0)
            lines[i].take(a->decide, line + strlen(lines[i].word));
}
