/* html_data.c - what the page of a report draws, as JSON
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/emit.h"
#include "profile/page.h"
#include "report/export/html_data.h"
#include "report/export/traffic_grid.h"
#include "report/json/json.h"
#include "report/model/efficiency.h"
#include "report/text/efficiency_table.h"

enum { DIGITS = 5 }; /* more than a picture shows */

/* Numbers of a rank that the page has a use for. */
static const struct column {
    const char *name;
    enum { SECONDS, COUNT } type;
    size_t at;
} columns[] = {
    { "wall", SECONDS, offsetof(struct run_rank, times.wall) },
    { "compute", SECONDS, offsetof(struct run_rank, times.compute) },
    { "on_core", SECONDS, offsetof(struct run_rank, times.on_core) },
    { "no_core", SECONDS, offsetof(struct run_rank, times.no_core) },
    { "asleep", SECONDS, offsetof(struct run_rank, times.asleep) },
    { "waiting", SECONDS, offsetof(struct run_rank, times.waiting) },
    { "transfer", SECONDS, offsetof(struct run_rank, times.transfer) },
    { "other", SECONDS, offsetof(struct run_rank, times.other) },
    { "paused", SECONDS, offsetof(struct run_rank, times.paused) },
    { "stopped", SECONDS, offsetof(struct run_rank, times.stopped) },
    { "user", SECONDS, offsetof(struct run_rank, user_seconds) },
    { "system", SECONDS, offsetof(struct run_rank, system_seconds) },
    { "threads", SECONDS, offsetof(struct run_rank, other_threads) },
    { "threads_mpi", SECONDS, offsetof(struct run_rank, other_threads_mpi) },
    { "calls", COUNT, offsetof(struct run_rank, calls) },
    { "sent", COUNT, offsetof(struct run_rank, sent_bytes) },
    { "received", COUNT, offsetof(struct run_rank, received_bytes) },
    { "memory", COUNT, offsetof(struct run_rank, memory_peak_bytes) },
};

static void put_column(struct emit *e,
                       const struct run *run,
                       const struct column *column)
{
    emit_array(e, column->name, false);
    for (size_t i = 0; i < run->ranks; i++) {
        const void *at = (const char *)&run->rank[i] + column->at;

        if (column->type == SECONDS)
            emit_number(e, NULL, *(const double *)at, DIGITS);
        else
            emit_count(e, NULL, *(const uint64_t *)at);
    }
    emit_end(e);
}

static void put_hosts(struct emit *e,
                      const struct run *run,
                      const unsigned *host_of)
{
    emit_array(e, "host", false);
    for (size_t i = 0; i < run->ranks; i++) {
        int rank = run->rank[i].rank;

        emit_count(e, NULL,
                   rank >= 0 && rank < run->size ? host_of[rank] : run->hosts);
    }
    emit_end(e);
}

/* Where a rank that did not finish was when it was last seen. */
static void put_inside(struct emit *e,
                       const struct run *run,
                       const struct run_rank *rank)
{
    const struct run_inside *inside = &rank->inside;

    emit_object(e, NULL, false);
    emit_integer(e, "rank", rank->rank);
    emit_text(e, "state", run_state_name[rank->state]);
    emit_text(e, "state_words", run_state_words(run, rank));
    if (rank->state == RUN_ABORTED)
        emit_integer(e, "abort_code", rank->abort_code);
    emit_bool(e, "at_least", rank->at_least);
    if (inside->call) {
        emit_text(e, "call", inside->call);
        emit_number(e, "seconds", inside->seconds, DIGITS);
        emit_integer(e, "peer", inside->peer);
        emit_text(e, "where", inside->where);
    }
    emit_end(e);
}

static void put_ranks(struct emit *e,
                      const struct run *run,
                      const unsigned *host_of)
{
    emit_object(e, "ranks", true);
    emit_array(e, "rank", false);
    for (size_t i = 0; i < run->ranks; i++)
        emit_integer(e, NULL, run->rank[i].rank);
    emit_end(e);
    put_hosts(e, run, host_of);
    for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
        put_column(e, run, &columns[i]);
    emit_array(e, "unfinished", true);
    for (size_t i = 0; i < run->ranks; i++)
        if (run->rank[i].state != RUN_FINISHED
            && run->rank[i].state != RUN_SUCCEEDED)
            put_inside(e, run, &run->rank[i]);
    emit_end(e);
    emit_end(e);
}

