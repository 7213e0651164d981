/* host_clocks.c - the hosts of a job, on one time line
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/clock.h"
#include "report/gather/alive.h"
#include "report/gather/host_clocks.h"
#include "report/model/table.h"

struct host_clocks {
    struct run *run;
    table_t *table; /* of struct clocked_host, by name */
    double start;   /* of the run, since the first host's reference */
};

host_clocks_t *host_clocks_create(struct run *run)
{
    host_clocks_t *h = calloc(1, sizeof(*h));

    if (h && !(h->table = table_create(sizeof(struct clocked_host)))) {
        free(h);
        return NULL;
    }
    if (h)
        h->run = run;
    return h;
}

void host_clocks_destroy(host_clocks_t *h)
{
    if (h) {
        table_destroy(h->table);
        free(h);
    }
}

/* As long as no rank has told it.  To measure it takes a millisecond, so that
 * is left to those that are seen in MPI_Init(), which have not yet.
 */
static double guess_tick(const struct clocked_host *host, const struct page *p)
{
    return host->here && p->tick_ns <= 0 ? clock_tick_ns(clock_pair()) * 1e-9
                                         : 1e-9;
}

struct clocked_host *host_clocks_find(host_clocks_t *h,
                                      const struct page *p,
                                      uint32_t *number)
{
    struct clocked_host *host;

    *number = table_number(h->table, p->host, strlen(p->host));
    if (*number == TABLE_NONE)
        return NULL;
    host = table_at(h->table, *number);
    if (!host->is.name) {
        if (!(host->is.name = arena_print(h->run->arena, "%s", p->host)))
            return NULL;
        host->here = page_is_here(p);
        host->guessed = true;
        host->tick = guess_tick(host, p);
        host->reference = p->birth;
        host->reference_ns = p->birth_ns;
        host->start = UINT64_MAX;
    }
    if (host->guessed && p->tick_ns > 0) {
        host->tick = p->tick_ns * 1e-9;
        host->guessed = false;
    }
    return host;
}

struct clocked_host *host_clocks_at(host_clocks_t *h, uint32_t number)
{
    return table_at(h->table, number);
}

/* What a rank saw of its host, if it has looked: it does so first when it has
 * left MPI_Init().
 */
static void add_looks(struct clocked_host *host, const struct page *p)
{
    uint64_t *least = &host->is.memory_free_bytes;

    if (p->host_memory_free_bytes > 0) {
        host->is.memory_bytes = p->host_memory_bytes;
        if (*least == 0 || p->host_memory_free_bytes < *least)
            *least = p->host_memory_free_bytes;
    }
    if (p->load_samples == 0)
        return;
    if (host->load_samples == 0)
        host->is.load_first = p->load_first;
    host->is.load_last = p->load_last;
    host->load_sum += p->load_sum;
    host->load_samples += p->load_samples;
}

void host_clocks_add(struct clocked_host *host,
                     const struct page *p,
                     uint64_t start,
                     uint64_t end)
{
    host->is.ranks++;
    host->is.cores = p->cores;
    add_looks(host, p);
    if (p->loads.used > host->loads.used) {
        host->loads = p->loads;
        host->loads_from = p->birth;
    }
    if (start < host->start)
        host->start = start;
    if (end > host->end)
        host->end = end;
}

double host_clocks_seconds(const struct clocked_host *host,
                           uint64_t from,
                           uint64_t to)
{
    return to > from ? (double)(to - from) * host->tick : 0;
}

double host_clocks_moment(host_clocks_t *h,
                          const struct clocked_host *host,
                          uint64_t ticks)
{
    const struct clocked_host *first = host_clocks_at(h, 0);
    int64_t ahead = (int64_t)(host->reference_ns - first->reference_ns);

    return (double)ahead * 1e-9
           + host_clocks_seconds(host, host->reference, ticks)
           - host_clocks_seconds(host, ticks, host->reference) - h->start;
}

/* Pages may hold any number, the JSON only those of a signed one. */
static uint64_t add_seconds(uint64_t ns, double seconds)
{
    const uint64_t most = UINT64_C(8000000000000000000);
    int64_t sum = (int64_t)(ns < most ? ns : most);

    sum += (int64_t)fmin(fmax(seconds * 1e9, -1e18), 1e18);
    return sum > 0 ? (uint64_t)sum : 0;
}

static void find_start_and_end(host_clocks_t *h)
{
    const struct clocked_host *first = host_clocks_at(h, 0);
    double start = INFINITY, end = -INFINITY;

    for (uint32_t i = 0; i < table_count(h->table); i++) {
        const struct clocked_host *host = host_clocks_at(h, i);

        start = fmin(start, host_clocks_moment(h, host, host->start));
        end = fmax(end, host_clocks_moment(h, host, host->end));
    }
    h->start = start;
    h->run->wall = fmax(end - start, 0); /* pages may hold any numbers */
    h->run->started_ns = add_seconds(first->reference_ns, start);
    h->run->ended_ns = add_seconds(first->reference_ns, end);
}

/* What was seen before the run has begun is not its. */
static int keep_loads(host_clocks_t *h,
                      const struct clocked_host *host,
                      struct run_host *to)
{
    const struct host_load *l = &host->loads;

    to->load = arena_take(h->run->arena, 2 * (size_t)l->used, sizeof(double));
    for (uint32_t i = 0; to->load && i < l->used; i++) {
        uint64_t from = host->loads_from + i * l->stride;
        double at = host_clocks_moment(h, host, from);

        if (at > h->run->wall)
            break;
        if (host_clocks_moment(h, host, from + l->stride) <= 0)
            continue;
        to->load[to->loads++] = fmax(at, 0);
        to->load[to->loads++] = l->load[i];
    }
    return to->load ? 0 : -1;
}

int host_clocks_finish(host_clocks_t *h)
{
    struct run *run = h->run;

    run->hosts = table_count(h->table);
    if (!(run->host = arena_take(run->arena, run->hosts, sizeof(*run->host))))
        return -1;
    for (size_t i = 0; i < run->hosts; i++) {
        const struct clocked_host *host = host_clocks_at(h, i);

        run->host[i] = host->is;
        run->host[i].load_mean = host->load_samples > 0
                                     ? host->load_sum / host->load_samples
                                     : host->is.load_last;
    }
    find_start_and_end(h);
    for (size_t i = 0; i < run->hosts; i++)
        if (keep_loads(h, host_clocks_at(h, i), &run->host[i]) < 0)
            return -1;
    return 0;
}
