/* chrome.c - a trace as Perfetto and Chrome read it
 *
 * An arrow is two events of the same name, one in the slice of the sender and
 * one in that of the receiver, who know nothing of each other.  But messages
 * that have the same ends, tag and communicator do not overtake, so both find
 * the name by counting.  A rank of which events are missing has lost count: it
 * gets no arrows after that.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/emit.h"
#include "report/export/chrome.h"
#include "report/model/table.h"

/* ---- writing ---- */

enum { TS_DECIMALS = 3 }; /* of a microsecond */

static const double ts_step = 1e-3;

struct chrome {
    struct emit json;
    const struct chrome_part *part;
    const struct bundle *bundle; /* its */
    const struct bundle_rank *rank;
    table_t *messages; /* of this rank by channel: uint64_t, how many */
    bool lost_count;
    struct error damage; /* the first of this part */
    double start;        /* of this rank's time 0, microseconds */
    double unit;         /* microseconds */
};

/* What messages of a rank have in common that do not overtake: the k-th that
 * one sends is the k-th that the other gets.  There is nothing between its
 * fields, for it is the name of a thing in a table.
 */
struct channel {
    uint64_t instance; /* of the communicator, among those of these members */
    uint32_t comm;
    int32_t peer;
    int32_t tag;
    uint32_t sent; /* 1, or 0 for received */
};
_Static_assert(sizeof(struct channel) == 24, "a channel has holes");

/* Begin an event of the kind 'ph' on a thread of the rank. */
static struct emit *begin(struct chrome *c, const char *ph, uint32_t thread)
{
    emit_object(&c->json, NULL, false);
    emit_text(&c->json, "ph", ph);
    emit_integer(&c->json, "pid", c->rank->rank);
    emit_count(&c->json, "tid", thread);
    return &c->json;
}

static double moment(const struct chrome *c, uint64_t units)
{
    return c->start + (double)units * c->unit;
}

/* An event that says something about the rank; its one argument comes next. */
static struct emit *begin_fact(struct chrome *c, const char *name)
{
    struct emit *e = begin(c, "M", 0);

    emit_text(e, "name", name);
    emit_object(e, "args", false);
    return e;
}

static void end_fact(struct emit *e)
{
    emit_end(e);
    emit_end(e);
}

static void put_process(struct chrome *c)
{
    struct emit *e = begin_fact(c, "process_name");
    char name[64];

    snprintf(name, sizeof(name), "rank %d", c->rank->rank);
    emit_text(e, "name", name);
    end_fact(e);
    e = begin_fact(c, "process_labels");
    emit_text(e, "labels", c->rank->host);
    end_fact(e);
    e = begin_fact(c, "process_sort_index");
    emit_integer(e, "sort_index", c->rank->rank);
    end_fact(e);
}

/* ---- what a call did ---- */

static bool is_send(const struct trace_act *a)
{
    return a->kind == TRACE_SEND || a->kind == TRACE_SEND_BEGIN;
}

static bool is_receive(const struct trace_act *a)
{
    return a->kind == TRACE_RECV || a->kind == TRACE_RECV_DONE;
}

/* When a message was sent, or had come: within the call's slice. */
static double moment_of(const struct chrome *c,
                        const struct event *e,
                        bool sent)
{
    double start = moment(c, e->start), last = moment(c, e->end) - ts_step;

    return sent || last < start ? start : last;
}

/* One end of an arrow. */
static int put_arrow(struct chrome *c,
                     const struct event *e,
                     const struct trace_act *a)
{
    struct channel channel = {
        .sent = is_send(a),
        .peer = a->peer,
        .tag = a->tag,
        .comm = bundle_comm(c->rank, a->comm),
        .instance = trace_comm_instance(a->comm),
    };
    char id[128];
    struct emit *json;
    uint64_t *count;
    uint32_t which;

    if ((!is_send(a) && !is_receive(a)) || a->peer < 0 || c->lost_count)
        return 0;
    which = table_number(c->messages, &channel, sizeof(channel));
    if (which == TABLE_NONE)
        return -1;
    count = table_at(c->messages, which);
    snprintf(id, sizeof(id),
             "%u:%d>%d:%" PRId32 ":%" PRIu32 ".%" PRIx64 ":%" PRIu64,
             c->part->generation, is_send(a) ? c->rank->rank : a->peer,
             is_send(a) ? a->peer : c->rank->rank, a->tag, channel.comm,
             channel.instance, (*count)++);
    json = begin(c, is_send(a) ? "s" : "f", e->thread);
    emit_fixed(json, "ts", moment_of(c, e, is_send(a)), TS_DECIMALS);
    if (!is_send(a))
        emit_text(json, "bp", "e");
    emit_text(json, "cat", "message");
    emit_text(json, "name", "message");
    emit_text(json, "id", id);
    emit_end(json);
    return 0;
}

