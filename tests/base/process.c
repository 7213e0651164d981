/* Tests of base/process.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sys/prctl.h>
#include <unistd.h>

#include "base/process.h"
#include "tests/tap.h"

static void check(const char *called)
{
    prctl(PR_SET_NAME, called);
    ok(process_field(getpid(), PROCESS_PARENT) == (unsigned long)getppid(),
       "\"%s\" has its parent", called);
    ok(process_field(getpid(), PROCESS_SESSION) == (unsigned long)getsid(0),
       "\"%s\" has its session", called);
}

int main(void)
{
    check("plain");
    check("two words");
    check(") S 1 2 3");
    ok(process_field(getpid(), PROCESS_STARTED)
           >= process_field(getppid(), PROCESS_STARTED),
       "a process starts after its parent");
    ok(process_field(0, PROCESS_PARENT) == 0, "none is told of no process");
    return tap_done();
}
