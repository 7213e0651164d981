/* rank_state.c - how a rank is, from when to when it lived, and what it did
 * last
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "report/gather/alive.h"
#include "report/gather/rank_state.h"

static enum run_state state_of(const struct page *p,
                               const struct clocked_host *host,
                               enum rank_state_job job,
                               bool *alive)
{
    static const enum run_state state[] = {
        [PAGE_STARTING] = RUN_STARTING,   [PAGE_RUNNING] = RUN_RUNNING,
        [PAGE_FINISHING] = RUN_FINISHING, [PAGE_FINISHED] = RUN_FINISHED,
        [PAGE_ABORTED] = RUN_ABORTED,     [PAGE_EXITED] = RUN_EXITED,
        [PAGE_SUCCEEDED] = RUN_SUCCEEDED,
    };

    *alive = false;
    if (p->state > PAGE_SUCCEEDED)
        return RUN_KILLED;
    if (p->state > PAGE_FINISHING)
        return state[p->state];
    if (job == RANK_STATE_SUCCEEDED)
        return RUN_SUCCEEDED;
    if (job == RANK_STATE_OVER)
        return RUN_KILLED;
    if (!host->here)
        return RUN_LOST;
    *alive = alive_process(p->pid, p->birth_ns);
    return *alive ? state[p->state] : RUN_KILLED;
}

enum { FRESH_SECONDS = 3 }; /* between looks, on a busy host */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* When the rank became part of the job; in a later generation that is when it
 * took over.
 */
static uint64_t start_of(const struct page *p)
{
    if (p->generation > 1)
        return p->took_over;
    return p->init_enter ? p->init_enter : p->birth;
}

static uint64_t last_sign(const struct page *p)
{
    return later(later(p->last, p->look.at),
                 later(p->inside_since, p->held_since));
}

/* Whether a rank that was killed lived until now, when its job ended.  Who
 * looked at it would have done so until a moment ago.
 */
static bool killed_now(const struct page *p,
                       const struct clocked_host *host,
                       enum rank_state_job job,
                       uint64_t now)
{
    return job == RANK_STATE_OVER && host->here && p->state <= PAGE_FINISHING
           && (p->look.at == 0
               || host_clocks_seconds(host, p->look.at, now) < FRESH_SECONDS);
}

/* One that was killed, by itself, tells no more than its last sign of life. */
struct rank_state rank_state_of(const struct page *p,
                                const struct clocked_host *host,
                                enum rank_state_job job,
                                uint64_t now)
{
    struct rank_state life = { .inside_since = p->inside_since,
                               .held_since = p->held_since };
    bool alive, until_now;

    life.state = state_of(p, host, job, &alive);
    until_now = alive || killed_now(p, host, job, now);
    life.start = start_of(p);
    life.current = life.start > 0 || p->generation <= 1;
    if (p->finalize_enter)
        life.end = p->finalize_enter;
    else if (until_now)
        life.end = now;
    else
        life.end = last_sign(p);
    life.at_least =
        !until_now && (life.state == RUN_KILLED || life.state == RUN_LOST);
    life.end = later(life.end, life.start);
    if (!life.current)
        life.start = life.end;
    return life;
}

/* While watching is off the page holds what was before minus the moment when
 * it was switched off.
 */
static uint64_t paused_ticks(const struct page *p,
                             const struct rank_state *life)
{
    uint64_t paused = p->paused_ticks;

    if (paused > INT64_MAX)
        paused += life->end;
    return paused <= life->end - life->start ? paused : 0;
}

/* What threads but the main one had of the processors, as the rank saw it
 * itself.
 */
static double other_threads(const struct page *p)
{
    double all = p->user_seconds + p->system_seconds;
    double before = p->startup.user_seconds + p->startup.system_seconds;
    double own = p->use.on_core - p->startup.on_core;

    return p->use.on_core > 0 ? fmax(0, all - before - own) : 0;
}

/* The first record is that of the main thread. */
static uint64_t other_threads_ticks(const struct page *p)
{
    uint64_t ticks = 0;

    for (uint32_t i = 1; i < p->threads_used && i < PAGE_THREADS; i++)
        ticks += p->thread[i].ticks;
    return ticks;
}