/* By its name, or else by its members; and by what tells it from others of the
 * same members.
 */
static void put_comm(struct chrome *c, const struct trace_act *a)
{
    uint32_t which = bundle_comm(c->rank, a->comm);
    uint64_t instance = trace_comm_instance(a->comm);
    const struct bundle_comm *comm;
    char text[24];

    if (a->kind == TRACE_READ || a->kind == TRACE_WRITE || a->kind == TRACE_PUT
        || a->kind == TRACE_GET || a->kind == TRACE_BEGIN
        || a->kind == TRACE_DONE || a->kind == TRACE_CANCELLED
        || which >= c->bundle->comms)
        return;
    comm = &c->bundle->comm[which];
    if (*comm->name)
        emit_text(&c->json, "communicator", comm->name);
    if (*comm->members)
        emit_text(&c->json, "members", comm->members);
    if (instance == 0)
        return;
    snprintf(text, sizeof(text), "%" PRIx64, instance);
    emit_text(&c->json, "instance", text);
}

/* All whom a call sent something to, or got something from. */
static void put_peers(struct chrome *c,
                      const struct event *e,
                      const char *name,
                      bool (*is_such)(const struct trace_act *))
{
    bool any = false;

    for (size_t i = 0; i < e->acts; i++) {
        if (!is_such(&e->act[i]) || e->act[i].peer < 0)
            continue;
        if (!any)
            emit_array(&c->json, name, false);
        any = true;
        emit_integer(&c->json, NULL, e->act[i].peer);
    }
    if (any)
        emit_end(&c->json);
}

/* The first thing that the call did itself, or NULL: what it completed for
 * others has no peer.
 */
static const struct trace_act *own_act(const struct event *e)
{
    for (size_t i = 0; i < e->acts; i++)
        if (e->act[i].kind != TRACE_DONE && e->act[i].kind != TRACE_CANCELLED)
            return &e->act[i];
    return NULL;
}

static void put_act(struct chrome *c, const struct trace_act *a)
{
    bool coll = a->kind == TRACE_COLL || a->kind == TRACE_COLL_BEGIN;

    emit_count(&c->json, "bytes", a->bytes);
    if (a->peer >= 0)
        emit_integer(&c->json, coll ? "root" : "peer", a->peer);
    put_comm(c, a);
    if (a->tag >= 0 && (is_send(a) || is_receive(a)))
        emit_integer(&c->json, "tag", a->tag);
}

/* With whom and how much. */
static void put_details(struct chrome *c, const struct event *e)
{
    const struct trace_act *a = own_act(e);

    emit_object(&c->json, "args", false);
    if (a)
        put_act(c, a);
    if (e->acts > 1) {
        emit_count(&c->json, "acts", e->acts);
        put_peers(c, e, "to", is_send);
        put_peers(c, e, "from", is_receive);
    }
    emit_end(&c->json);
}

static void put_instant(struct chrome *c,
                        const struct event *e,
                        const char *name)
{
    struct emit *json = begin(c, "i", e->thread);

    emit_fixed(json, "ts", moment(c, e->start), TS_DECIMALS);
    emit_text(json, "s", "p");
    emit_text(json, "name", name);
    emit_end(json);
}

/* From when to when, in what is printed: a slice that begins where another one
 * ends must not begin before that, if only by what is rounded.
 */
static void put_time(struct chrome *c, uint64_t from, uint64_t to)
{
    double start = round(moment(c, from) / ts_step);

    emit_fixed(&c->json, "ts", start * ts_step, TS_DECIMALS);
    emit_fixed(&c->json, "dur",
               (round(moment(c, to) / ts_step) - start) * ts_step,
               TS_DECIMALS);
}

/* What the thread did since its last call, and how much of that on a core.
 * Before the first one that is the start of MPI.
 */
