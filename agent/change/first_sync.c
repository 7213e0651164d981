/* first_sync.c - whether all ranks have come to their first mito_sync()
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/change/first_sync.h"
#include "agent/core/host_links.h"
#include "agent/host/agent_say.h"
#include "agent/peers/rank_page.h"
#include "base/append_text.h"

static const double share = 0.1; /* of the patience */

/* Seconds.  Of another host it is told by its agent, which has to come there
 * itself.
 */
static const struct {
    double told, least;
} waits[] = {
    { .told = 1, .least = 0 },
    { .told = 3, .least = 10 },
};

/* The first rank that takes no part, or -1. */
static int first_out(const struct generation *g)
{
    for (int r = 0; r < g->ranks; r++)
        if (atomic_load(&g->control->slot[r].state) == SLOT_OUT)
            return r;
    return -1;
}

static void name_rank(const struct head *a, int rank, struct error *text)
{
    struct page *p = rank_page_open(a->folder, a->now->number, rank);

    error_set(text, "rank %d", rank);
    rank_page_say_call(p, text);
    page_close(p);
    append_text(text->text, sizeof(text->text),
                " has not come to its first mito_sync()");
}

int first_sync_check(struct head *a, struct error *err)
{
    struct generation *now = a->now;
    int at = host_links_is_open(a->links), rank = first_out(now);
    double bound = a->patience * share, waited;

    if (rank >= 0)
        return error_set(err,
                         "rank %d takes no part in changes: it registered "
                         "nothing before its first mito_sync(), or something "
                         "wrong, or ended without it",
                         rank);
    rank = generation_missing(now);
    if (rank < 0)
        return 0;
    if (now->awaited == 0)
        now->awaited = loop_now();
    waited = loop_now() - now->awaited;
    bound = bound > waits[at].least ? bound : waits[at].least;
    if (waited <= bound && (waited <= waits[at].told || now->told_awaited))
        return 1;
    name_rank(a, rank, err);
    if (waited > bound)
        return -1;
    now->told_awaited = true;
    agent_say("%s: a change waits for it, for %g s", err->text, bound);
    return 1;
}
