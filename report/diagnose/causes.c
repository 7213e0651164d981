/* causes.c - the causes that a run's figures tell of, while they are
 * looked for
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "report/diagnose/causes.h"

static const double LITTLE = 0.05; /* of the run: not worth a thought */

struct run_verdict causes_verdict(const char *cause)
{
    return (struct run_verdict){
        .cause = cause, .line = "", .advice = "", .call = "", .because = ""
    };
}

struct run_verdict *causes_add(struct causes *f,
                               enum cause_kind kind,
                               const char *cause,
                               double worth)
{
    struct cause *of = &f->of[f->count];

    if (!(worth > LITTLE * f->run->wall) || f->count == CAUSES)
        return NULL;
    f->count++;
    of->kind = kind;
    of->weight = worth;
    of->verdict = causes_verdict(cause);
    of->verdict.worth = worth;
    return &of->verdict;
}

struct run_verdict *causes_add_first(struct causes *f,
                                     enum cause_kind kind,
                                     const char *cause)
{
    struct run_verdict *v = causes_add(f, kind, cause, INFINITY);

    if (v)
        v->worth = 0;
    return v;
}

void causes_print(struct causes *f, const char **text, const char *fmt, ...)
{
    char made[2048];
    const char *kept;
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(made, sizeof(made), fmt, ap);
    va_end(ap);
    if ((kept = arena_print(f->run->arena, "%s", made)))
        *text = kept;
    else
        f->no_memory = true;
}

void causes_place(struct run_verdict *verdict, const struct run_site *site)
{
    if (!site || site->depth == 0)
        return;
    verdict->line = site->frames[0];
    verdict->call = site->call;
}
