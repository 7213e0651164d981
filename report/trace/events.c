/* events.c - the events of one rank's trace, one by one
 *
 * A block at a time is read and unpacked.  Where a block should begin and
 * does not, the next one is looked for.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/varint.h"
#include "base/zstd.h"
#include "report/trace/block.h"
#include "report/trace/events.h"

/* A kind of call that was described in this block. */
struct kind {
    uint32_t at;
    uint32_t bytes;
};

struct events {
    struct events_place place;
    zstd_t *pack;
    uint64_t offset; /* of the next block */
    uint64_t number; /* of the next event */
    bool open_done;
    struct error damage;

    /* the block that is being read */
    uint8_t *stored;
    uint8_t *raw;
    const uint8_t *at; /* NULL: there is none */
    const uint8_t *end;
    uint64_t base;
    uint64_t request;
    uint64_t thread_end[TRACE_THREADS];
    size_t kinds;
    size_t room;
    struct kind *kind;
};

events_t *events_open(const struct events_place *place, struct error *err)
{
    events_t *e = calloc(1, sizeof(*e));

    if (!e || !(e->stored = malloc(BLOCK_LARGEST))
        || !(e->raw = malloc(BLOCK_LARGEST))) {
        error_set(err, "no memory to read a trace");
        events_close(e);
        return NULL;
    }
    e->place = *place;
    e->offset = place->blocks;
    return e;
}

void events_close(events_t *e)
{
    if (e) {
        zstd_close(e->pack);
        free(e->stored);
        free(e->raw);
        free(e->kind);
        free(e);
    }
}

const char *events_damage(const events_t *e)
{
    return e->damage.text;
}

/* The first damage is the one that is told. */
static void damaged(events_t *e, uint64_t offset, const char *what)
{
    if (!e->damage.text[0])
        error_set(&e->damage, "rank %d, byte %ju: %s", e->place.rank,
                  (uintmax_t)offset, what);
}

/* ---- blocks ---- */

static void begin_block(events_t *e, const struct trace_block *b)
{
    e->at = e->raw;
    e->end = e->raw + b->raw;
    e->base = b->base;
    e->request = b->request;
    for (unsigned i = 0; i < TRACE_THREADS; i++)
        e->thread_end[i] = b->base;
    e->kinds = 0;
}

static bool unpack(events_t *e, const struct trace_block *b, uint64_t offset)
{
    struct error err;

    if (b->method == TRACE_STORED && b->stored == b->raw) {
        memcpy(e->raw, e->stored, b->raw);
        return true;
    }
    if (b->method != TRACE_ZSTD) {
        damaged(e, offset, "a block is packed in a way that is not known");
        return false;
    }
    if (!e->pack && !(e->pack = zstd_open(&err))) {
        damaged(e, offset, err.text);
        return false;
    }
    if (zstd_unpack(e->pack, e->raw, BLOCK_LARGEST, e->stored, b->stored)
        != b->raw) {
        damaged(e, offset, "a block cannot be unpacked");
        return false;
    }
    return true;
}

/* Whether what comes next is not what was expected: some is missing. */
static bool is_gap(events_t *e, const struct trace_block *b, struct event *gap)
{
    if (b->first <= e->number)
        return false;
    memset(gap, 0, sizeof(*gap));
    gap->type = EVENT_GAP;
    gap->number = e->number;
    gap->missing = b->first - e->number;
    gap->start = b->base;
    e->number = b->first;
    return true;
}

enum found { NOTHING, BLOCK, GAP };

static enum found next_whole_block(events_t *e, struct event *gap)
{
    uint64_t end = e->place.blocks + e->place.bytes;
    struct trace_block b;

    while (e->offset < end) {
        uint64_t offset = e->offset;

        if (!block_read(e->place.fd, offset, end, &b, e->stored)) {
            damaged(e, offset, "a block is damaged or cut off");
            e->offset = block_search(e->place.fd, offset + 1, end);
            continue;
        }
        e->offset += sizeof(b) + b.stored;
        if (b.first < e->number || !unpack(e, &b, offset))
            continue;
        begin_block(e, &b);
        return is_gap(e, &b, gap) ? GAP : BLOCK;
    }
    return NOTHING;
}

/* The open block, unless the rank was ended between having written it to the
 * file and beginning the next.
 */
static enum found open_block(events_t *e, struct event *gap)
{
    const struct trace_block *b = &e->place.open;

    if (!e->place.has_open || e->open_done)
        return NOTHING;
    e->open_done = true;
    if (b->raw == 0 || b->first < e->number)
        return NOTHING;
    if (b->raw > BLOCK_LARGEST
        || !block_bytes(e->place.fd, e->place.open_at, e->raw, b->raw)) {
        damaged(e, e->place.open_at, "the last block is cut off");
        return NOTHING;
    }
    begin_block(e, b);
    return is_gap(e, b, gap) ? GAP : BLOCK;
}

/* ---- events ---- */

static bool add_kind(events_t *e, const uint8_t *at, uint64_t bytes)
{
    if (!grow(&e->kind, sizeof(*e->kind), e->kinds, &e->room))
        return false;
    e->kind[e->kinds++] =
        (struct kind){ (uint32_t)(at - e->raw), (uint32_t)bytes };
    return true;
}

