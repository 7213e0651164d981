/* places.c - which calls and lines have most of a loss
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "report/diagnose/places.h"

static const double CLEAR = 0.25; /* share of an amount that tells a line */

/* ---- amounts ---- */

double places_late(const struct evidence *e, double seconds, double waiting)
{
    (void)seconds;
    return evidence_late(e, waiting);
}

double places_uneven(const struct evidence *e, double seconds, double waiting)
{
    (void)seconds;
    return evidence_uneven(e, waiting);
}

double places_moving(const struct evidence *e, double seconds, double waiting)
{
    return evidence_moving(e, seconds, waiting);
}

double places_seconds(const struct evidence *e, double seconds, double waiting)
{
    (void)e;
    (void)waiting;
    return seconds;
}

/* ---- which ---- */

/* How much of it a call has, or a line in which that is called. */
static double amount_of(const struct evidence *e,
                        const struct run_call *call,
                        unsigned kinds,
                        places_amount *amount,
                        double seconds,
                        double waiting)
{
    enum call_kind kind = call_kind(e->run, call);

    if (!(kinds & 1U << kind))
        return 0;
    return amount(e, seconds, evidence_waiting(e, kind, seconds, waiting));
}

/* Any call that is not 'call', or of which there are as many, does not count.
 */
static const struct run_site *find_most(const struct evidence *e,
                                        unsigned kinds,
                                        const char *call,
                                        uint64_t fewer,
                                        places_amount *amount,
                                        double all)
{
    const struct run_site *most = NULL;
    double best = CLEAR * all;

    for (size_t i = 0; i < e->run->sites; i++) {
        const struct run_site *site = &e->run->site[i];
        const struct run_call *of = call_kind_find(e->run, site->call);
        double is =
            of ? amount_of(e, of, kinds, amount, site->seconds, site->waiting)
               : 0;

        if (is > best && site->count < fewer
            && (!call || strcmp(call, site->call) == 0)) {
            best = is;
            most = site;
        }
    }
    return most;
}

const struct run_site *places_most(const struct evidence *e,
                                   unsigned kinds,
                                   const char *call,
                                   places_amount *amount,
                                   double all)
{
    return find_most(e, kinds, call, UINT64_MAX, amount, all);
}

const struct run_site *places_most_rare(const struct evidence *e,
                                        unsigned kinds,
                                        uint64_t fewer,
                                        places_amount *amount,
                                        double all)
{
    return find_most(e, kinds, NULL, fewer, amount, all);
}

double places_sum(const struct evidence *e,
                  unsigned kinds,
                  places_amount *amount)
{
    double sum = 0;

    for (size_t i = 0; i < e->run->calls; i++) {
        const struct run_call *call = &e->run->call[i];

        sum += amount_of(e, call, kinds, amount, call->seconds, call->waiting);
    }
    return sum;
}

const struct run_call *places_call(const struct evidence *e,
                                   unsigned kinds,
                                   places_amount *amount)
{
    const struct run_call *most = NULL;
    double best = 0;

    for (size_t i = 0; i < e->run->calls; i++) {
        const struct run_call *call = &e->run->call[i];
        double is =
            amount_of(e, call, kinds, amount, call->seconds, call->waiting);

        if (is > best) {
            best = is;
            most = call;
        }
    }
    return most;
}
