/* computing_split.c - what ranks did while they computed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "report/gather/computing_split.h"

static const double LITTLE = 0.05; /* of a rank's time may be unknown */
static const double ENOUGH = 0.02; /* of a part, to tell of all of it */

enum { TURNS = 50 };

struct computing_split computing_split_of(const page_copy_t *im)
{
    const struct page *p = page_copy_page(im);
    struct computing_split s = {
        .use = { .on_core = p->use.on_core - p->use_before.on_core,
                 .in_kernel = p->use.in_kernel - p->use_before.in_kernel,
                 .core_wait = p->use.core_wait - p->use_before.core_wait },
        .at = p->use_at,
        .computing = p->computing,
        .calling = p->calling,
        .traced = p->traced,
        .naps = p->yields != 0,
    };

    for (uint32_t i = 0; i < PAGE_CALLS; i++) {
        const struct call_record *call = &p->call[i];

        if (page_copy_used(im, call->name) && call->traits & TRAIT_IO)
            s.file_ticks += call->ticks;
    }
    return s;
}

/* Stretches in seconds, no more of them than 'all' there was. */
struct part {
    double all;
    double seen;
    struct thread_use use;
};

static struct part part_of(const struct stretches *of, double tick, double all)
{
    struct part p = { .all = all, .seen = (double)of->ticks * tick };
    double factor = p.seen > all ? all / p.seen : 1;

    p.seen *= factor;
    p.use.on_core = of->use.on_core * factor;
    p.use.in_kernel = of->use.in_kernel * factor;
    p.use.core_wait = of->use.core_wait * factor;
    return p;
}

static double unseen_of(const struct part *p)
{
    return fmax(0, p->all - p->seen);
}

static double asleep_in(const struct part *p)
{
    return fmax(0, p->seen - p->use.on_core - p->use.core_wait);
}

/* The share of a part's stretches that 'seconds' of them are; 'otherwise' when
 * none was seen.
 */
static double share(const struct part *p, double seconds, double otherwise)
{
    return p->seen > 0 ? fmin(1, seconds / p->seen) : otherwise;
}

/* What of 'rest' was while it computed and not seen, if both parts go on as
 * they were seen.
 */
static double divide(double rest,
                     const struct part *computing,
                     double of_computing,
                     const struct part *calling,
                     double of_calling)
{
    double here = unseen_of(computing) * share(computing, of_computing, 1);
    double there = unseen_of(calling) * share(calling, of_calling, 1);

    return here + there > 0 ? fmax(0, rest) * here / (here + there) : 0;
}

static double between(double least, double value, double most)
{
    return fmax(least, fmin(value, most));
}

static bool was_seen(const struct part *p)
{
    return p->seen > ENOUGH * p->all;
}

/* What the rank slept while it computed, of 'rest' that it slept in all and
 * was not seen to.  Who waits in MPI keeps asking, so all is but for what such
 * calls were seen to sleep; but one that leaves its core while it waits may
 * sleep in any.  Then the parts are as they were seen, and where hardly any
 * call was it slept in these; but no longer than they took.  Where hardly any
 * computing was seen, as where long work is always followed by a short call or
 * two, that says nothing of the rest.
 */
static double asleep_unseen(const struct computing_split *split,
                            const struct part *computing,
                            const struct part *calling,
                            double rest)
{
    double here = unseen_of(computing), there = unseen_of(calling);
    double of_here = share(computing, asleep_in(computing), 0);
    double of_there = share(calling, asleep_in(calling), 0);
    double asleep = rest - there * of_there;

    if (split->naps && was_seen(computing)) {
        of_there = was_seen(calling) ? of_there : 1;
        asleep = here * of_here + there * of_there;
        asleep = asleep > 0 ? rest * here * of_here / asleep : 0;
    }
    return between(0, fmax(asleep, rest - there), here);
}

/* Bring two numbers to a sum. */
static void bring_to(double sum, double *a, double *b)
{
    double factor = *a + *b > 0 ? sum / (*a + *b) : 0;

    *a *= factor;
    *b *= factor;
}

/* For how long a rank had no core while it computed 'here' seconds, unseen,
 * when it was for 'there' seconds in MPI, and in both together so long 'on' a
 * core and so long without.  It is a table of two rows and two columns whose
 * sums are known; it begins as what was seen and is brought to these by turns.
 *
 * Of short stretches those are looked at that come after 20 ms have gone, and
 * where cores are short most of that goes by without one: then a stretch has
 * just got its core and loses it less than others.  So the less was seen, the
 * less it says, and the sums decide.
 */
static double without_core(double here,
                           double there,
                           double on,
                           double without,
                           const struct part *computing,
                           const struct part *calling)
{
    double here_on = computing->use.on_core + unseen_of(computing) / 2;
    double here_no = computing->use.core_wait + unseen_of(computing) / 2;
    double there_on = calling->use.on_core + unseen_of(calling) / 2;
    double there_no = calling->use.core_wait + unseen_of(calling) / 2;

    bring_to(here + there, &on, &without);
    for (int i = 0; i < TURNS; i++) {
        bring_to(on, &here_on, &there_on);
        bring_to(without, &here_no, &there_no);
        bring_to(here, &here_on, &here_no);
        bring_to(there, &there_on, &there_no);
    }
    return here_no;
}

/* What was traced of it is known, and the rest as it was estimated. */
static void take_traced(const struct computing_split *split,
                        double tick,
                        struct run_times *t)
{
    struct part traced = part_of(&split->traced, tick, t->compute);
    double rest;

    if (!(traced.seen > 0))
        return;
    t->on_core = between(
        0, traced.use.on_core + unseen_of(&traced) * t->on_core / t->compute,
        t->compute);
    rest = t->compute - t->on_core;
    if (t->no_core + t->asleep > 0)
        bring_to(rest, &t->no_core, &t->asleep);
    else
        t->no_core = rest;
}

void computing_split_finish(const struct computing_split *split,
                            double tick,
                            double unknown,
                            struct run_rank *rank)
{
    struct run_times *t = &rank->times;
    double in_mpi = fmax(0, t->mpi - rank->init);
    struct part computing = part_of(&split->computing, tick, t->compute);
    struct part calling = part_of(&split->calling, tick, in_mpi);
    double files = fmin((double)split->file_ticks * tick, in_mpi);
    double unseen = unseen_of(&computing), there = unseen_of(&calling);
    double on_core, core_wait, asleep, rest;

    if (!(split->use.on_core > 0) || unknown > LITTLE * t->wall)
        return;
    on_core = split->use.on_core - computing.use.on_core - calling.use.on_core;
    core_wait =
        split->use.core_wait - computing.use.core_wait - calling.use.core_wait;
    on_core = fmax(0, on_core);
    core_wait = fmax(0, core_wait);
    rest = unseen + there - on_core - core_wait - files;
    asleep = asleep_unseen(split, &computing, &calling, rest);
    core_wait = without_core(unseen - asleep,
                             fmax(0, there - files - fmax(0, rest - asleep)),
                             on_core, core_wait, &computing, &calling);
    t->asleep = fmin(asleep_in(&computing) + asleep, t->compute);
    t->no_core = between(0, computing.use.core_wait + core_wait,
                         t->compute - t->asleep);
    t->on_core = t->compute - t->asleep - t->no_core;
    take_traced(split, tick, t);
    t->in_kernel = computing.use.in_kernel
                   + divide(split->use.in_kernel - computing.use.in_kernel
                                - calling.use.in_kernel,
                            &computing, computing.use.in_kernel, &calling,
                            calling.use.in_kernel);
    t->in_kernel = between(0, t->in_kernel, t->on_core);
}