/* What came on top; nothing where it is not known any more. */
static uint64_t since(uint64_t before, uint64_t now)
{
    return now > before ? now - before : 0;
}

/* A rank that has no descriptor left cannot ask the kernel. */
static void take_io(struct run_rank *rank,
                    const struct process_io *now,
                    const struct process_io *before)
{
    rank->io_read_bytes = since(before->read_bytes, now->read_bytes);
    rank->io_written_bytes = since(before->written_bytes, now->written_bytes);
    rank->io_reads = since(before->reads, now->reads);
    rank->io_writes = since(before->writes, now->writes);
    rank->disk_read_bytes =
        since(before->disk_read_bytes, now->disk_read_bytes);
    rank->disk_written_bytes =
        since(before->disk_written_bytes, now->disk_written_bytes);
}

void rank_state_take(struct run_rank *rank,
                     const struct page *p,
                     const struct clocked_host *host,
                     const struct rank_state *life)
{
    uint64_t started = p->init_leave ? p->init_leave : life->end;
    double wall = host_clocks_seconds(host, life->start, life->end);

    rank->state = life->state;
    rank->host = host->is.name;
    rank->pid = p->pid;
    rank->abort_code = p->abort_code;
    rank->calls = p->calls;
    rank->file_read_bytes = p->file_read_bytes;
    rank->file_written_bytes = p->file_written_bytes;
    rank->at_least = life->at_least;
    rank->memory_peak_bytes =
        later(p->memory_peak_bytes, p->look.memory_peak_bytes);
    rank->switches_voluntary =
        p->switches_voluntary - p->startup.switches_voluntary;
    rank->switches_forced = p->switches_forced - p->startup.switches_forced;
    take_io(rank, &p->io, &p->io_before);
    rank->core_wait =
        fmax(0, p->core_wait_seconds - p->startup.core_wait_seconds);
    rank->user_seconds =
        fmax(p->user_seconds, p->look.user_seconds) - p->startup.user_seconds;
    rank->system_seconds = fmax(p->system_seconds, p->look.system_seconds)
                           - p->startup.system_seconds;
    rank->other_threads = other_threads(p);
    rank->load =
        p->load_samples ? p->load_sum / p->load_samples : p->load_last;
    rank->threads = p->threads_used + p->lost_threads;
    rank->init = host_clocks_seconds(host, life->start, started);
    if (!life->current)
        return;
    rank->other_threads_mpi = (double)other_threads_ticks(p) * host->tick;
    rank->times.wall = wall;
    rank->times.mpi = p->mpi_ticks * host->tick + rank->init;
    rank->times.stopped = fmin(p->held_ticks * host->tick, wall);
    rank->times.paused = paused_ticks(p, life) * host->tick;
}

static void finish_inside(struct run_rank *rank,
                          const struct clocked_host *host,
                          const struct rank_state *life)
{
    if (life->state == RUN_FINISHED || life->state == RUN_SUCCEEDED)
        return;
    if (!life->inside_since && life->held_since) {
        rank->inside.seconds =
            host_clocks_seconds(host, life->held_since, life->end);
        rank->times.stopped += rank->inside.seconds;
    }
    if (!life->inside_since)
        return;
    rank->inside.seconds =
        host_clocks_seconds(host, life->inside_since, life->end);
    rank->times.mpi += rank->inside.seconds;
    if (life->waits)
        rank->times.waiting += rank->inside.seconds;
    else
        rank->times.transfer += rank->inside.seconds;
}

void rank_state_finish(struct run_rank *rank,
                       const struct clocked_host *host,
                       const struct rank_state *life)
{
    finish_inside(rank, host, life);
    rank->times.compute = rank->times.wall - rank->times.mpi
                          - rank->times.paused - rank->times.stopped;
    if (rank->times.compute < 0)
        rank->times.compute = 0;
    computing_split_finish(
        &life->split, host->tick,
        host_clocks_seconds(host, life->split.at, life->end), rank);
}
