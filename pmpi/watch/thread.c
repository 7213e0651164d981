/* thread.c - the threads that call MPI
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <unistd.h>

#include "pmpi/watch/thread.h"
#include "pmpi/watch/watch.h"

/* Threads beyond the table share the last record. */
void thread_enter(void)
{
    struct page *page = watch.page;
    uint32_t at = __atomic_fetch_add(&page->threads_used, 1, __ATOMIC_RELAXED);

    if (at >= PAGE_THREADS) {
        __atomic_store_n(&page->threads_used, PAGE_THREADS, __ATOMIC_RELAXED);
        __atomic_fetch_add(&page->lost_threads, 1, __ATOMIC_RELAXED);
        at = PAGE_THREADS - 1;
    }
    page->thread[at].tid = gettid();
    watch_thread.record = &page->thread[at];
    watch_thread.where = WATCH_OUTSIDE;
    watch_thread.unmeasured = WATCH_COST_EVERY;
}

void thread_begin(void)
{
    watch_thread.main = true;
    thread_enter();
}
