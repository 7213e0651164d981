/* postpone.c - changes that are asked for while a host is away for a moment
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "agent/core/host_links.h"
#include "agent/head/postpone.h"

enum { AGAIN_MS = 100 };

struct postponed {
    struct peer *user; /* NULL: the program has asked, its rank 'rank' */
    int rank;
    struct change *change;
    postpone_again_t *again;
    struct postponed *next;
};

static void destroy(struct postponed *w)
{
    change_destroy(w->change);
    free(w);
}

static void on_time(void *arg)
{
    struct head *a = arg;
    struct postponed *w = a->postponed, *next;

    if (host_links_awaits(a->links)) {
        loop_after(a->loop, AGAIN_MS, on_time, a);
        return;
    }
    a->postponed = NULL;
    for (; w; w = next) {
        next = w->next;
        w->again(a, w->user, w->rank, w->change);
        destroy(w);
    }
}

bool postpone(struct head *a,
              struct peer *user,
              int rank,
              struct change *change,
              postpone_again_t *again)
{
    struct postponed **at = &a->postponed, *w;

    if (a->ended || !host_links_awaits(a->links)
        || !(w = calloc(1, sizeof(*w))))
        return false;
    w->user = user;
    w->rank = rank;
    w->again = again;
    w->change = change_share(change);
    while (*at)
        at = &(*at)->next;
    *at = w;
    loop_after(a->loop, AGAIN_MS, on_time, a);
    return true;
}

/* What 'p' has asked for, or all (NULL). */
static void forget(struct head *a, const struct peer *p)
{
    struct postponed **at = &a->postponed, *w;

    while ((w = *at)) {
        if (p && w->user != p) {
            at = &w->next;
            continue;
        }
        *at = w->next;
        destroy(w);
    }
}

static void on_user_gone(struct head *a, struct peer *p)
{
    forget(a, p);
}

static void on_ending(struct head *a)
{
    for (const struct postponed *w = a->postponed; w; w = w->next)
        if (w->user) {
            head_answer(w->user, "the job has ended\n");
            head_finish(w->user, 1);
        }
    forget(a, NULL);
}

static void stop(struct head *a)
{
    loop_cancel(a->loop, on_time, a);
    forget(a, NULL);
}

const struct part postpone_part = {
    .name = "postpone",
    .stop = stop,
    .ending = on_ending,
    .user_gone = on_user_gone,
};