/* A list of lists, one for each row: to, count, bytes, to, count, bytes ... */
static void put_grid(struct emit *e,
                     const char *of,
                     const struct traffic_grid *g)
{
    size_t i = 0;

    emit_object(e, NULL, true);
    emit_text(e, "of", of);
    emit_count(e, "side", g->side);
    emit_count(e, "per", g->per);
    emit_array(e, "rows", true);
    for (unsigned from = 0; from < g->side; from++) {
        emit_array(e, NULL, false);
        for (; i < g->cells && g->cell[i].from == from; i++) {
            emit_count(e, NULL, g->cell[i].to);
            emit_number(e, NULL, g->cell[i].count, DIGITS + 2);
            emit_number(e, NULL, g->cell[i].bytes, DIGITS + 2);
        }
        emit_end(e);
    }
    emit_end(e);
    emit_end(e);
}

static int put_grids_of(struct emit *e,
                        const struct run *run,
                        enum traffic_grid_kind kind)
{
    struct traffic_grid ranks, hosts;

    if (traffic_grid_ranks(run, kind, &ranks) < 0)
        return -1;
    if (traffic_grid_hosts(run, kind, &hosts) < 0) {
        free(ranks.cell);
        return -1;
    }
    emit_object(e, NULL, true);
    emit_text(e, "kind",
              kind == TRAFFIC_GRID_MESSAGES ? "messages" : "one-sided");
    emit_array(e, "grids", true);
    put_grid(e, "ranks", &ranks);
    put_grid(e, "hosts", &hosts);
    emit_end(e);
    emit_end(e);
    free(ranks.cell);
    free(hosts.cell);
    return 0;
}

static int put_grids(struct emit *e, const struct run *run)
{
    int rc = 0;

    emit_array(e, "grids", true);
    if (run->messages > 0)
        rc = put_grids_of(e, run, TRAFFIC_GRID_MESSAGES);
    if (run->onesided > 0 && rc == 0)
        rc = put_grids_of(e, run, TRAFFIC_GRID_ONE_SIDED);
    emit_end(e);
    return rc;
}

static void put_sizes(struct emit *e, const struct run *run)
{
    double count[SIZE_CLASSES] = { 0 };

    for (size_t i = 0; i < run->messages; i++)
        for (size_t k = 0; k < run->message[i].sizes.count; k++) {
            const struct run_size *size = &run->message[i].sizes.of[k];

            count[size_class(size->limit)] += size->count;
        }
    emit_array(e, "sizes", false);
    for (unsigned c = 0; c < SIZE_CLASSES; c++)
        if (count[c] > 0) {
            emit_array(e, NULL, false);
            emit_count(e, NULL, size_class_limit(c));
            emit_number(e, NULL, count[c], DIGITS + 2);
            emit_end(e);
        }
    emit_end(e);
}

/* Lists of [name, before, after]. */
static void put_rows(struct emit *e,
                     const char *name,
                     const struct compare_rows *rows)
{
    emit_array(e, name, true);
    for (size_t i = 0; i < rows->count; i++) {
        emit_array(e, NULL, false);
        emit_text(e, NULL, rows->of[i].name);
        emit_number(e, NULL, rows->of[i].before, DIGITS);
        emit_number(e, NULL, rows->of[i].after, DIGITS);
        emit_end(e);
    }
    emit_end(e);
}

static void put_compare(struct emit *e, const struct compare *c)
{
    static const char *const names[COMPARE_LISTS] = { "parts", "calls",
                                                      "sites", "ranks" };

    if (!c)
        return;
    emit_object(e, "compare", true);
    for (int i = 0; i < COMPARE_LISTS; i++)
        put_rows(e, names[i], &c->list[i]);
    emit_end(e);
}

int html_data_print(const struct run *run,
                    const struct compare *c,
                    const struct timeline *t,
                    const char *link,
                    FILE *out)
{
    unsigned *host_of = traffic_grid_host_of(run);
    struct run rest = *run;
    struct emit e;
    int rc;

    if (!host_of)
        return -1;
    rest.ranks = rest.messages = rest.onesided = 0;
    emit_start(&e, out);
    emit_object(&e, NULL, true);
    json_emit(&rest, &e, "report");
    emit_object(&e, "drawn", true);
    put_ranks(&e, run, host_of);
    rc = put_grids(&e, run);
    put_sizes(&e, run);
    put_compare(&e, c);
    if (t)
        timeline_emit(t, &e);
    emit_text(&e, "caution", efficiency_table_caution(run));
    emit_text(&e, "advice",
              efficiency_table_advice(efficiency_worst(efficiency_last(run))));
    emit_text(&e, "link", link);
    emit_finish(&e);
    free(host_of);
    return rc;
}
