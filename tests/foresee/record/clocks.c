/* Tests of foresee/record/clocks.c: of more than two ranks; those of two are
 * in tests/foresee/platform/calibrate.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "foresee/record/clocks.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

struct message {
    int from, to;
    double took; /* by the clocks of both */
};

/* Send it at a time that is its own. */
static void send_at(struct made_up_run *m,
                    const struct message *what,
                    double at)
{
    m->now[what->from] = at;
    m->took = 0;
    made_up_send(m, what->from, what->to, 8);
    m->now[what->to] = at - 0.5;
    m->took = 0.5 + what->took;
    made_up_receive(m, what->to, what->from);
}

/* Whether each of them takes a nanosecond, but for what is rounded, by clocks
 * that are aligned.
 */
static bool is_in_order(const struct recording *r,
                        const struct message *message,
                        size_t count)
{
    bool holds = true;

    for (size_t i = 0; i < count; i++) {
        const struct message *m = &message[i];
        double took = m->took + r->rank[m->to].start - r->rank[m->from].start;

        if (took < 5e-10)
            diag("from %d to %d: %g s", m->from, m->to, took);
        holds = holds && took >= 5e-10;
    }
    return holds;
}

static void test_messages(const char *what,
                          const struct message *message,
                          size_t count)
{
    struct error err = { .text = "" };
    struct made_up_run m;
    struct recording *r;

    made_up_begin(&m, 3, true);
    for (size_t i = 0; i < count; i++)
        send_at(&m, &message[i], 1 + 10 * (double)i);
    r = made_up_end(&m);
    ok(clocks_align(r, &err) == 0 && is_in_order(r, message, count), "%s",
       what);
    recording_destroy(r);
}

int main(void)
{
    /* The pairs of the least doubt put rank 2 0.2 s later than rank 0. */
    static const struct message slow[] = {
        { 0, 1, 0.1 }, { 1, 0, 0.3 }, { 1, 2, 0.1 },
        { 2, 1, 0.3 }, { 0, 2, 5 },   { 2, 0, 0.05 },
    };
    /* Or 0.2 s earlier. */
    static const struct message fast[] = {
        { 0, 1, 0.3 }, { 1, 0, 0.1 },  { 1, 2, 0.3 },
        { 2, 1, 0.1 }, { 0, 2, 0.05 }, { 2, 0, 5 },
    };

    test_messages("what a pair that joined no ranks has seen holds, too", slow,
                  sizeof(slow) / sizeof(slow[0]));
    test_messages("and the other way round", fast,
                  sizeof(fast) / sizeof(fast[0]));
    return tap_done();
}
