/* merge.c - make the runs of a job's generations one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/code/source_files.h"
#include "report/gather/hardware_figures.h"
#include "report/gather/merge.h"
#include "report/gather/merge_iterations.h"
#include "report/gather/merge_remarks.h"
#include "report/gather/merge_tables.h"
#include "report/model/efficiency.h"
#include "report/model/host_load_curve.h"
#include "report/model/rank_list.h"
#include "report/model/table.h"

struct merge {
    struct run *to;
    table_t *ranks; /* of struct run_rank, by rank */
    table_t *hosts; /* of struct merged_host, by name */
    merge_tables_t *sums;
};

struct merged_host {
    struct run_host is;
    double seconds; /* that its mean load is of */
};

static int copy_text(const struct merge *m, const char **to, const char *text)
{
    *to = arena_print(m->to->arena, "%s", text);
    return *to ? 0 : -1;
}

static int copy_texts(const struct merge *m,
                      const char ***to,
                      const char *const *text,
                      size_t count)
{
    const char **copy = arena_take(m->to->arena, count, sizeof(*copy));

    for (size_t i = 0; copy && i < count; i++)
        if (copy_text(m, &copy[i], text[i]) < 0)
            return -1;
    *to = copy;
    return copy ? 0 : -1;
}

/* ---- the job ---- */

static int level_number(const char *level)
{
    int n = 0;

    while (n < PAGE_LEVELS && strcmp(level, page_level_name[n]) != 0)
        n++;
    return n;
}

/* What all say alike. */
static int take_first(struct merge *m, const struct run *first)
{
    struct run *to = m->to;

    to->arguments = first->arguments;
    to->started_ns = to->ended_ns = first->started_ns;
    to->depth = first->depth;
    if (copy_text(m, &to->job, first->job) < 0
        || copy_text(m, &to->mpi, first->mpi) < 0
        || copy_text(m, &to->folder, first->folder) < 0
        || copy_text(m, &to->level, first->level) < 0)
        return -1;
    return copy_texts(m, &to->program, first->program, first->arguments);
}

/* What only the last one can know: how it ended, and, as parts do not keep
 * it, what is to be done with the report.
 */
static int take_last(struct merge *m, const struct run *last)
{
    const struct run_generation *g =
        last->generations ? &last->generation[last->generations - 1] : NULL;
    struct run *to = m->to;

    to->summary = last->summary;
    to->complete = last->complete;
    to->at_least = last->at_least;
    if (copy_text(m, &to->output, last->output) < 0)
        return -1;
    if (last->complete)
        return 0;
    to->reason = g && g->generation > 1 && last->generations == 1
                     ? arena_print(to->arena, "in generation %u %s",
                                   g->generation, last->reason)
                     : arena_print(to->arena, "%s", last->reason);
    return to->reason ? 0 : -1;
}

static double offset_of(const struct merge *m, const struct run *run)
{
    return (double)(int64_t)(run->started_ns - m->to->started_ns) * 1e-9;
}

static int add_job(struct merge *m, const struct run *run)
{
    struct run *to = m->to;

    if (run->size > to->size)
        to->size = run->size;
    if (run->ended_ns > to->ended_ns)
        to->ended_ns = run->ended_ns;
    if (run->depth > to->depth)
        to->depth = run->depth;
    to->yields = to->yields || run->yields;
    to->wall = fmax(to->wall, offset_of(m, run) + run->wall);
    if (level_number(run->level) < level_number(to->level)
        && copy_text(m, &to->level, run->level) < 0)
        return -1;
    if (run->counters_missing[0]
        && copy_text(m, &to->counters_missing, run->counters_missing) < 0)
        return -1;
    return run->energy_missing[0]
               ? copy_text(m, &to->energy_missing, run->energy_missing)
               : 0;
}

static void add_cost(struct run_cost *to, const struct run_cost *from)
{
    uint64_t samples = to->samples + from->samples;

    if (samples > 0)
        to->ns_per_call =
            (to->ns_per_call * to->samples + from->ns_per_call * from->samples)
            / samples;
    to->samples = samples;
    to->seconds += from->seconds;
    to->setup = fmax(to->setup, from->setup);
    if (from->memory_bytes > to->memory_bytes)
        to->memory_bytes = from->memory_bytes;
}

