/* eager_limit.c - from which size on a run's messages waited for their
 * receiver
 *
 * A send that ends before the receive is posted did not wait for it.  One that
 * ends later need not have waited, either: its rank may have lost its core, or
 * the call waited for a message to come, too.  So these count only where the
 * call does nothing but send, and did so for long; and no size waits of which
 * one message did not.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "foresee/platform/eager_limit.h"
#include "foresee/platform/platform.h"

enum {
    SIZES = 65, /* powers of two, up to what 2^64 - 1 is rounded to */
    ENOUGH = 4, /* sends that waited, to tell */
};

static const double long_for_sending = 1e-4; /* seconds */

struct sizes {
    bool early[SIZES];  /* one did not wait */
    size_t late[SIZES]; /* so many did, the least of these bytes: */
    uint64_t least_late[SIZES];
    uint64_t most_early; /* bytes of one that did not */
};

static void look_at_send(const struct step *s,
                         uint64_t bytes,
                         double posted,
                         bool only_sends,
                         struct sizes *sizes)
{
    double end = s->at + s->seconds;
    int size = bytes > 0 ? ilogb((double)bytes) : 0;

    if (s->seconds <= 0 || isnan(posted))
        return;
    if (end < posted) {
        sizes->early[size] = true;
        if (bytes > sizes->most_early)
            sizes->most_early = bytes;
    } else if (only_sends && posted - s->at > long_for_sending) {
        if (sizes->late[size]++ == 0 || bytes < sizes->least_late[size])
            sizes->least_late[size] = bytes;
    }
}

/* Whether the call of this wait waits for nothing else. */
static bool waits_alone(const struct recorded_rank *of, size_t step)
{
    return !(step > 0 && step_waits(&of->step[step - 1]))
           && !(step + 1 < of->steps && step_waits(&of->step[step + 1]));
}

static void look_at_rank(const struct recording *r,
                         const struct moments *m,
                         const struct recorded_rank *of,
                         struct sizes *sizes)
{
    for (size_t k = 0; k < of->steps; k++) {
        const struct step *s = &of->step[k];

        if (s->kind == STEP_WAIT_SENT)
            look_at_send(s, r->message[s->item].bytes, m->posted[s->item],
                         waits_alone(of, k), sizes);
    }
}

uint64_t eager_limit_find(const struct recording *r, const struct moments *m)
{
    struct sizes sizes = { .most_early = 0 };
    uint64_t least;
    int size = 0;

    for (size_t i = 0; i < r->ranks; i++)
        look_at_rank(r, m, &r->rank[i], &sizes);
    if (sizes.most_early > PLATFORM_EAGER)
        return sizes.most_early;
    while (size < SIZES && (sizes.early[size] || sizes.late[size] < ENOUGH))
        size++;
    least = size < SIZES ? sizes.least_late[size] : 0;
    return least > sizes.most_early && least <= PLATFORM_EAGER
               ? least - 1
               : PLATFORM_EAGER;
}
