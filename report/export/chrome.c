/* chrome.c - a trace as Perfetto and Chrome read it
 *
 * An arrow is two events of the same name, one in the slice of the sender and
 * one in that of the receiver, who know nothing of each other.  But messages
 * of the same sender, receiver, tag and communicator do not overtake: so the
 * k-th that one sends is the k-th that the other gets, and both can find the
 * name by counting.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/export/chrome.h"
#include "report/json/utf8.h"

/* ---- counting messages ---- */

struct channel {
    bool sent; /* by the rank, or else received */
    bool used;
    int32_t peer;
    int32_t tag;
    uint32_t comm;
    uint64_t count;
};

struct channels {
    size_t room; /* a power of two */
    size_t used;
    struct channel *of;
};

static size_t hash(const struct channel *c)
{
    uint64_t x = (uint64_t)(uint32_t)c->peer << 32 | (uint32_t)c->tag;

    x ^= (uint64_t)c->comm << 17 ^ (uint64_t)c->sent << 63;
    x *= UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(x ^ x >> 29);
}

static bool is_same(const struct channel *a, const struct channel *b)
{
    return a->sent == b->sent && a->peer == b->peer && a->tag == b->tag
           && a->comm == b->comm;
}

static struct channel *place_of(struct channels *all,
                                const struct channel *wanted)
{
    size_t at = hash(wanted) & (all->room - 1);

    while (all->of[at].used && !is_same(&all->of[at], wanted))
        at = (at + 1) & (all->room - 1);
    return &all->of[at];
}

static int grow(struct channels *all)
{
    struct channels larger = { .room = all->room ? 2 * all->room : 64 };

    if (!(larger.of = calloc(larger.room, sizeof(*larger.of))))
        return -1;
    for (size_t i = 0; i < all->room; i++)
        if (all->of[i].used)
            *place_of(&larger, &all->of[i]) = all->of[i];
    larger.used = all->used;
    free(all->of);
    *all = larger;
    return 0;
}

/* How many there were before on this channel, or -1 without memory. */
static int64_t count_one(struct channels *all, const struct channel *wanted)
{
    struct channel *c;

    if (2 * all->used >= all->room && grow(all) < 0)
        return -1;
    c = place_of(all, wanted);
    if (!c->used) {
        *c = *wanted;
        c->used = true;
        c->count = 0;
        all->used++;
    }
    return (int64_t)c->count++;
}

/* ---- writing ---- */

struct chrome {
    const struct bundle *bundle;
    const struct bundle_rank *rank;
    struct channels channels; /* of this rank */
    FILE *out;
    bool filled;  /* there is an event already */
    double start; /* microseconds from the first rank's time 0 */
    double unit;  /* microseconds */
};

static void put_text(const char *text, FILE *out)
{
    putc('"', out);
    while (*text) {
        size_t len = utf8_length(text);

        if (len == 0)
            fputs("\xef\xbf\xbd", out); /* U+FFFD */
        else if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned char)*text);
        else
            fwrite(text, 1, len, out);
        text += len ? len : 1;
    }
    putc('"', out);
}

/* Begin an event of the kind 'ph' on a thread of the rank. */
static void begin(struct chrome *c, char ph, uint32_t thread)
{
    fprintf(c->out, "%s\n{\"ph\":\"%c\",\"pid\":%d,\"tid\":%" PRIu32,
            c->filled ? "," : "", ph, c->rank->rank, thread);
    c->filled = true;
}

static double moment(const struct chrome *c, uint64_t units)
{
    return c->start + (double)units * c->unit;
}

