/* watch.c - whether, how and where this process is being watched
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/file_write.h"
#include "base/system/process.h"
#include "pmpi/handles/request.h"
#include "pmpi/watch/call_site.h"
#include "pmpi/watch/instruction_count.h"
#include "pmpi/watch/thread_use.h"
#include "pmpi/watch/watch_life.h"

enum {
    LINE = 2048,
    DEAR_PERCENT = 1,   /* of the time: what watching may cost at most */
    DEAR_SAMPLES = 100, /* calls that must have been measured to tell */
    LOOK_NS = 20 * 1000 * 1000, /* between two closer looks, at least, */
    LOOK_SHARE = 1000, /* which take no more than one part in so many */
};

static const double least_share = 0.02; /* that a rank counts as having */

struct watch watch = { .usual = WATCH_NO_STATE, .long_rounds = true };
_Thread_local struct watch_thread watch_thread
    __attribute__((tls_model("initial-exec")));
pthread_mutex_t watch_mutex = PTHREAD_MUTEX_INITIALIZER;

struct watch_life watch_life;

void (*watch_on_refresh)(const char *folder);

void watch_say(const char *fmt, ...)
{
    char line[LINE];
    int used = snprintf(line, sizeof(line),
                        "mitosis: rank %d: ", watch_life.launch.rank);
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(line + used, sizeof(line) - used - 1, fmt, ap);
    va_end(ap);
    escape_control(line);
    strcat(line, "\n");
    if (file_write(STDERR_FILENO, line, strlen(line)) < 0)
        return; /* nobody listens */
}

/* Threads beyond the table share the last record. */
void watch_enter_thread(void)
{
    struct page *page = watch.page;
    uint32_t at = __atomic_fetch_add(&page->threads_used, 1, __ATOMIC_RELAXED);

    if (at >= PAGE_THREADS) {
        __atomic_store_n(&page->threads_used, PAGE_THREADS, __ATOMIC_RELAXED);
        __atomic_fetch_add(&page->lost_threads, 1, __ATOMIC_RELAXED);
        at = PAGE_THREADS - 1;
    }
    watch_thread.record = &page->thread[at];
    watch_thread.where = WATCH_OUTSIDE;
    watch_thread.unmeasured = WATCH_COST_EVERY;
}

void watch_begin_thread(void)
{
    watch_thread.main = true;
    watch_enter_thread();
}

const char *watch_folder(void)
{
    return watch_life.folder;
}

const char *watch_setting(enum setting which)
{
    return watch_life.settings.text[which];
}

void watch_remark(const char *text)
{
    char *remarks = watch.page ? watch.page->remarks : NULL;
    size_t used = remarks ? strlen(remarks) : 0;
    size_t room = sizeof(watch.page->remarks) - used;

    if (remarks && !strstr(remarks, text) && strlen(text) + 2 < room)
        sprintf(remarks + used, "%s\n", text);
}

static const char *sight_lost; /* why, or NULL */

void watch_lose_sight(const char *why)
{
    if (!sight_lost)
        sight_lost = why;
}

const char *watch_sight_lost(void)
{
    return sight_lost;
}

void watch_spent(uint64_t since)
{
    watch.page->cost_setup_seconds += (double)(clock_thread() - since) * 1e-9;
}

/* ---- meanwhile ---- */

static double seconds_of(struct timeval t)
{
    return t.tv_sec + t.tv_usec * 1e-6;
}

static void look_at_host(struct page *page, uint64_t now)
{
    struct sysinfo host;
    double load;

    if (sysinfo(&host) < 0)
        return;
    load = host.loads[0] / (double)(1 << SI_LOAD_SHIFT);
    if (page->load_samples == 0)
        page->load_first = load;
    page->load_last = load;
    page->load_sum += load;
    page->load_samples++;
    if (page->tick_ns > 0)
        host_load_note(&page->loads, now - page->birth,
                       (uint64_t)(1e9 / page->tick_ns), load);
    page->host_memory_bytes = (uint64_t)host.totalram * host.mem_unit;
    page->host_memory_free_bytes =
        (uint64_t)(host.freeram + host.bufferram) * host.mem_unit;
}

void watch_look_at_rank(void)
{
    struct page *page = watch.page;
    struct rusage use;

    if (watch_life.ending || getrusage(RUSAGE_SELF, &use) < 0)
        return;
    page->memory_peak_bytes = (uint64_t)use.ru_maxrss * 1024;
    page->user_seconds = seconds_of(use.ru_utime);
    page->system_seconds = seconds_of(use.ru_stime);
    page->switches_voluntary = use.ru_nvcsw;
    page->switches_forced = use.ru_nivcsw;
    page->core_wait_seconds = process_core_wait(page->pid);
    page->io = process_io(page->pid);
    instruction_count_read(&page->cycles, &page->instructions);
    energy_read(&watch_life.energy);
    page->energy_joules = watch_life.energy.joules;
    if (watch_thread.main) {
        page->use = thread_use_read(page->pid);
        page->use_at = clock_ticks();
    }
}

