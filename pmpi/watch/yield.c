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

#include "base/system/clock.h"
#include "pmpi/mpi/got_patch.h"
#include "pmpi/watch/watch.h"
#include "pmpi/watch/yield.h"

enum {
    LIFE_EVERY = 256,   /* times that the core is given away */
    NAP_AFTER = 500000, /* nanoseconds */
};

/* A nap is a part of the time in which nothing came, and no longer than so
 * many nanoseconds, by the one or the other, whichever is longer.  So nobody
 * for whom nothing came for 6 ms is late by more than a 64th of that.  A look
 * may cost a rank that computes on the core 20 us, where timers are those of a
 * virtual machine: a seventh of its time with naps of 0.1 ms, and a fortieth
 * with the longest ones.
 */
static const struct {
    uint64_t part;
    uint64_t longest;
} nap[] = { { 16, 100000 }, { 64, 1000000 } };

typedef unsigned progress_t(void *worker);

static const _Atomic uint32_t nothing;
static const _Atomic uint32_t always = 1;
static const _Atomic uint32_t *wanted = &nothing;
static progress_t *progress;
static bool came; /* something, since the rank looked at the clock */

static unsigned yielding_progress(void *worker)
{
    unsigned done = progress(worker);

    if (done == 0)
        yield_now();
    else
        came = true;
    return done;
}

static const struct got_patch_call calls[] = {
    { "ucp_worker_progress", (void *)yielding_progress, NULL },
    { NULL, NULL, NULL },
};

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
        got_patch_redirect(GOT_PATCH_MPICH, calls);
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

/* How long the main thread has waited in the call of MPI that it is in, in
 * nanoseconds, as far as it was asked; 0 where that is not known.  So a
 * program that tests again and again and computes meanwhile never waits for
 * long.  After its last call all are our own.  And how long since something
 * came in that call.
 */
static uint64_t waited(uint64_t *idle)
{
    static uint64_t call, since, last;
    uint64_t this, now;

    if (!watch_thread.main || !watch.page)
        return 0;
    this = watch.on || watch.paused ? watch.page->inside_since : UINT64_MAX;
    if (this == 0)
        return 0;
    now = clock_monotonic();
    if (this != call) {
        call = this;
        since = last = now;
    }
    if (came)
        last = now;
    came = false;
    *idle = now - last;
    return now - since;
}

static long nap_of(uint64_t ns)
{
    uint64_t longer = 0;

    for (size_t i = 0; i < sizeof(nap) / sizeof(nap[0]); i++) {
        uint64_t of = ns / nap[i].part;

        if (of > nap[i].longest)
            of = nap[i].longest;
        if (of > longer)
            longer = of;
    }
    return (long)longer;
}

/* Who only gives the core away has it back at once when the others wait as
 * well, and is a load to all that is not a rank of ours; so who has waited for
 * long sleeps, and comes to what it waits for by a small part later.  A rank
 * that waits for ever calls nothing else that it could note.
 */
void yield_now(void)
{
    static _Thread_local unsigned times;
    uint64_t idle;

    if (!atomic_load_explicit(wanted, memory_order_relaxed))
        return;
    if (waited(&idle) < NAP_AFTER) {
        sched_yield();
        if (++times % LIFE_EVERY != 0)
            return;
    } else {
        nanosleep(&(struct timespec){ 0, nap_of(idle) }, NULL);
    }
    watch_live();
}