static void put_process(struct chrome *c)
{
    char name[64];

    begin(c, 'M', 0);
    snprintf(name, sizeof(name), "rank %d", c->rank->rank);
    fputs(",\"name\":\"process_name\",\"args\":{\"name\":", c->out);
    put_text(name, c->out);
    fputs("}}", c->out);
    begin(c, 'M', 0);
    fputs(",\"name\":\"process_labels\",\"args\":{\"labels\":", c->out);
    put_text(c->rank->host, c->out);
    fputs("}}", c->out);
    begin(c, 'M', 0);
    fprintf(c->out,
            ",\"name\":\"process_sort_index\",\"args\":{\"sort_index\":%d}}",
            c->rank->rank);
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

/* One end of an arrow, in the middle of the call's slice. */
static int put_arrow(struct chrome *c,
                     const struct event *e,
                     const struct trace_act *a)
{
    uint32_t comm = bundle_comm(c->rank, a->comm);
    struct channel channel = {
        .sent = is_send(a), .peer = a->peer, .tag = a->tag, .comm = comm
    };
    int64_t number;

    if ((!is_send(a) && !is_receive(a)) || a->peer < 0)
        return 0;
    if ((number = count_one(&c->channels, &channel)) < 0)
        return -1;
    begin(c, is_send(a) ? 's' : 'f', e->thread);
    fprintf(c->out,
            ",\"ts\":%.3f,%s\"cat\":\"message\",\"name\":\"message\","
            "\"id\":\"%d>%d:%" PRId32 ":%" PRIu32 ":%" PRId64 "\"}",
            moment(c, e->start + (e->end - e->start) / 2),
            is_send(a) ? "" : "\"bp\":\"e\",",
            is_send(a) ? c->rank->rank : a->peer,
            is_send(a) ? a->peer : c->rank->rank, a->tag, comm, number);
    return 0;
}

/* With whom and how much, of the first thing that the call did. */
static void put_details(struct chrome *c, const struct event *e)
{
    const struct trace_act *a = &e->act[0];

    fputs(",\"args\":{", c->out);
    if (e->acts > 0) {
        fprintf(c->out, "\"bytes\":%" PRIu64, a->bytes);
        if (a->peer >= 0)
            fprintf(c->out, ",\"peer\":%" PRId32, a->peer);
        if (a->tag >= 0 && (is_send(a) || is_receive(a)))
            fprintf(c->out, ",\"tag\":%" PRId32, a->tag);
        if (e->acts > 1)
            fprintf(c->out, ",\"acts\":%zu", e->acts);
    }
    fputs("}}", c->out);
}

static void put_instant(struct chrome *c,
                        const struct event *e,
                        const char *name)
{
    begin(c, 'i', e->thread);
    fprintf(c->out, ",\"ts\":%.3f,\"s\":\"p\",\"name\":\"%s\"}",
            moment(c, e->start), name);
}

static int put_call(struct chrome *c, const struct event *e)
{
    char room[24];

    if (e->site != UINT32_MAX && e->site == c->rank->mark)
        put_instant(c, e, "iteration");
    begin(c, 'X', e->thread);
    fprintf(c->out, ",\"ts\":%.3f,\"dur\":%.3f,\"cat\":\"mpi\",\"name\":",
            moment(c, e->start), (double)(e->end - e->start) * c->unit);
    put_text(bundle_call(c->bundle, e->call, room), c->out);
    put_details(c, e);
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
        put_instant(c, e, "events are missing");
        break;
    }
    return 0;
}

static int put_rank(struct chrome *c, size_t which, struct error *err)
{
    events_t *events = bundle_events(c->bundle, which, err);
    struct event event = { 0 };
    int rc = 0;

    if (!events)
        return -1;
    c->rank = &c->bundle->rank[which];
    c->unit = c->rank->unit_ns * 1e-3;
    c->start =
        c->rank->start_ns > 0
            ? (double)(c->rank->start_ns - bundle_start(c->bundle)) * 1e-3
            : 0;
    put_process(c);
    while (rc == 0 && !ferror(c->out) && events_next(events, &event))
        rc = put_event(c, &event);
    if (rc < 0)
        error_set(err, "no memory for the messages of rank %d", c->rank->rank);
    events_close(events);
    free(c->channels.of);
    c->channels = (struct channels){ 0 };
    return rc;
}

int chrome_print(const struct bundle *b, FILE *out, struct error *err)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = plain ? uselocale(plain) : (locale_t)0;
    struct chrome c = { .bundle = b, .out = out };
    int rc = 0;

    fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[", out);
    for (size_t i = 0; i < b->ranks && rc == 0; i++)
        rc = put_rank(&c, i, err);
    fputs("\n]}\n", out);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return rc;
}
