/* backoff.c - do not do again at once what was of no use
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/append_text.h"
#include "policy/backoff.h"
#include "policy/price.h"

/* How long what did not pay is not repeated, the first time. */
static const double least_hold = 10, hold_questions = 5;

enum { LOOKS = 3 }; /* that it takes to say that a change did not pay */

/* "moving rank 2 to h1, rank 3 to h4" */
static void tell_moves(const struct change *c, char key[BACKOFF_KEY])
{
    snprintf(key, BACKOFF_KEY, "moving");
    for (int i = 0; i < c->moves; i++)
        append_text(key, BACKOFF_KEY, "%s rank %d to %.200s", i > 0 ? "," : "",
                    c->move[i].rank, c->move[i].host);
}

void backoff_key(const struct change *c, int ranks, char key[BACKOFF_KEY])
{
    int size = change_size(c, ranks, NULL);

    if (size > ranks)
        snprintf(key, BACKOFF_KEY, "growing");
    else if (size < ranks)
        snprintf(key, BACKOFF_KEY, "shrinking");
    else if (c->has[CHANGE_RESIZE])
        snprintf(key, BACKOFF_KEY, "spreading");
    else if (c->moves > 0)
        tell_moves(c, key);
    else
        snprintf(key, BACKOFF_KEY,
                 c->has[CHANGE_REBALANCE] ? "rebalancing" : "reshaping");
}

static int find(const struct backoff *r, const char *key)
{
    for (int i = 0; i < RESTRAINTS; i++)
        if (strcmp(r->one[i].key, key) == 0)
            return i;
    return -1;
}

/* A free place, or that whose time is over first. */
static int find_place(const struct backoff *r)
{
    int place = 0;

    for (int i = 0; i < RESTRAINTS; i++) {
        if (!*r->one[i].key)
            return i;
        if (r->one[i].until < r->one[place].until)
            place = i;
    }
    return place;
}

void backoff_note(
    struct backoff *r, const char *key, bool paid, double now, double hold)
{
    int i = find(r, key);

    if (paid) {
        if (i >= 0)
            r->one[i].key[0] = '\0';
        return;
    }
    if (i >= 0) {
        r->one[i].hold *= 2;
    } else {
        i = find_place(r);
        snprintf(r->one[i].key, BACKOFF_KEY, "%s", key);
        r->one[i].hold = hold;
    }
    r->one[i].until = now + r->one[i].hold;
}

/* The first look may be at a few iterations, while the old ranks are still
 * about to end and new ones touch their memory for the first time.  So who
 * says then that it did not pay looks again, and takes it back if the next
 * looks together say otherwise.
 */
bool backoff_prove(struct backoff *r,
                   struct proof *p,
                   double predicted,
                   double seconds,
                   double now,
                   double every,
                   double *gain)
{
    bool first = p->looks == 0, paid;
    double seen;

    if (!p->open || isnan(seconds))
        return false;
    seen = 1 - seconds / p->before;
    p->looks++;
    if (!first) {
        p->later += seen;
        seen = p->later / (LOOKS - 1);
    }
    paid = price_paid(predicted, seen);
    p->open = p->looks < LOOKS && !(first && paid);
    if (!first && (p->open || !paid))
        return false;
    backoff_note(r, p->key, paid, now,
                 fmax(least_hold, hold_questions * every));
    *gain = seen;
    return true;
}

bool backoff_forbids(const struct backoff *r,
                     const char *key,
                     double now,
                     struct error *err)
{
    int i = find(r, key);

    if (i < 0 || now >= r->one[i].until)
        return false;
    error_set(err, "%.200s did not pay; not again for %.0f s", key,
              r->one[i].until - now);
    return true;
}
