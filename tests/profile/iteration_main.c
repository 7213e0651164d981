/* Tests of profile/iteration_main.c
 *
 * And of what it rests on: for each program the right loop is found.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "tests/profile/player.h"
#include "tests/profile/programs.h"
#include "tests/tap.h"

enum { SEEDS = 20 }; /* that a program is played with */

static bool is_right(const struct program *p, uint64_t count)
{
    return count <= p->count + p->slack && count + p->slack >= p->count;
}

static void test_programs(const struct program *p, size_t n)
{
    for (size_t i = 0; i < n; i++, p++) {
        uint64_t count;

        start(1, 0);
        p->run();
        count = main_count();
        if (!ok(is_right(p, count), "%s: %ju of %ju rounds", p->name,
                (uintmax_t)count, (uintmax_t)p->count))
            show_loops();
        for (int j = 0; j < 3 && p->inner[j]; j++)
            if (!ok(knows_loop(p->inner[j]), "%s: the loop of %ju is known",
                    p->name, (uintmax_t)p->inner[j]))
                show_loops();
    }
}

/* Play it with other draws, and on machines that are more or less busy. */
static bool plays_alike(const struct program *p)
{
    static const unsigned busy[] = { 0, 200, 20, 4, 1 };

    for (unsigned i = 0; i < SEEDS * sizeof(busy) / sizeof(busy[0]); i++) {
        start(1000 * i + 7, busy[i / SEEDS]);
        p->run();
        if (!is_right(p, main_count())) {
            diag("seed %u, 1 of %u calls held up: %ju rounds", 1000 * i + 7,
                 busy[i / SEEDS], (uintmax_t)main_count());
            show_loops();
            return false;
        }
    }
    return true;
}

static void test_busy_machines(void)
{
    for (size_t i = 0; i < programs_count; i++)
        ok(plays_alike(&programs[i]), "%s: %ju rounds on busy machines, too",
           programs[i].name, (uintmax_t)programs[i].count);
}

int main(void)
{
    test_programs(programs, programs_count);
    test_programs(timed_programs, timed_programs_count);
    test_busy_machines();
    return tap_done();
}