static void put_computing(struct chrome *c, const struct event *e)
{
    struct emit *json;

    if (e->burst <= 0 || (uint64_t)e->burst >= e->start)
        return;
    json = begin(c, "X", e->thread);
    put_time(c, e->start - (uint64_t)e->burst, e->start);
    emit_text(json, "cat", "computing");
    emit_text(json, "name", "computing");
    emit_object(json, "args", false);
    if (e->cpu_known)
        emit_fixed(json, "processor_us", (double)e->cpu * c->unit,
                   TS_DECIMALS);
    emit_end(json);
    emit_end(json);
}

static int put_call(struct chrome *c, const struct event *e)
{
    struct emit *json;
    char room[24];

    put_computing(c, e);
    if (e->site != UINT32_MAX && e->site == c->rank->mark)
        put_instant(c, e, "iteration");
    json = begin(c, "X", e->thread);
    put_time(c, e->start, e->end);
    emit_text(json, "cat", "mpi");
    emit_text(json, "name", bundle_call(c->bundle, e->call, room));
    put_details(c, e);
    emit_end(json);
    for (size_t i = 0; i < e->acts; i++)
        if (put_arrow(c, e, &e->act[i]) < 0)
            return -1;
    return 0;
}

static int put_event(struct chrome *c, const struct event *e)
{
    switch (e->type) {
    case EVENT_CALL:
        return put_call(c, e);
    case EVENT_MARK:
        put_instant(c, e, "iteration");
        break;
    case EVENT_GAP:
        c->lost_count = true;
        put_instant(c, e, "events are missing");
        break;
    }
    return 0;
}

/* That the rank took over, with what and where. */
static void put_begin(struct chrome *c)
{
    const char *change = c->part->change;
    struct event at = { .start = 0 };
    char name[256];

    if (c->part->generation <= 1)
        return;
    snprintf(name, sizeof(name), "generation %u%s%.150s%s%.64s",
             c->part->generation, change ? ": " : "", change ? change : "",
             *c->rank->host ? ", on " : "", c->rank->host);
    put_instant(c, &at, name);
}

/* Its time 0, in microseconds. */
static double start_of(const struct chrome *c, size_t which)
{
    const struct chrome_part *p = c->part;
    double seconds = 0;

    if (p->start)
        seconds = p->start[which];
    else if (c->rank->start_ns > 0)
        seconds = (double)(c->rank->start_ns - bundle_start(c->bundle)) * 1e-9;
    return (p->after + seconds) * 1e6;
}

static int put_rank(struct chrome *c, size_t which, struct error *err)
{
    events_t *events = bundle_events(c->bundle, which, err);
    struct event event = { 0 };
    int rc = 0;

    if (!events)
        return -1;
    if (!(c->messages = table_create(sizeof(uint64_t))))
        rc = -1;
    c->rank = &c->bundle->rank[which];
    c->unit = c->rank->unit_ns * 1e-3;
    c->start = start_of(c, which);
    c->lost_count = false;
    put_process(c);
    put_begin(c);
    while (rc == 0 && !ferror(c->json.out) && events_next(events, &event))
        rc = put_event(c, &event);
    if (rc < 0)
        error_set(err, "no memory for the messages of rank %d", c->rank->rank);
    if (!*c->damage.text)
        error_set(&c->damage, "%s", events_damage(events));
    events_close(events);
    table_destroy(c->messages);
    return rc;
}

chrome_t *chrome_begin(FILE *out)
{
    chrome_t *c = calloc(1, sizeof(*c));

    if (!c)
        return NULL;
    emit_start(&c->json, out);
    emit_object(&c->json, NULL, false);
    emit_text(&c->json, "displayTimeUnit", "ms");
    emit_array(&c->json, "traceEvents", true);
    return c;
}

int chrome_add(chrome_t *c, const struct chrome_part *part, struct error *err)
{
    int rc = 0;

    c->part = part;
    c->bundle = part->bundle;
    c->damage.text[0] = '\0';
    for (size_t i = 0; i < c->bundle->ranks && rc == 0; i++)
        rc = put_rank(c, i, err);
    return rc;
}

const char *chrome_damage(const chrome_t *c)
{
    return c->damage.text;
}

void chrome_end(chrome_t *c)
{
    emit_finish(&c->json);
    free(c);
}