/* ---- the ranks ---- */

/* Where it is, and how, is what it was last. */
static int take_latest(const struct merge *m,
                       struct run_rank *to,
                       const struct run_rank *from,
                       double offset)
{
    to->rank = from->rank;
    to->pid = from->pid;
    to->state = from->state;
    to->abort_code = from->abort_code;
    to->end = offset + from->end;
    to->at_least = from->at_least;
    to->inside = from->inside;
    to->inside.at.object = RUN_NOWHERE;
    if (from->inside.call
        && copy_text(m, &to->inside.call, from->inside.call) < 0)
        return -1;
    if (from->inside.where
        && copy_text(m, &to->inside.where, from->inside.where) < 0)
        return -1;
    return copy_text(m, &to->host, from->host);
}

static void add_counts(struct run_rank *to, const struct run_rank *from)
{
    to->calls += from->calls;
    to->sent_count += from->sent_count;
    to->sent_bytes += from->sent_bytes;
    to->received_count += from->received_count;
    to->received_bytes += from->received_bytes;
    to->put_count += from->put_count;
    to->put_bytes += from->put_bytes;
    to->get_count += from->get_count;
    to->get_bytes += from->get_bytes;
    to->file_read_bytes += from->file_read_bytes;
    to->file_written_bytes += from->file_written_bytes;
    to->io_read_bytes += from->io_read_bytes;
    to->io_written_bytes += from->io_written_bytes;
    to->io_reads += from->io_reads;
    to->io_writes += from->io_writes;
    to->disk_read_bytes += from->disk_read_bytes;
    to->disk_written_bytes += from->disk_written_bytes;
    to->switches_voluntary += from->switches_voluntary;
    to->switches_forced += from->switches_forced;
    to->core_wait += from->core_wait;
    to->user_seconds += from->user_seconds;
    to->system_seconds += from->system_seconds;
    to->other_threads += from->other_threads;
    to->other_threads_mpi += from->other_threads_mpi;
    to->cycles += from->cycles;
    to->instructions += from->instructions;
    if (from->memory_peak_bytes > to->memory_peak_bytes)
        to->memory_peak_bytes = from->memory_peak_bytes;
    if (from->threads > to->threads)
        to->threads = from->threads;
}

static int add_rank(struct merge *m,
                    const struct run_rank *from,
                    double offset)
{
    uint32_t n = table_number(m->ranks, &from->rank, sizeof(from->rank));
    struct run_rank *to = n == TABLE_NONE ? NULL : table_at(m->ranks, n);
    double wall;

    if (!to)
        return -1;
    if (!to->host) {
        to->start = offset + from->start;
        to->load = from->load;
    }
    wall = to->times.wall + from->times.wall;
    if (wall > 0)
        to->load =
            (to->load * to->times.wall + from->load * from->times.wall) / wall;
    to->init += from->init;
    run_times_add(&to->times, &from->times);
    add_counts(to, from);
    return take_latest(m, to, from, offset);
}

/* ---- the hosts ---- */

static int add_host(struct merge *m,
                    const struct run_host *from,
                    double offset,
                    double seconds)
{
    uint32_t n = table_number(m->hosts, from->name, strlen(from->name));
    struct merged_host *host = n == TABLE_NONE ? NULL : table_at(m->hosts, n);
    struct run_host *to;
    double before;

    if (!host)
        return -1;
    to = &host->is;
    before = host->seconds;
    host->seconds += seconds;
    if (!to->name) {
        *to = *from;
        if (host_load_curve_begin(to, m->to->arena) < 0)
            return -1;
        host_load_curve_add(to, from, offset);
        return copy_text(m, &to->name, from->name);
    }
    host_load_curve_add(to, from, offset);
    if (from->ranks > to->ranks)
        to->ranks = from->ranks;
    if (host->seconds > 0)
        to->load_mean = (to->load_mean * before + from->load_mean * seconds)
                        / host->seconds;
    to->cores = from->cores;
    to->load_last = from->load_last;
    to->energy += from->energy;
    to->memory_bytes = from->memory_bytes;
    if (from->memory_free_bytes < to->memory_free_bytes)
        to->memory_free_bytes = from->memory_free_bytes;
    return 0;
}

