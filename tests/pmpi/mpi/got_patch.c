/* Tests of pmpi/mpi/got_patch.c
 *
 * The program is what got_patch.c is in, as libmitosis.so is elsewhere; the C
 * library is another one.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "pmpi/mpi/got_patch.h"
#include "tests/tap.h"

static int asked_for;

static pid_t other_getppid(void)
{
    return -1;
}

static void *replacement(const char *name)
{
    asked_for++;
    return strcmp(name, "getppid") == 0 ? (void *)other_getppid : NULL;
}

int main(void)
{
    pid_t parent = getppid();

    got_patch_redirect("", replacement);
    ok(asked_for > 0, "what others call is looked at: %d names", asked_for);
    ok(getppid() == parent && parent > 0,
       "what we call ourselves goes where it went");
    asked_for = 0;
    got_patch_redirect("no such library", replacement);
    ok(asked_for == 0, "of a library that is not loaded nothing is");
    ok(got_patch_is_loaded("libc.so") && !got_patch_is_loaded("libgfortran"),
       "which libraries are loaded is known");
    return tap_done();
}
