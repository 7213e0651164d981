/* waiting_rank.c - whether a rank waits for others, or only has no core
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/change/waiting_rank.h"
#include "base/system/process.h"

/* Who waits sleeps a thousand times a second, see pmpi/watch/yield.c, or asks
 * without end where it does not sleep.  Who copies a message hardly sleeps,
 * and is done before it had a core for so long, unless that is hundreds of
 * megabytes.
 */
enum { SLEEPS_LEAST = 20 };
static const double on_core_least = 0.1;

/* A file may be slow by itself. */
static bool may_wait(const struct page *p)
{
    uint32_t call = p->inside_call;

    return call < PAGE_CALLS && (p->call[call].traits & TRAIT_BLOCKING)
           && !(p->call[call].traits & TRAIT_IO);
}

/* 0 while it computes. */
static uint64_t entered(const struct page *p)
{
    return *(const volatile uint64_t *)&p->inside_since;
}

bool waiting_rank_look(const struct page *p, struct waiting_rank *now)
{
    if (!p || p->pid <= 0 || !page_is_here(p))
        return false;
    now->since = entered(p);
    if (now->since == 0 || !may_wait(p))
        return false;
    now->sleeps = process_status(p->pid, "\nvoluntary_ctxt_switches:", 10, 0);
    now->on_core = process_core_time(p->pid);
    return entered(p) == now->since;
}

bool waiting_rank_stays(const struct waiting_rank *then,
                        const struct waiting_rank *now)
{
    return then->since == now->since;
}

bool waiting_rank_waits(const struct waiting_rank *then,
                        const struct waiting_rank *now)
{
    return waiting_rank_stays(then, now)
           && (now->sleeps >= then->sleeps + SLEEPS_LEAST
               || now->on_core >= then->on_core + on_core_least);
}