/* ---- the generations ---- */

static size_t count_generations(struct run *const *run, size_t count)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++)
        n += run[i]->generations;
    return n;
}

static int add_generations(struct merge *m, const struct run *run)
{
    for (size_t i = 0; i < run->generations; i++) {
        const struct run_generation *from = &run->generation[i];
        struct run_generation *to = &m->to->generation[m->to->generations++];

        *to = *from;
        to->start += offset_of(m, run);
        to->end += offset_of(m, run);
        if (copy_text(m, &to->state, from->state) < 0
            || copy_texts(m, &to->host, from->host, from->hosts) < 0)
            return -1;
    }
    return 0;
}

/* What is missing of one that is over is said in words. */
static int add_remarks(struct merge *m, const struct run *run, bool last)
{
    if (!last && run->generations == 1 && run->missing[0]
        && run_unseen(m->to, "in generation %u rank%s %s left nothing",
                      run->generation[0].generation,
                      strpbrk(run->missing, "-,") ? "s" : "", run->missing)
               < 0)
        return -1;
    return merge_remarks_join(m->to, run);
}

/* ---- all of it ---- */

static int add_run(struct merge *m, const struct run *run, bool last)
{
    double offset = offset_of(m, run);

    for (size_t i = 0; i < run->ranks; i++)
        if (add_rank(m, &run->rank[i], offset) < 0)
            return -1;
    for (size_t i = 0; i < run->hosts; i++)
        if (add_host(m, &run->host[i], offset, run->wall) < 0)
            return -1;
    run_times_add(&m->to->sum, &run->sum);
    add_cost(&m->to->cost, &run->cost);
    if (add_job(m, run) < 0 || add_generations(m, run) < 0
        || merge_tables_add(m->sums, run) < 0
        || source_files_join(m->to, run) < 0)
        return -1;
    return add_remarks(m, run, last);
}

static int compare_ranks(const void *a, const void *b)
{
    const struct run_rank *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

static int finish(struct merge *m, struct run *const *run, size_t count)
{
    struct run *to = m->to;
    double processor;

    to->ranks = table_count(m->ranks);
    to->hosts = table_count(m->hosts);
    to->rank = table_keep(m->ranks, to->arena);
    to->host = arena_take(to->arena, to->hosts, sizeof(*to->host));
    if (!to->rank || !to->host || merge_tables_finish(m->sums) < 0)
        return -1;
    for (uint32_t i = 0; i < to->hosts; i++)
        to->host[i] = ((struct merged_host *)table_at(m->hosts, i))->is;
    qsort(to->rank, to->ranks, sizeof(*to->rank), compare_ranks);
    hardware_figures_finish(to);
    processor = run_processor(to);
    if (processor > 0)
        to->cost.percent = 100 * to->cost.seconds / processor;
    to->resolved = true;
    if (rank_list_missing(to) < 0 || merge_iterations_join(to, run, count) < 0)
        return -1;
    efficiency_join(to, run, count);
    return 0;
}

static int merge_all(struct merge *m, struct run *const *run, size_t count)
{
    if (!m->to || !m->ranks || !m->hosts)
        return -1;
    m->to->generation = arena_take(m->to->arena, count_generations(run, count),
                                   sizeof(*m->to->generation));
    m->sums = merge_tables_create(m->to);
    if (!m->sums || !m->to->generation || take_first(m, run[0]) < 0)
        return -1;
    for (size_t i = 0; i < count; i++)
        if (add_run(m, run[i], i + 1 == count) < 0)
            return -1;
    if (take_last(m, run[count - 1]) < 0)
        return -1;
    return finish(m, run, count);
}

struct run *merge(struct run *const *run, size_t count)
{
    struct merge m = {
        .to = run_create(),
        .ranks = table_create(sizeof(struct run_rank)),
        .hosts = table_create(sizeof(struct merged_host)),
    };

    if (merge_all(&m, run, count) < 0) {
        run_destroy(m.to);
        m.to = NULL;
    }
    table_destroy(m.ranks);
    table_destroy(m.hosts);
    merge_tables_destroy(m.sums);
    return m.to;
}
