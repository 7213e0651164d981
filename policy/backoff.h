/* backoff.h - do not do again at once what was of no use
 *
 * A change that did not pay is not repeated for a while, and for twice as
 * long if it does not pay then either.  Changes are the same when they are of
 * the same kind and direction: a job that gained nothing by growing to five
 * ranks is not asked to grow to six.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_BACKOFF_H
#define MITOSIS_POLICY_BACKOFF_H

#include <stdbool.h>

#include "base/error.h"
#include "job/change.h"

enum { RESTRAINTS = 16, BACKOFF_KEY = 320 };

struct backoff {
    struct {
        char key[BACKOFF_KEY]; /* "resize up" */
        double until;
        double hold; /* seconds */
    } one[RESTRAINTS];
};

/* A change whose gain is to be seen yet. */
struct proof {
    bool open;
    char key[BACKOFF_KEY];
    double before; /* seconds of an iteration */
    int looks;     /* at those after it, all of which said that it is none; */
    double later;  /* and the sum of what all but the first said */
};

/* Write how a change of a job with 'ranks' is called here into 'key'. */
void backoff_key(const struct change *c, int ranks, char key[BACKOFF_KEY]);

/* Such a change was done, and paid or not; 'now' is in seconds, 'hold' how
 * long it is not to be repeated the first time.
 */
void backoff_note(
    struct backoff *r, const char *key, bool paid, double now, double hold);

/* Iterations take 'seconds' now, at a time when questions are 'every' seconds
 * apart: if the change is open, look what share of their time it saved, which
 * was to be 'predicted'.  Returns whether that is a judgement, which was noted
 * and is in 'gain' then.
 */
bool backoff_prove(struct backoff *r,
                   struct proof *p,
                   double predicted,
                   double seconds,
                   double now,
                   double every,
                   double *gain);

/* Whether it is too early for another one; then the reason is in 'err'. */
bool backoff_forbids(const struct backoff *r,
                     const char *key,
                     double now,
                     struct error *err);

#endif /* !MITOSIS_POLICY_BACKOFF_H */
