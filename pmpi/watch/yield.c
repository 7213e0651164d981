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
#include <unistd.h>

#include "pmpi/watch/got_patch.h"
#include "pmpi/watch/watch.h"
#include "pmpi/watch/yield.h"

enum { LIFE_EVERY = 256 }; /* times that the core is given away */

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

void yield_setup(int ranks)
{
    if (is_set("off")
        || (!is_set("on") && ranks <= sysconf(_SC_NPROCESSORS_ONLN)))
        return;
    wanted = &always;
    install();
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

void yield_now(void)
{
    if (!atomic_load_explicit(wanted, memory_order_relaxed))
        return;
    sched_yield();
    show_life();
}
