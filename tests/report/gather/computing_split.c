/* Tests of report/gather/computing_split.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "report/gather/computing_split.h"
#include "tests/tap.h"

enum { TICKS = 1000 }; /* in a second */

/* A rank computes for 6 s and is in MPI for 4 s, after 1 s of MPI_Init. */
static const struct {
    const char *what;
    struct thread_use all;
    struct {
        double seconds;
        struct thread_use use;
    } computing, calling; /* that were looked at */
    struct {
        double files, unknown;
        bool naps;
    } has;
    struct {
        double on_core, no_core, asleep, in_kernel;
    } comes_to;
} cases[] = {
    { "all of it was looked at",
      { 7, 2, 2 },
      { 6, { 3, 1, 2 } },
      { 4, { 4, 1, 0 } },
      { 0, 0, false },
      { 3, 2, 1, 1 } },
    { "half of it was looked at, and the rest is much alike",
      { 6, 2, 4 },
      { 3, { 2, 0.5, 1 } },
      { 2, { 1, 0.5, 1 } },
      { 0, 0, false },
      { 3.897, 2.103, 0, 1 } },
    { "nothing was looked at",
      { 5, 0, 5 },
      { 0, { 0, 0, 0 } },
      { 0, { 0, 0, 0 } },
      { 0, 0, false },
      { 3, 3, 0, 0 } },
    { "a long sleep comes between the looks",
      { 7, 0, 0 },
      { 1, { 1, 0, 0 } },
      { 1, { 1, 0, 0 } },
      { 0, 0, false },
      { 3, 0, 3, 0 } },
    { "it sleeps for files of MPI",
      { 7, 0, 0 },
      { 1, { 1, 0, 0 } },
      { 0, { 0, 0, 0 } },
      { 3, 0, false },
      { 6, 0, 0, 0 } },
    { "MPI sleeps",
      { 6, 0, 0 },
      { 1, { 1, 0, 0 } },
      { 2, { 0, 0, 0 } },
      { 0, 0, false },
      { 6, 0, 0, 0 } },
    { "more was looked at than there was",
      { 9, 0, 3 },
      { 12, { 9, 0, 3 } },
      { 0, { 0, 0, 0 } },
      { 0, 0, false },
      { 4.5, 1.5, 0, 0 } },
    { "it leaves its core in MPI, and was seen to",
      { 7, 0, 0 },
      { 1, { 1, 0, 0 } },
      { 1, { 0.5, 0, 0 } },
      { 0, 0, true },
      { 6, 0, 0, 0 } },
    { "it leaves its core in MPI, and no call was seen",
      { 7, 0, 0 },
      { 1, { 1, 0, 0 } },
      { 0, { 0, 0, 0 } },
      { 0, 0, true },
      { 6, 0, 0, 0 } },
    { "it does, and sleeps while it computes, too",
      { 5, 0, 0 },
      { 2, { 1, 0, 0 } },
      { 2, { 1, 0, 0 } },
      { 0, 0, true },
      { 3, 0, 3, 0 } },
    { "it leaves its core in MPI, and a short call was seen",
      { 7, 0, 0 },
      { 1, { 0.8, 0, 0 } },
      { 0.01, { 0.01, 0, 0 } },
      { 0, 0, true },
      { 5.239, 0, 0.761, 0 } },
    { "it does, and sleeps longer than calls take",
      { 5, 0, 0 },
      { 1, { 1, 0, 0 } },
      { 1, { 0.5, 0, 0 } },
      { 0, 0, true },
      { 4.5, 0, 1.5, 0 } },
    { "it does, and hardly any computing was seen",
      { 7, 0, 0 },
      { 0.1, { 0.1, 0, 0 } },
      { 1, { 1, 0, 0 } },
      { 0, 0, true },
      { 3, 0, 3, 0 } },
    { "it had no core in MPI, and little of computing was seen",
      { 4, 0, 6 },
      { 0.1, { 0, 0, 0.1 } },
      { 3, { 0.5, 0, 2.5 } },
      { 0, 0, false },
      { 3.209, 2.791, 0, 0 } },
    { "the kernel tells nothing",
      { 0, 0, 0 },
      { 1, { 0, 0, 0 } },
      { 1, { 0, 0, 0 } },
      { 0, 0, false },
      { 0, 0, 0, 0 } },
    { "it was asked too long ago",
      { 5, 0, 5 },
      { 1, { 1, 0, 0 } },
      { 1, { 1, 0, 0 } },
      { 0, 2, false },
      { 0, 0, 0, 0 } },
};

static struct stretches stretches(double seconds, struct thread_use use)
{
    return (struct stretches){ .count = 1,
                               .ticks = (uint64_t)(seconds * TICKS),
                               .use = use };
}

/* Half of it was looked at, and the rank was traced for 'seconds'. */
static void test_traced(double seconds,
                        double traced,
                        double on_core,
                        const char *what)
{
    struct run_rank rank = { .times = { .wall = 11, .compute = 6, .mpi = 5 },
                             .init = 1 };
    struct computing_split split = {
        .use = { 6, 2, 4 },
        .computing = stretches(3, (struct thread_use){ 2, 0.5, 1 }),
        .calling = stretches(2, (struct thread_use){ 1, 0.5, 1 }),
        .traced = stretches(seconds, (struct thread_use){ traced, 0, 0 }),
    };
    const struct run_times *t = &rank.times;

    computing_split_finish(&split, 1.0 / TICKS, 0, &rank);
    ok(fabs(t->on_core - on_core) < 1e-3
           && fabs(t->on_core + t->no_core + t->asleep - 6) < 1e-9
           && t->asleep < 1e-3,
       "%s: %g s on a core, %g s without, %g s asleep", what, t->on_core,
       t->no_core, t->asleep);
}

int main(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_rank rank = {
            .times = { .wall = 11, .compute = 6, .mpi = 5 }, .init = 1
        };
        const struct run_times *t = &rank.times;
        struct computing_split split = {
            .use = cases[i].all,
            .computing =
                stretches(cases[i].computing.seconds, cases[i].computing.use),
            .calling =
                stretches(cases[i].calling.seconds, cases[i].calling.use),
            .file_ticks = (uint64_t)(cases[i].has.files * TICKS),
            .naps = cases[i].has.naps,
        };

        computing_split_finish(&split, 1.0 / TICKS, cases[i].has.unknown,
                               &rank);
        ok(fabs(t->on_core - cases[i].comes_to.on_core) < 1e-3
               && fabs(t->no_core - cases[i].comes_to.no_core) < 1e-3
               && fabs(t->asleep - cases[i].comes_to.asleep) < 1e-3
               && fabs(t->in_kernel - cases[i].comes_to.in_kernel) < 1e-3,
           "%s: %g s on a core, %g s without, %g s asleep, %g s in the kernel",
           cases[i].what, t->on_core, t->no_core, t->asleep, t->in_kernel);
    }
    test_traced(6, 5, 5, "what was on a core is as it was traced");
    test_traced(2, 2, 2 + 3.89728 * 4 / 6, "of a third the rest is estimated");
    return tap_done();
}
