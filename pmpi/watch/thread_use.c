/* thread_use.c - what the kernel counts of the main thread
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sys/resource.h>

#include "base/system/clock.h"
#include "base/system/process.h"
#include "pmpi/watch/thread_use.h"

struct thread_use thread_use_read(pid_t pid)
{
    struct thread_use use = { .core_wait = process_core_wait(pid) };
    struct rusage kernel;

    if (getrusage(RUSAGE_THREAD, &kernel) == 0)
        use.in_kernel = (double)kernel.ru_stime.tv_sec
                        + (double)kernel.ru_stime.tv_usec * 1e-6;
    use.on_core = (double)clock_thread() * 1e-9;
    return use;
}
