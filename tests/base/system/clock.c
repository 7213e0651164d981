/* Tests of base/system/clock.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/system/process_id.h"
#include "tests/tap.h"

/* clock_wall() when the process of that number began, to a tick. */
static uint64_t began(pid_t pid)
{
    struct process_id id;

    process_id_set(&id, pid);
    return clock_boot_wall()
           + atomic_load(&id.started)
                 * (1000000000 / (uint64_t)sysconf(_SC_CLK_TCK));
}

/* A child that begins between two looks at the clock began between them, but
 * for the tick that the kernel counts in.
 */
static void test_boot(void)
{
    const uint64_t tick = 1000000000 / (uint64_t)sysconf(_SC_CLK_TCK);
    int gate[2];
    bool made = pipe(gate) == 0;
    uint64_t before = clock_wall();
    pid_t child = made ? fork() : -1;
    uint64_t after = clock_wall(), its;
    char c;

    if (child == 0) {
        close(gate[1]);
        _exit(read(gate[0], &c, 1) != 0);
    }
    its = began(child);
    ok(child > 0 && its + 2 * tick > before && its < after + tick,
       "a process began at %ju, by the boot, and was started from %ju to %ju",
       (uintmax_t)its, (uintmax_t)before, (uintmax_t)after);
    close(gate[1]);
    close(gate[0]);
    waitpid(child, NULL, 0);
}

/* A moment was between two looks at the clock also for who asks later. */
static void test_moment(void)
{
    uint64_t before = clock_wall(), after, at;
    struct clock_pair moment;

    clock_setup();
    moment = clock_pair();
    after = clock_wall();
    clock_tick_ns(moment); /* which takes a millisecond */
    at = clock_wall_at(moment);
    ok(at + 100000 > before && at < after + 100000,
       "a moment from %ju to %ju was %ju", (uintmax_t)before, (uintmax_t)after,
       (uintmax_t)at);
}

int main(void)
{
    test_moment();
    test_boot();
    return tap_done();
}
