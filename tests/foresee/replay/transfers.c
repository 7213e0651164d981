/* Tests of foresee/replay/transfers.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "foresee/replay/transfers.h"
#include "tests/tap.h"

enum { HOSTS = 4, MOST = 8, KB = 1000 };

/* A host has so many kB a second, 0: as many as come. */
static const double plain[HOSTS] = { 1, 1, 1, 1 };
static const double mixed[HOSTS] = { 3, 1, 1, 2 };
static const double half_free[HOSTS] = { 1, 0, 0, 0 };

static const struct sharing {
    const char *title;
    const double *has;
    double way; /* kB a second between any two */
    struct {
        double start;
        size_t from, to;
        double kb;
        double arrives;
    } message[MOST];
} sharings[] = {
    { "one has all", plain, 9, { { 0, 0, 1, 1, 1.5 } } },
    { "the way between may let pass less",
      plain,
      0.5,
      { { 1, 0, 1, 1, 3.5 } } },
    { "two that one host sends at once take twice as long",
      plain,
      9,
      { { 0, 0, 1, 1, 2.5 }, { 0, 0, 2, 1, 2.5 } } },
    { "so do two that one host takes",
      plain,
      9,
      { { 0, 1, 0, 1, 2.5 }, { 0, 2, 0, 1, 2.5 } } },
    { "what comes is not in the way of what goes",
      plain,
      9,
      { { 0, 0, 1, 1, 1.5 }, { 0, 1, 0, 1, 1.5 } } },
    { "others are not in the way",
      plain,
      9,
      { { 0, 0, 1, 1, 1.5 }, { 0, 2, 3, 1, 1.5 } } },
    { "who comes later shares what is left to do",
      plain,
      9,
      { { 0, 0, 1, 1, 2 }, { 0.5, 0, 2, 1, 2.5 } } },
    { "what one cannot use is for the other",
      mixed,
      9,
      { { 0, 0, 2, 1, 2.5 }, { 0, 1, 2, 1, 2.5 }, { 0, 0, 3, 2, 1.5 } } },
    { "also where the way is what stops it",
      half_free,
      0.25,
      { { 0, 0, 1, 0.25, 1.5 }, { 0, 0, 2, 0.25, 1.5 } } },
    { "a host that shares nothing takes all that comes",
      half_free,
      9,
      { { 0, 0, 1, 1, 2.5 }, { 0, 0, 2, 1, 2.5 } } },
};

static struct platform *make(const struct sharing *is)
{
    static const char *const names[] = { "a", "b", "c", "d" };
    struct error err;
    struct platform *p = platform_create(names, HOSTS, &err);

    for (size_t i = 0; p && i < HOSTS; i++) {
        p->host[i].per_byte = is->has[i] > 0 ? 1 / (is->has[i] * KB) : 0;
        for (size_t k = 0; k < HOSTS; k++)
            platform_connect(p, i, k, 0.5, 1 / (is->way * KB));
    }
    return p;
}

/* Begin all that have begun by 'when'. */
static size_t begin(transfers_t *t,
                    const struct sharing *is,
                    size_t begun,
                    double when)
{
    for (; begun < MOST && is->message[begun].kb > 0
           && is->message[begun].start <= when;
         begun++)
        transfers_start(t, is->message[begun].start, is->message[begun].from,
                        is->message[begun].to,
                        (uint64_t)(is->message[begun].kb * KB),
                        (uint32_t)begun);
    return begun;
}

static void test_sharing(const struct sharing *is)
{
    struct platform *p = make(is);
    transfers_t *t = p ? transfers_create(p) : NULL;
    size_t begun = 0, messages = 0, right = 0;
    double next;

    while (messages < MOST && is->message[messages].kb > 0)
        messages++;
    while (t) {
        double start = begun < messages ? is->message[begun].start : INFINITY;
        int64_t message;

        next = transfers_next(t);
        if (!isfinite(next) && !isfinite(start))
            break;
        if (start <= next) {
            begun = begin(t, is, begun, start);
            continue;
        }
        message = transfers_take(t);
        if (message == TRANSFERS_NONE)
            continue;
        if (fabs(next - is->message[message].arrives) < 1e-9)
            right++;
        else
            diag("message %d came at %g", (int)message, next);
    }
    ok(right == messages, "%s", is->title);
    transfers_destroy(t);
    platform_destroy(p);
}

int main(void)
{
    for (size_t i = 0; i < sizeof(sharings) / sizeof(sharings[0]); i++)
        test_sharing(&sharings[i]);
    return tap_done();
}