/* Read a number that is at most 'most'; fails as varint_get() does. */
static uint64_t get_number(const uint8_t **at,
                           const uint8_t *end,
                           uint64_t most)
{
    uint64_t n = varint_get(at, end);

    if (n > most)
        *at = NULL;
    return *at ? n : 0;
}

static int32_t get_peer(const uint8_t **at, const uint8_t *end, int rank)
{
    uint64_t code = varint_get(at, end);
    int64_t peer;

    if (code < 3)
        return -1 - (int32_t)code;
    peer = varint_unfold(code - 3);
    if (peer < -(int64_t)rank || peer > INT32_MAX - (int64_t)rank) {
        *at = NULL;
        return TRACE_NONE;
    }
    return (int32_t)(rank + peer);
}

static int32_t get_tag(const uint8_t **at, const uint8_t *end)
{
    uint64_t code = get_number(at, end, (uint64_t)INT32_MAX + 3);

    return code < 3 ? -1 - (int32_t)code : (int32_t)(code - 3);
}

static void get_act(events_t *e,
                    const uint8_t **at,
                    const uint8_t *end,
                    struct trace_act *a)
{
    a->kind = (uint32_t)get_number(at, end, TRACE_KINDS - 1);
    a->comm = varint_get(at, end);
    a->peer = get_peer(at, end, e->place.rank);
    a->tag = get_tag(at, end);
    a->bytes = varint_get(at, end);
    a->request = 0;
    switch (a->kind) {
    case TRACE_SEND_BEGIN:
    case TRACE_RECV_BEGIN:
    case TRACE_COLL_BEGIN:
    case TRACE_BEGIN:
        e->request += (uint64_t)varint_unfold(varint_get(at, end));
        a->request = e->request;
        break;
    case TRACE_DONE:
    case TRACE_RECV_DONE:
    case TRACE_CANCELLED:
        a->request = e->request - (uint64_t)varint_unfold(varint_get(at, end));
        break;
    default:
        break;
    }
}

static bool get_description(events_t *e,
                            const struct kind *k,
                            struct event *event)
{
    const uint8_t *at = e->raw + k->at;
    const uint8_t *end = at + k->bytes;

    event->call = (uint32_t)get_number(&at, end, UINT32_MAX);
    event->site = (uint32_t)get_number(&at, end, UINT32_MAX) - 1;
    event->thread = (uint32_t)get_number(&at, end, TRACE_THREADS - 1);
    event->acts = get_number(&at, end, TRACE_ACTS);
    for (size_t i = 0; i < event->acts; i++)
        get_act(e, &at, end, &event->act[i]);
    return at == end;
}

static bool get_times(events_t *e, struct event *event)
{
    uint64_t *thread_end = &e->thread_end[event->thread];
    uint64_t cpu, took;

    event->burst = varint_unfold(varint_get(&e->at, e->end));
    cpu = varint_get(&e->at, e->end);
    took = varint_get(&e->at, e->end);
    if (!e->at)
        return false;
    event->start = *thread_end + (uint64_t)event->burst;
    event->end = event->start + took;
    event->cpu_known = cpu > 0;
    event->cpu = (uint64_t)event->burst;
    if (cpu > 0)
        event->cpu += (uint64_t)varint_unfold(cpu - 1);
    *thread_end = event->end;
    return true;
}

static bool get_call(events_t *e, uint64_t code, struct event *event)
{
    uint64_t id = code - TRACE_EVENTS;

    event->type = EVENT_CALL;
    if (code == TRACE_DESCRIBE) {
        uint64_t bytes = varint_get(&e->at, e->end);

        if (!e->at || bytes > (uint64_t)(e->end - e->at)
            || !add_kind(e, e->at, bytes))
            return false;
        e->at += bytes;
        id = e->kinds - 1;
    }
    return id < e->kinds && get_description(e, &e->kind[id], event)
           && get_times(e, event);
}

static bool get_mark(events_t *e, struct event *event)
{
    event->type = EVENT_MARK;
    event->loop = varint_get(&e->at, e->end);
    event->start =
        e->base + (uint64_t)varint_unfold(varint_get(&e->at, e->end));
    event->end = event->start;
    return e->at != NULL;
}

static bool get_event(events_t *e, struct event *event)
{
    uint64_t code = varint_get(&e->at, e->end);

    event->number = e->number;
    event->acts = 0;
    if (!e->at)
        return false;
    return code == TRACE_MARK ? get_mark(e, event) : get_call(e, code, event);
}

bool events_next(events_t *e, struct event *event)
{
    for (;;) {
        enum found found;

        if (e->at && e->at < e->end) {
            if (get_event(e, event)) {
                e->number++;
                return true;
            }
            damaged(e, e->offset, "the block before it makes no sense");
        }
        e->at = NULL;
        found = next_whole_block(e, event);
        if (found == NOTHING)
            found = open_block(e, event);
        if (found != BLOCK)
            return found == GAP;
    }
}
