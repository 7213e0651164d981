/* clock.c - a counter that is quick to read, and what its ticks are worth
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <time.h>
#if defined __x86_64__
#include <cpuid.h>
#endif

#include "base/system/clock.h"

enum { SHORTEST_BASE_NS = 1000 * 1000, ATTEMPTS = 5 };

bool clock_counter;

static uint64_t read_clock(clockid_t id)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

uint64_t clock_monotonic(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t clock_wall(void)
{
    return read_clock(CLOCK_REALTIME);
}

/* What CLOCK_REALTIME is when another clock is 0.  Who is kept from a core
 * between the two would count that time, so the narrowest of a few attempts
 * is taken.
 */
static uint64_t wall_when_zero(clockid_t id)
{
    uint64_t best = 0, narrowest = UINT64_MAX;

    for (int i = 0; i < ATTEMPTS; i++) {
        uint64_t before = read_clock(id), wall = clock_wall();
        uint64_t width = read_clock(id) - before;

        if (width < narrowest) {
            narrowest = width;
            best = wall - before;
        }
    }
    return best;
}

uint64_t clock_boot_wall(void)
{
    return wall_when_zero(CLOCK_BOOTTIME);
}

uint64_t clock_wall_at(struct clock_pair moment)
{
    return wall_when_zero(CLOCK_MONOTONIC) + moment.ns;
}

uint64_t clock_thread(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

void clock_setup(void)
{
#if defined __x86_64__
    unsigned a, b, c, d;

    clock_counter = __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1 << 8);
#elif defined __aarch64__
    clock_counter = true;
#endif
}

/* An interruption between the two reads would spoil the pair, so the
 * narrowest of a few attempts is taken.
 */
struct clock_pair clock_pair(void)
{
    struct clock_pair best = { 0, 0 };
    uint64_t narrowest = UINT64_MAX;

    for (int i = 0; i < ATTEMPTS; i++) {
        uint64_t before = clock_ticks();
        uint64_t ns = clock_monotonic();
        uint64_t width = clock_ticks() - before;

        if (width < narrowest) {
            narrowest = width;
            best = (struct clock_pair){ before + width / 2, ns };
        }
    }
    return best;
}

double clock_tick_ns(struct clock_pair since)
{
    struct clock_pair now;

    if (!clock_counter)
        return 1;
    do
        now = clock_pair();
    while (now.ns - since.ns < SHORTEST_BASE_NS);
    return (double)(now.ns - since.ns) / (double)(now.ticks - since.ticks);
}
