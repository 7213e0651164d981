/* trace_reader.c - make a recording of a trace
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "foresee/record/clocks.h"
#include "foresee/record/recorder.h"
#include "foresee/record/trace_reader.h"
#include "report/model/table.h"
#include "report/model/units.h"

/* The rank that is being read. */
struct reading {
    const struct bundle *bundle;
    const struct bundle_rank *rank;
    recorder_t *recorder;
    table_t *instances; /* of bool: whether the recorder was told; their
                           numbers follow those of the bundle */
    bool manual;
    double start;   /* seconds from the first rank's time 0 to this one's */
    double unit;    /* seconds */
    uint64_t calls; /* of this rank's, so far */
    struct error *err;
};

static double moment(const struct reading *r, uint64_t units)
{
    return r->start + (double)units * r->unit;
}

/* ---- communicators ---- */

/* Those of the bundle are the ones with the instance 0. */
static int tell_comms(const struct reading *r)
{
    for (size_t i = 0; i < r->bundle->comms; i++)
        if (recorder_comm(r->recorder, r->bundle->comm[i].members, r->err) < 0)
            return -1;
    return 0;
}

/* Have the act name its communicator by the recorder's number, of which this
 * is told when it comes for the first time.
 */
static int take_comm(const struct reading *r, struct trace_act *a)
{
    uint32_t comm = bundle_comm(r->rank, a->comm);
    uint64_t name[2] = { comm, trace_comm_instance(a->comm) };
    bool is_known = comm < r->bundle->comms;
    uint32_t number;
    bool *told;

    a->comm = comm;
    if (name[1] == 0)
        return 0;
    number = table_number(r->instances, name, sizeof(name));
    if (number == TABLE_NONE)
        return error_set(r->err, "no memory for communicators");
    a->comm = r->bundle->comms + number;
    told = table_at(r->instances, number);
    if (*told)
        return 0;
    *told = true;
    return recorder_comm(
        r->recorder, is_known ? r->bundle->comm[comm].members : "", r->err);
}

/* ---- events ---- */

static int take_call(const struct reading *r, struct event *e)
{
    char room[24];
    struct recorder_call call = {
        .name = bundle_call(r->bundle, e->call, room),
        .start = moment(r, e->start),
        .end = moment(r, e->end),
        .mark =
            !r->manual && e->site != UINT32_MAX && e->site == r->rank->mark,
        .acts = e->acts,
        .act = e->act,
        .site = e->site,
        .computed = e->cpu_known ? (double)e->cpu * r->unit : 0,
        .starts = r->calls == 0 && !e->cpu_known,
    };

    if (e->thread > 0)
        return error_set(r->err,
                         "rank %d: several of its threads call MPI, which is "
                         "not replayed yet",
                         r->rank->rank);
    for (size_t i = 0; i < e->acts; i++)
        if (take_comm(r, &e->act[i]) < 0)
            return -1;
    return recorder_call(r->recorder, r->rank->rank, &call, r->err);
}

static int take_event(struct reading *r, struct event *e)
{
    int rc;

    switch (e->type) {
    case EVENT_CALL:
        rc = take_call(r, e);
        r->calls++;
        return rc;
    case EVENT_MARK:
        return r->manual && e->loop == 0 ? recorder_mark(
                   r->recorder, r->rank->rank, moment(r, e->start), r->err)
                                         : 0;
    default:
        return error_set(r->err, "rank %d: %ju event%s missing in its trace",
                         r->rank->rank, (uintmax_t)e->missing,
                         e->missing == 1 ? " is" : "s are");
    }
}

static int read_events(struct reading *r, events_t *events)
{
    struct event event = { 0 };
    uint64_t count = 0;
    int rc = 0;

    for (; rc == 0 && events_next(events, &event); count++)
        rc = take_event(r, &event);
    if (*events_damage(events))
        return error_set(r->err, "the trace is damaged: %s",
                         events_damage(events));
    if (rc == 0 && count < r->rank->events)
        return error_set(r->err, "rank %d: %ju of its %ju events are missing",
                         r->rank->rank, (uintmax_t)(r->rank->events - count),
                         (uintmax_t)r->rank->events);
    return rc;
}

static int read_rank(struct reading *r, size_t which)
{
    events_t *events;
    int rc;

    r->rank = &r->bundle->rank[which];
    r->calls = 0;
    r->unit = r->rank->unit_ns * 1e-9;
    r->start =
        r->rank->start_ns > 0
            ? (double)(r->rank->start_ns - bundle_start(r->bundle)) * 1e-9
            : 0;
    if (r->rank->lost > 0)
        return error_set(r->err,
                         "rank %d: %ju of its calls were not traced%s%s; "
                         "MITOSIS_TRACE_LIMIT can be larger",
                         r->rank->rank, (uintmax_t)r->rank->lost,
                         *r->rank->why ? ": " : "", r->rank->why);
    if (!(events = bundle_events(r->bundle, which, r->err)))
        return -1;
    recorder_rank(r->recorder, r->rank->rank, r->rank->host, r->start);
    rc = read_events(r, events);
    events_close(events);
    if (rc == 0 && !r->manual && r->rank->iterations > 0)
        recorder_iterations(r->recorder, r->rank->rank, r->rank->iterations);
    return rc;
}

static int check(const struct bundle *b, struct error *err)
{
    if (b->size <= 0)
        return error_set(err, "this is the trace of one rank alone; the one "
                              "of the job lies beside its report");
    if (b->ranks != (size_t)b->size)
        return error_set(err, "the trace has %zu of the job's %d rank%s",
                         b->ranks, b->size, unit_plural((uint64_t)b->size));
    for (size_t i = 0; i < b->ranks; i++)
        if (b->rank[i].rank != (int)i)
            return error_set(err, "the trace has no rank %zu", i);
    return 0;
}

static int read_all(struct reading *r)
{
    if (tell_comms(r) < 0)
        return -1;
    for (size_t i = 0; i < r->bundle->ranks; i++)
        if (read_rank(r, i) < 0)
            return -1;
    return 0;
}

struct recording *trace_reader_read(const struct bundle *b,
                                    bool manual,
                                    struct error *err)
{
    struct reading r = { .bundle = b, .manual = manual, .err = err };
    struct recording *made = NULL;

    if (check(b, err) < 0 || !(r.recorder = recorder_create(b->size, err)))
        return NULL;
    if (!(r.instances = table_create(sizeof(bool))))
        error_set(err, "no memory for communicators");
    else if (read_all(&r) == 0)
        made = recorder_finish(r.recorder, err);
    table_destroy(r.instances);
    recorder_destroy(r.recorder);
    if (made && clocks_align(made, err) < 0) {
        recording_destroy(made);
        made = NULL;
    }
    return made;
}
