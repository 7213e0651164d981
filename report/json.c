/* json.c - a run as the report's JSON
 *
 * load.c reads the same names in the same order.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <time.h>

#include "report/emit.h"
#include "report/json.h"

/* More digits than anyone needs, and few enough to survive being read and
 * written again.
 */
enum { DIGITS = 12, SAMPLE_DIGITS = 7 };

static void put_seconds(struct emit *e, const char *key, double seconds)
{
    emit_number(e, key, seconds, DIGITS);
}

static void put_sizes(struct emit *e, const struct run_sizes *sizes)
{
    char limit[24];

    emit_object(e, "sizes", false);
    for (size_t i = 0; i < sizes->count; i++) {
        snprintf(limit, sizeof(limit), "%" PRIu64, sizes->of[i].limit);
        emit_count(e, limit, sizes->of[i].count);
    }
    emit_end(e);
}

static void put_moment(struct emit *e, const char *key, uint64_t ns)
{
    time_t seconds = ns / 1000000000;
    struct tm tm;
    char text[80];

    if (!gmtime_r(&seconds, &tm))
        return;
    snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ",
             tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
             tm.tm_min, tm.tm_sec, (int)(ns / 1000000 % 1000));
    emit_text(e, key, text);
}

static void put_head(struct emit *e, const struct run *run)
{
    emit_integer(e, "mitosis", JSON_VERSION);
    emit_array(e, "program", false);
    for (size_t i = 0; i < run->arguments; i++)
        emit_text(e, NULL, run->program[i]);
    emit_end(e);
    emit_text(e, "job", run->job);
    emit_text(e, "mpi", run->mpi);
    emit_text(e, "folder", run->folder);
    emit_integer(e, "size", run->size);
    emit_bool(e, "complete", run->complete);
    emit_text(e, "incomplete_reason", run->reason);
    emit_text(e, "missing_ranks", run->missing);
    put_moment(e, "started", run->started_ns);
    put_moment(e, "ended", run->ended_ns);
    put_seconds(e, "wall_seconds", run->wall);
    emit_text(e, "level", run->level);
    emit_count(e, "depth", run->depth);
}

/* Over all ranks, so of these rank_seconds they are shares. */
static void put_sum(struct emit *e, const struct run_times *sum)
{
    put_seconds(e, "rank_seconds", sum->wall);
    put_seconds(e, "compute_seconds", sum->compute);
    put_seconds(e, "mpi_seconds", sum->mpi);
    put_seconds(e, "waiting_seconds", sum->waiting);
    put_seconds(e, "transfer_seconds", sum->transfer);
    put_seconds(e, "other_seconds", sum->other);
    put_seconds(e, "paused_seconds", sum->paused);
}

static void put_hosts(struct emit *e, const struct run *run)
{
    emit_array(e, "hosts", true);
    for (size_t i = 0; i < run->hosts; i++) {
        const struct run_host *host = &run->host[i];

        emit_object(e, NULL, false);
        emit_text(e, "name", host->name);
        emit_count(e, "ranks", host->ranks);
        emit_count(e, "cores", host->cores);
        emit_number(e, "load", host->load_mean, DIGITS);
        emit_number(e, "load_first", host->load_first, DIGITS);
        emit_number(e, "load_last", host->load_last, DIGITS);
        emit_count(e, "memory_bytes", host->memory_bytes);
        emit_count(e, "memory_free_bytes", host->memory_free_bytes);
        emit_end(e);
    }
    emit_end(e);
}

static void put_inside(struct emit *e, const struct run_inside *inside)
{
    emit_object(e, "inside", false);
    emit_text(e, "call", inside->call);
    put_seconds(e, "seconds", inside->seconds);
    if (inside->peer >= 0)
        emit_integer(e, "peer", inside->peer);
    if (inside->where)
        emit_text(e, "where", inside->where);
    emit_end(e);
}

