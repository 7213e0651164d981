/* yield.c - a library that has ranks give their core away while they wait
 *
 * As ours does, for programs that run without us: MPICH asks its network over
 * and over again, and where ranks have no core each those that wait take the
 * time of those that they wait for.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <dlfcn.h>
#include <sched.h>

unsigned ucp_worker_progress(void *worker);

typedef unsigned progress_t(void *worker);

/* UCX may have come with an MPI that the program loads itself. */
static progress_t *find(void)
{
    static const char name[] = "ucp_worker_progress";
    void *next = dlsym(RTLD_NEXT, name);

    return (progress_t *)(next
                              ? next
                              : dlsym(dlopen("libucp.so.0", RTLD_LAZY), name));
}

unsigned ucp_worker_progress(void *worker)
{
    static progress_t *next;
    unsigned done;

    if (!next)
        next = find();
    done = next(worker);
    if (done == 0)
        sched_yield();
    return done;
}
