/* yield.c - give the core away while there is nothing to do
 *
 * MPICH over UCX asks by ucp_worker_progress(), which says whether there was
 * anything.  We stand in its place in libmpich's table of addresses.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "pmpi/watch/got_patch.h"
#include "pmpi/watch/watch.h"
#include "pmpi/watch/yield.h"

enum {
    LIFE_EVERY = 256,    /* times that the core is given away */
    NAP_AFTER = 500000,  /* nanoseconds in one call */
    NAP_PART = 16,       /* of the time waited so far, */
    NAP_LONGEST = 100000 /* nanoseconds */
};

typedef unsigned progress_t(void *worker);

static const _Atomic uint32_t nothing;
static const _Atomic uint32_t always = 1;
static const _Atomic uint32_t *wanted = &nothing;
static progress_t *progress;

static unsigned yielding_progress(void *worker)
{
    unsigned done = progress(worker);

    if (done == 0)
        yield_now();
    return done;
}

static void *replacement(const char *name)
{
    return strcmp(name, "ucp_worker_progress") == 0 ? (void *)yielding_progress
                                                    : NULL;
}

static void install(void)
{
    void *library;

    if (progress)
        return;
    progress = (progress_t *)dlsym(RTLD_DEFAULT, "ucp_worker_progress");
    if (!progress
        && (library = dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD)))
        progress = (progress_t *)dlsym(library, "ucp_worker_progress");
    if (progress)
        got_patch_redirect("libmpich.", replacement);
}

static bool is_set(const char *value)
{
    return strcmp(watch_setting(SETTING_YIELD), value) == 0;
}

bool yield_setup(int ranks, int cores)
{
    if (is_set("off"))
        return false;
    if (!is_set("on") && ranks <= cores)
        return true;
    wanted = &always;
    install();
    return progress != NULL;
}

void yield_follow(const _Atomic uint32_t *word)
{
    if (is_set("off") || wanted == &always)
        return;
    wanted = word;
    install();
}

/* A rank that waits for ever calls nothing that it could note. */
static void show_life(void)
{
    static _Thread_local unsigned times;

    if (++times % LIFE_EVERY == 0)
        watch_live();
}

/* How long the main thread has waited in the call of MPI that it is in, in
 * nanoseconds, as far as it was asked; 0 where that is not known.  So a
 * program that tests again and again and computes meanwhile never waits for
 * long.  After its last call all are our own.
 */
static uint64_t waited(void)
{
    static uint64_t call, since;
    uint64_t this, now;

    if (!watch_thread.main || !watch.page)
        return 0;
    this = watch.on || watch.paused ? watch.page->inside_since : UINT64_MAX;
    if (this == 0)
        return 0;
    now = clock_monotonic();
    if (this != call) {
        call = this;
        since = now;
    }
    return now - since;
}

/* Who only gives the core away has it back at once when the others wait as
 * well, and is a load to all that is not a rank of ours; so who has waited for
 * long sleeps, and comes to what it waits for by a small part later.
 */
void yield_now(void)
{
    struct timespec nap = { 0, NAP_LONGEST };
    uint64_t ns;

    if (!atomic_load_explicit(wanted, memory_order_relaxed))
        return;
    ns = waited();
    if (ns / NAP_PART < NAP_LONGEST)
        nap.tv_nsec = (long)(ns / NAP_PART);
    if (ns < NAP_AFTER)
        sched_yield();
    else
        nanosleep(&nap, NULL);
    show_life();
}
