/* made_up_run.c - runs that were never recorded
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

static const char *const names[MADE_UP_RANKS] = { "h0",  "h1",  "h2",  "h3",
                                                  "h4",  "h5",  "h6",  "h7",
                                                  "h8",  "h9",  "h10", "h11",
                                                  "h12", "h13", "h14", "h15" };

static void give_up(const struct error *err)
{
    ok(false, "a made-up run can be made: %s", err->text);
    exit(tap_done());
}

void made_up_begin(struct made_up_run *m, int ranks, bool apart)
{
    struct error err = { .text = "" };
    char members[32];

    *m = (struct made_up_run){ .ranks = ranks };
    snprintf(members, sizeof(members), "0-%d", ranks - 1);
    m->recorder = recorder_create(ranks, &err);
    if (!m->recorder || recorder_comm(m->recorder, members, &err) < 0)
        give_up(&err);
    for (int i = 0; i < ranks; i++)
        recorder_rank(m->recorder, i, names[apart ? i : 0], 0);
}

void made_up_compute(struct made_up_run *m, int rank, double seconds)
{
    m->now[rank] += seconds;
}

void made_up_mark(struct made_up_run *m, int rank)
{
    m->marks[rank] = true;
}

/* All calls of a name are made from one place. */
static uint32_t site_of(const char *name)
{
    uint32_t site = 0;

    for (; *name; name++)
        site = (site * 31 + (unsigned char)*name) % 4093;
    return site;
}

void made_up_call(struct made_up_run *m,
                  int rank,
                  const char *name,
                  const struct trace_act *act,
                  size_t acts)
{
    struct error err = { .text = "" };
    struct recorder_call call = {
        name,           m->now[rank], m->now[rank] + m->took,
        m->marks[rank], acts,         act,
        site_of(name),  m->computed,  m->starts
    };

    if (recorder_call(m->recorder, rank, &call, &err) < 0)
        give_up(&err);
    m->now[rank] = call.end;
    m->marks[rank] = false;
}

void made_up_send(struct made_up_run *m, int rank, int to, uint64_t bytes)
{
    struct trace_act act = { TRACE_SEND, 0, to, 0, bytes, 0 };

    made_up_call(m, rank, "MPI_Send", &act, 1);
}

void made_up_receive(struct made_up_run *m, int rank, int from)
{
    struct trace_act act = { TRACE_RECV, 0, from, 0, 0, 0 };

    made_up_call(m, rank, "MPI_Recv", &act, 1);
}

void made_up_collective(struct made_up_run *m,
                        int rank,
                        const char *name,
                        int root,
                        uint64_t bytes)
{
    struct trace_act act = { TRACE_COLL, 0, root, TRACE_NONE, bytes, 0 };

    made_up_call(m, rank, name, &act, 1);
}

void made_up_all(struct made_up_run *m,
                 const char *name,
                 int root,
                 uint64_t bytes)
{
    for (int i = 0; i < m->ranks; i++)
        made_up_collective(m, i, name, root, bytes);
}

struct recording *made_up_end(struct made_up_run *m)
{
    struct error err = { .text = "" };
    struct recording *r = recorder_finish(m->recorder, &err);

    recorder_destroy(m->recorder);
    if (!r)
        give_up(&err);
    return r;
}

struct platform *made_up_platform(int hosts, double latency, double bandwidth)
{
    struct error err = { .text = "" };
    struct platform *p = platform_create(names, (size_t)hosts, &err);

    if (!p)
        give_up(&err);
    for (size_t a = 0; a < p->hosts; a++)
        for (size_t b = a; b < p->hosts; b++)
            platform_connect(p, a, b, latency, 1 / bandwidth);
    return p;
}

int made_up_forecast(struct forecast *f,
                     const struct recording *r,
                     const struct platform *p,
                     const char *map,
                     struct error *err)
{
    struct simulated_job_plan plan = {
        .recording = r, .platform = p, .map = map, .bytes = JOB_UNKNOWN
    };

    return forecast_create(f, &plan, err);
}

double made_up_seconds(const struct recording *r,
                       size_model_t *s,
                       size_t size,
                       struct platform *p,
                       struct error *err)
{
    char map[256] = "";
    struct simulated_job_plan plan = { .recording = r,
                                       .platform = p,
                                       .size_model = s,
                                       .size = size,
                                       .map = map,
                                       .bytes = JOB_UNKNOWN };
    struct forecast f = { 0 };
    size_t ranks = size > 0 ? size : r->ranks;
    double took = -1;

    for (size_t i = 0; i < ranks; i++)
        snprintf(map + strlen(map), sizeof(map) - strlen(map), "%sh%zu:1",
                 i > 0 ? "," : "", i);
    if (forecast_create(&f, &plan, err) == 0)
        took = f.seconds;
    forecast_destroy(&f);
    return took;
}