static void put_rank(struct emit *e, const struct run_rank *r)
{
    emit_object(e, NULL, false);
    emit_integer(e, "rank", r->rank);
    emit_text(e, "host", r->host);
    emit_integer(e, "pid", r->pid);
    emit_text(e, "state", run_state_name[r->state]);
    if (r->state == RUN_ABORTED)
        emit_integer(e, "abort_code", r->abort_code);
    if (r->inside.call)
        put_inside(e, &r->inside);
    put_seconds(e, "start", r->start);
    put_seconds(e, "end", r->end);
    put_seconds(e, "wall", r->times.wall);
    put_seconds(e, "mpi", r->times.mpi);
    put_seconds(e, "compute", r->times.compute);
    put_seconds(e, "waiting", r->times.waiting);
    put_seconds(e, "transfer", r->times.transfer);
    put_seconds(e, "other", r->times.other);
    put_seconds(e, "paused", r->times.paused);
    put_seconds(e, "init", r->init);
    emit_count(e, "calls", r->calls);
    emit_count(e, "sent_bytes", r->sent_bytes);
    emit_count(e, "sent_count", r->sent_count);
    emit_count(e, "received_bytes", r->received_bytes);
    emit_count(e, "received_count", r->received_count);
    emit_count(e, "put_bytes", r->put_bytes);
    emit_count(e, "put_count", r->put_count);
    emit_count(e, "get_bytes", r->get_bytes);
    emit_count(e, "get_count", r->get_count);
    emit_count(e, "file_read_bytes", r->file_read_bytes);
    emit_count(e, "file_written_bytes", r->file_written_bytes);
    emit_count(e, "memory_peak_bytes", r->memory_peak_bytes);
    put_seconds(e, "user_seconds", r->user_seconds);
    put_seconds(e, "system_seconds", r->system_seconds);
    emit_count(e, "switches_voluntary", r->switches_voluntary);
    emit_count(e, "switches_forced", r->switches_forced);
    emit_number(e, "load", r->load, DIGITS);
    emit_count(e, "threads", r->threads);
    emit_end(e);
}

static void put_ranks(struct emit *e, const struct run *run)
{
    emit_array(e, "ranks", true);
    for (size_t i = 0; i < run->ranks; i++)
        put_rank(e, &run->rank[i]);
    emit_end(e);
}

static void put_messages(struct emit *e, const struct run *run)
{
    emit_array(e, "messages", true);
    for (size_t i = 0; i < run->messages; i++) {
        const struct run_message *m = &run->message[i];

        emit_object(e, NULL, false);
        emit_integer(e, "from", m->from);
        emit_integer(e, "to", m->to);
        emit_count(e, "count", m->count);
        emit_count(e, "bytes", m->bytes);
        put_sizes(e, &m->sizes);
        emit_end(e);
    }
    emit_end(e);
}

static void put_onesided(struct emit *e, const struct run *run)
{
    emit_array(e, "one_sided", true);
    for (size_t i = 0; i < run->onesided; i++) {
        const struct run_onesided *o = &run->one[i];

        emit_object(e, NULL, false);
        emit_integer(e, "from", o->from);
        emit_integer(e, "to", o->to);
        emit_count(e, "put_count", o->put_count);
        emit_count(e, "put_bytes", o->put_bytes);
        emit_count(e, "get_count", o->get_count);
        emit_count(e, "get_bytes", o->get_bytes);
        emit_end(e);
    }
    emit_end(e);
}

static void put_calls(struct emit *e, const struct run *run)
{
    emit_array(e, "calls", true);
    for (size_t i = 0; i < run->calls; i++) {
        const struct run_call *call = &run->call[i];

        emit_object(e, NULL, false);
        emit_text(e, "name", call->name);
        emit_text(e, "kind", call->kind);
        emit_count(e, "count", call->count);
        emit_count(e, "untimed", call->untimed);
        put_seconds(e, "seconds", call->seconds);
        put_seconds(e, "waiting_seconds", call->waiting);
        emit_count(e, "bytes", call->bytes);
        put_sizes(e, &call->sizes);
        emit_end(e);
    }
    emit_end(e);
}

static void put_sites(struct emit *e, const struct run *run)
{
    emit_array(e, "callsites", true);
    for (size_t i = 0; i < run->sites; i++) {
        const struct run_site *site = &run->site[i];

        emit_object(e, NULL, false);
        emit_text(e, "call", site->call);
        emit_array(e, "frames", false);
        for (unsigned k = 0; k < site->depth; k++)
            emit_text(e, NULL, site->frames[k]);
        emit_end(e);
        emit_count(e, "count", site->count);
        put_seconds(e, "seconds", site->seconds);
        put_seconds(e, "waiting_seconds", site->waiting);
        emit_count(e, "bytes", site->bytes);
        emit_count(e, "ranks", site->ranks);
        emit_end(e);
    }
    emit_end(e);
}

static void put_comms(struct emit *e, const struct run *run)
{
    emit_array(e, "communicators", true);
    for (size_t i = 0; i < run->comms; i++) {
        const struct run_comm *comm = &run->comm[i];

        emit_object(e, NULL, false);
        emit_text(e, "name", comm->name);
        emit_text(e, "members", comm->members);
        emit_count(e, "size", comm->size);
        emit_count(e, "made", comm->made);
        emit_count(e, "ranks", comm->ranks);
        emit_end(e);
    }
    emit_end(e);
}