/* What a path costs is to find it out, once, and its place in memory, so that
 * is what goes.  That a call takes long says nothing: one that is made rarely
 * finds nothing of what it needs in the processor's caches.
 */
static void give_up_depth(const struct page *page)
{
    double seconds = page->user_seconds + page->system_seconds
                     - page->startup.user_seconds
                     - page->startup.system_seconds;

    if (watch_life.automatic && page->cost_samples >= DEAR_SAMPLES
        && page_cost(page) * page->tick_ns * 1e-9
               > seconds * DEAR_PERCENT / 100)
        call_site_shallow();
}

void watch_refresh(uint64_t now)
{
    struct page *page = watch.page;

    iteration_search_settle(&page->beat);
    page->thread[0].count = page->calls; /* of the main thread */
    page->thread[0].ticks = page->mpi_ticks;
    watch_look_at_rank();
    look_at_host(page, now);
    give_up_depth(page);
    if (watch_on_refresh)
        watch_on_refresh(watch_life.folder);
    page->last = now;
    watch_life.refresh_at = now + (uint64_t)(1e9 / page->tick_ns);
}

/* The part of the time since the last look in which the rank had a core, or
 * wanted none.
 */
static double own_share(uint64_t now, double core_wait)
{
    double since = (double)(now - watch_life.looked_at) * watch.page->tick_ns;
    double wait = core_wait - watch_life.looked_wait;
    double share = watch_life.looked_at ? 1 - wait * 1e9 / since : 1;

    watch_life.looked_at = now;
    watch_life.looked_wait = core_wait;
    return share > least_share ? share : least_share;
}

/* Where memory is cold, or the machine is busy, a look takes ten times as long
 * as it does otherwise; and less of the time is the rank's own.
 */
static uint64_t until_look(uint64_t now, double core_wait)
{
    double least = LOOK_NS / watch.page->tick_ns;
    uint64_t spent = watch.page->cost_look_ticks - watch_life.looked_ticks;
    double due = (double)spent * LOOK_SHARE / own_share(now, core_wait);

    watch_life.looked_ticks = watch.page->cost_look_ticks;
    return (uint64_t)(due > least ? due : least);
}

void watch_look(uint64_t now, const double *core_wait)
{
    if (now >= watch_life.refresh_at)
        watch_refresh(now);
    if (core_wait)
        watch.look_at = now + until_look(now, *core_wait);
}

void watch_live(void)
{
    struct page *page = watch.page;
    uint64_t now = clock_ticks();

    if (!page || !watch.on || !watch_thread.main)
        return;
    page->last = now;
    if (now < watch_life.use_at)
        return;
    watch_look_at_rank();
    watch_life.use_at = now + (uint64_t)(1e9 / page->tick_ns);
}

void watch_pause(void)
{
    if (watch.page && watch.on) {
        watch.on = false;
        watch.paused = true;
        watch.page->paused_ticks -= clock_ticks();
        watch_lose_sight("the program has called MPI_Pcontrol(0)");
        watch_lock();
        request_pause();
        watch_unlock();
    }
}

void watch_resume(void)
{
    if (watch.paused) {
        watch.page->paused_ticks += clock_ticks();
        watch.paused = false;
        watch.on = true;
    }
}

/* ---- in a job that moves ---- */

void watch_take_over(uint64_t sync)
{
    struct page *page = watch.page;

    if (!page || page->took_over)
        return;
    watch_lock();
    watch_refresh(clock_ticks());
    page_start_over(page);
    page->first_sync = sync;
    page->last = clock_ticks();
    page->took_over = page->last;
    watch_unlock();
}

void watch_hold(void)
{
    if (!watch.page || watch.page->held_since)
        return;
    watch.page->held_since = clock_ticks();
    iteration_search_stand(&watch.page->beat, watch.page->held_since);
}

void watch_release(void)
{
    if (!watch.page)
        return;
    if (watch.page->held_since)
        watch.page->held_ticks += clock_ticks() - watch.page->held_since;
    watch.page->held_since = 0;
}

void watch_abort(int code)
{
    if (!watch.page)
        return;
    watch.page->abort_code = code;
    watch.page->state = PAGE_ABORTED;
    watch_refresh(clock_ticks());
}

void watch_give_up(void)
{
    watch.on = false;
    watch_life.given_up = true;
    watch_lose_sight("there was no memory left for the pages");
    watch_remark("watching ended early: no memory for the pages was left");
}
