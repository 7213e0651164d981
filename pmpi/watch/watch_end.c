/* watch_end.c - how watching a process ends
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "net/agent_address.h"
#include "pmpi/watch/gather_pages.h"
#include "pmpi/watch/span_trace.h"
#include "pmpi/watch/start_command.h"
#include "pmpi/watch/watch_end.h"
#include "pmpi/watch/watch_life.h"

uint64_t watch_last_look(void)
{
    uint64_t start = clock_thread(), now = clock_ticks();

    if (watch.page && watch.page->state == PAGE_RUNNING) {
        watch_look_at_rank();
        watch_life.ending = true;
        watch_spent(start);
    }
    return now;
}

void watch_end(uint64_t now)
{
    struct page *page = watch.page;
    uint64_t start = clock_thread();

    if (!page || page->state != PAGE_RUNNING)
        return;
    watch_resume();
    watch.on = false;
    watch_refresh(now);
    page->tick_ns = clock_tick_ns(watch_life.birth);
    page->finalize_enter = now;
    page->state = PAGE_FINISHING;
    span_trace_end();
    watch_spent(start);
}

/* As MPI tells no more once it has ended, the page says how that went before.
 * Where 'mitosis run' is on a host without ranks, we make the report.
 */
static void assemble_as(enum page_state state)
{
    struct page *page = watch.page;
    enum page_state was = page ? page->state : PAGE_STARTING;
    bool orphaned = false;

    if (watch_life.launch.local_size == watch_life.launch.size) {
        watch_life.reporting |=
            getenv(AGENT_ADDRESS_RECEIVER) && !gather_pages_is_here();
        return;
    }
    if (page)
        page->state = state;
    watch_life.delivered =
        gather_pages(watch_life.folder, page && !watch_life.left,
                     state == PAGE_SUCCEEDED, &orphaned);
    watch_life.reporting |= orphaned;
    if (page)
        page->state = was;
}

void watch_gather_pages(void)
{
    assemble_as(PAGE_FINISHED);
}

/* Turning addresses into lines of code and all of it into JSON takes libraries
 * and memory that have no place in somebody else's process, so a process of
 * our own does it, when MPI is over: 'mitosis collect', which is waited for.
 */
static void start_collect(const char *folder)
{
    char command[START_COMMAND_PATH];
    char *const words[] = { (char *)"mitosis", (char *)"collect",
                            (char *)folder, NULL };

    if (!start_command_find(command))
        watch_say("no report: the command 'mitosis' is not beside the"
                  " library; 'mitosis report %s' makes one",
                  folder);
    else if (start_command_and_wait(command, words) != 0)
        watch_say("no report: '%s collect %s' failed; 'mitosis report %s' may"
                  " make one",
                  command, folder, folder);
}

static void leave(enum page_state state)
{
    if (!watch.page || watch_life.left)
        return;
    watch_life.left = true;
    watch.page->state = state;
    if (watch_life.generation > 1 || !job_leave(watch_life.folder))
        return;
    if (watch_life.delivered && state != PAGE_SUCCEEDED)
        job_remove(watch_life.folder); /* else the agent's outpost does */
    else if (watch_life.reporting)
        start_collect(watch_life.folder);
}

void watch_report(void)
{
    leave(PAGE_FINISHED);
}

void watch_succeed(uint64_t sync)
{
    if (!watch.page || watch_life.left)
        return;
    watch_release();
    watch_end(clock_ticks());
    watch.page->last_sync = sync;
    assemble_as(PAGE_SUCCEEDED);
    watch_life.reporting = false; /* the last generation's is the whole */
    leave(PAGE_SUCCEEDED);
}

/* A program that ends without MPI_Finalize comes past here, if it ends by
 * itself; so does one whose MPI was of sessions only, which may come and go.
 */
__attribute__((destructor)) static void leave_at_exit(void)
{
    struct page *page = watch.page;

    if (!page || watch_life.left || getpid() != watch_life.pid)
        return;
    watch.on = false;
    if (page->state == PAGE_RUNNING)
        watch_refresh(clock_ticks());
    span_trace_end();
    if (page->state != PAGE_ABORTED)
        leave(page->state == PAGE_FINISHING ? PAGE_FINISHED : PAGE_EXITED);
}
