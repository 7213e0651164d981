/* postpone.c - changes that are asked for while a host is away for a moment
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/head/ctl.h"
#include "agent/head/postpone.h"

enum { AGAIN_MS = 100 };

struct postponed {
    struct peer *user; /* NULL: the program has asked, its rank 'rank' */
    int rank;
    char *text;
    struct postponed *next;
};

static void destroy(struct postponed *w)
{
    free(w->text);
    free(w);
}

/* It can begin now, or not at all. */
static void settle(struct head *a, const struct postponed *w)
{
    struct error err;

    if (w->user)
        ctl_user(a, w->user, w->text);
    else if (ctl_change(a, w->text, ASKED_BY_PROGRAM, &err) < 0)
        head_say("%s, asked for by rank %d: %s", w->text, w->rank, err.text);
}

static void on_time(void *arg)
{
    struct head *a = arg;
    struct postponed *w = a->postponed, *next;

    if (host_links_awaits(a->hub)) {
        loop_after(a->loop, AGAIN_MS, on_time, a);
        return;
    }
    a->postponed = NULL;
    for (; w; w = next) {
        next = w->next;
        settle(a, w);
        destroy(w);
    }
}

bool postpone(struct head *a, const struct peer *p, const char *text)
{
    struct postponed **at = &a->postponed, *w;

    if (!host_links_awaits(a->hub) || !(w = calloc(1, sizeof(*w))))
        return false;
    w->user = p->kind == PEER_USER ? (struct peer *)p : NULL;
    w->rank = p->rank;
    w->text = strdup(text);
    if (!w->text) {
        free(w);
        return false;
    }
    while (*at)
        at = &(*at)->next;
    *at = w;
    loop_after(a->loop, AGAIN_MS, on_time, a);
    return true;
}

void postpone_forget(struct head *a, const struct peer *p)
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