static void put_colls(struct emit *e, const struct run *run)
{
    emit_array(e, "collectives", true);
    for (size_t i = 0; i < run->colls; i++) {
        const struct run_coll *coll = &run->coll[i];

        emit_object(e, NULL, false);
        emit_text(e, "call", coll->call);
        emit_count(e, "comm", coll->comm);
        emit_count(e, "count", coll->count);
        put_seconds(e, "seconds", coll->seconds);
        emit_count(e, "bytes", coll->bytes);
        put_sizes(e, &coll->sizes);
        emit_end(e);
    }
    emit_end(e);
}

static void put_loops(struct emit *e, const struct run_iterations *it)
{
    emit_array(e, "loops", false);
    for (size_t i = 0; i < it->loops; i++) {
        emit_object(e, NULL, false);
        emit_text(e, "mark", it->loop[i].mark);
        emit_count(e, "count", it->loop[i].count);
        emit_count(e, "calls", it->loop[i].calls);
        put_seconds(e, "mean_seconds", it->loop[i].seconds);
        emit_number(e, "covers", it->loop[i].covers, DIGITS);
        emit_end(e);
    }
    emit_end(e);
}

static void put_paces(struct emit *e, const struct run_iterations *it)
{
    emit_array(e, "ranks", true);
    for (size_t i = 0; i < it->paces; i++) {
        emit_object(e, NULL, false);
        emit_integer(e, "rank", it->pace[i].rank);
        emit_count(e, "count", it->pace[i].count);
        put_seconds(e, "compute_seconds", it->pace[i].compute);
        emit_end(e);
    }
    emit_end(e);
}

static void put_iterations(struct emit *e, const struct run_iterations *it)
{
    emit_object(e, "iterations", true);
    emit_bool(e, "found", it->found);
    emit_text(e, "reason", it->reason);
    emit_bool(e, "agreed", it->agreed);
    emit_bool(e, "manual", it->manual);
    emit_text(e, "mark", it->mark);
    emit_count(e, "count", it->count);
    put_seconds(e, "median_seconds", it->median);
    emit_count(e, "calls_per_iteration", it->calls);
    put_seconds(e, "mean_seconds", it->mean);
    put_seconds(e, "min_seconds", it->min);
    put_seconds(e, "max_seconds", it->max);
    put_seconds(e, "p90_seconds", it->p90);
    emit_number(e, "spread", it->spread, DIGITS);
    emit_number(e, "trend_percent", it->trend, DIGITS);
    emit_number(e, "imbalance", it->imbalance, DIGITS);
    put_seconds(e, "start_up_seconds", it->start_up);
    put_seconds(e, "wind_down_seconds", it->wind_down);
    put_loops(e, it);
    put_paces(e, it);
    emit_count(e, "iterations_per_sample", it->stride);
    emit_array(e, "seconds", true);
    for (size_t i = 0; i < it->samples; i++)
        emit_number(e, NULL, it->seconds[i], SAMPLE_DIGITS);
    emit_end(e);
    emit_end(e);
}

static void put_cost(struct emit *e, const struct run_cost *cost)
{
    emit_object(e, "cost", false);
    emit_count(e, "samples", cost->samples);
    emit_number(e, "ns_per_call", cost->ns_per_call, DIGITS);
    put_seconds(e, "seconds", cost->seconds);
    emit_number(e, "percent", cost->percent, DIGITS);
    put_seconds(e, "setup_seconds", cost->setup);
    emit_count(e, "memory_bytes", cost->memory_bytes);
    emit_end(e);
}

static void put_unseen(struct emit *e, const struct run *run)
{
    emit_array(e, "unseen", true);
    for (size_t i = 0; i < run->unseens; i++)
        emit_text(e, NULL, run->unseen[i]);
    emit_end(e);
}

void json_print(const struct run *run, FILE *out)
{
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, true);
    put_head(&e, run);
    put_sum(&e, &run->sum);
    put_cost(&e, &run->cost);
    put_unseen(&e, run);
    put_hosts(&e, run);
    put_ranks(&e, run);
    put_calls(&e, run);
    put_sites(&e, run);
    put_messages(&e, run);
    put_onesided(&e, run);
    put_comms(&e, run);
    put_colls(&e, run);
    put_iterations(&e, &run->iterations);
    emit_end(&e);
    emit_finish(&e);
}
