/* Tests of report/gather/alive.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "report/gather/alive.h"
#include "tests/tap.h"

static const uint64_t long_before = 600ull * 1000 * 1000 * 1000; /* ns */

int main(void)
{
    uint64_t now;
    siginfo_t ended;
    pid_t child;

    clock_setup();
    now = clock_wall();
    ok(alive_process(getpid(), now), "a process that runs is alive");
    ok(!alive_process(getpid(), now - long_before),
       "one that is younger than the rank has its number only");
    ok(!alive_process(0, now), "none is not");
    child = fork();
    if (child == 0)
        _exit(0);
    waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT);
    ok(!alive_process(child, clock_wall()),
       "one that has ended and was not waited for is not");
    waitpid(child, NULL, 0);
    ok(!alive_process(child, clock_wall()), "nor is one that was");
    return tap_done();
}
