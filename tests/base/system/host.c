/* Tests of base/system/host.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "base/system/host.h"
#include "tests/tap.h"

int main(void)
{
    char name[256] = "";

    /* The longest that the kernel takes, where we may. */
    memset(name, 'n', 64);
    if (unshare(CLONE_NEWUTS) < 0 || sethostname(name, 64) < 0)
        diag("the name stays as it is");
    gethostname(name, sizeof(name) - 1);
    ok(strcmp(host_own(), name) == 0,
       "this host goes by the name that it has for itself");
    ok(host_own() == host_own(), "which stays where it is");
    ok(host_is_own(host_own()), "it is its own");
    ok(host_is_own("localhost"), "by the name that all have, too");
    ok(!host_is_own("another.example"), "another one is not");
    ok(!host_is_own(""), "nor one without a name");
    return tap_done();
}
