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

static pid_t (*real_getppid)(void);
static int (*real_none)(void);
static const struct got_patch_call calls[] = {
    { "getppid", (void *)other_getppid, &real_getppid },
    { "getpgrp", NULL, &real_none },
    { NULL, NULL, NULL },
};
static const struct got_patch_call no_calls[] = {
    { "no_such_function", (void *)other_getppid, &real_none },
    { NULL, NULL, NULL },
};

static void *replacement(const char *name)
{
    asked_for++;
    return strcmp(name, "getppid") == 0 ? (void *)other_getppid : NULL;
}

int main(void)
{
    pid_t parent = getppid();

    got_patch_redirect_by("", replacement);
    ok(asked_for > 0, "what others call is looked at: %d names", asked_for);
    ok(getppid() == parent && parent > 0,
       "what we call ourselves goes where it went");
    asked_for = 0;
    got_patch_redirect_by("no such library", replacement);
    ok(asked_for == 0, "of a library that is not loaded nothing is");
    ok(got_patch_find("libc.so.6", calls) && real_getppid() == parent,
       "a function of a library that is loaded is found");
    ok(!got_patch_find("libgfortran.so.5", calls),
       "and none of one that is not");
    ok(got_patch_find(NULL, calls) && real_getppid,
       "nor is one missed that is behind us");
    ok(!got_patch_find(NULL, no_calls) && !real_none,
       "what is nowhere is not found");
    got_patch_redirect("", no_calls);
    got_patch_redirect("", calls);
    ok(getppid() == parent, "what we call goes where it went with a list");
    return tap_done();
}
