/* trace.c - every call of a rank, one after the other, in a file
 *
 * A call is written within a hundred nanoseconds or so, and every ten
 * thousand calls or so a block is packed, which takes a fraction of a
 * millisecond.  Nothing here waits for anything but the file system.
 *
 * Processor time is dear to read, about a microsecond, and of interest only
 * where much time passed.  So it is read after a call only if the last time
 * that call was followed by a long stretch of computing, and before a call
 * only after such a stretch.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/pack.h"
#include "profile/checksum.h"
#include "profile/trace.h"
#include "profile/varint.h"

enum {
    LARGEST_AREA = 128 * 1024,
    LEVEL = 1,    /* more takes longer and saves little: events are packed */
    TABLE = 4096, /* a power of two */
    MOST_KINDS = TABLE / 2,
    ACT_BYTES = 6 * VARINT_MOST,    /* at most */
    EVENT_BYTES = 10 * VARINT_MOST, /* all of an event but its acts */
    LONG_NS = 20 * 1000,            /* a stretch of computing worth a look */
    UNIT_NS = 16,                   /* a unit of time is at most this long */
};

_Static_assert(sizeof(struct trace_block) == 56, "as documented");
_Static_assert(sizeof(struct trace_head) == 512, "as documented");
_Static_assert(2 * EVENT_BYTES + TRACE_ACTS * ACT_BYTES
                   < 4096 - (int)sizeof(struct trace_head),
               "the smallest block takes any event");

/* A kind of call that was described in the open block. */
struct kind {
    uint32_t at; /* where in the block */
    uint32_t bytes;
    uint32_t id_plus_one; /* 0: free */
    bool long_next;       /* much computing follows it */
};

/* What is known of a thread. */
struct thread {
    uint64_t end;      /* of its last call, in units */
    uint64_t cpu_ns;   /* then, 0 when not read */
    struct kind *kind; /* of its last call */
};

struct trace {
    struct trace_head *head;
    uint8_t *area;
    size_t mapped;
    int fd;
    unsigned shift;
    uint64_t birth;
    uint64_t long_units;
    uint64_t request; /* the last one begun */
    uint32_t kinds;
    pack_t *pack;
    uint8_t *packed; /* a block, to be written */
    size_t room;
    struct thread thread[TRACE_THREADS];
    struct kind table[TABLE];
};

/* ---- the file ---- */

/* Signals would end the program where the file may not grow. */
static bool may_grow_to(uint64_t bytes)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_FSIZE, &limit) < 0
           || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= bytes;
}

static size_t area_for(uint64_t limit)
{
    uint64_t area = limit / 4;

    if (area < 4096 - sizeof(struct trace_head))
        area = 4096 - sizeof(struct trace_head);
    return area < LARGEST_AREA ? area : LARGEST_AREA;
}

static int make_file(trace_t *t, const char *path, struct error *err)
{
    void *map;

    if (!may_grow_to(t->mapped))
        return error_set(err, "%s: files may not grow to %zu bytes here", path,
                         t->mapped);
    t->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (t->fd < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    errno = posix_fallocate(t->fd, 0, t->mapped);
    if (errno == 0) {
        map = mmap(NULL, t->mapped, PROT_READ | PROT_WRITE, MAP_SHARED, t->fd,
                   0);
        if (map != MAP_FAILED) {
            t->head = map;
            return 0;
        }
    }
    error_set(err, "%s: %s", path, strerror(errno));
    unlink(path);
    return -1;
}

static unsigned shift_for(double tick_ns)
{
    unsigned shift = 0;

    while (shift < 16 && tick_ns * (2 << shift) <= UNIT_NS)
        shift++;
    return shift;
}

static void write_head(trace_t *t, int rank, uint64_t limit, double tick_ns)
{
    struct trace_head *head = t->head;

    memcpy(head->magic, "MITOTRCE", sizeof(head->magic));
    memcpy(head->open.magic, "MTBK", sizeof(head->open.magic));
    head->version = TRACE_VERSION;
    head->rank = rank;
    head->shift = t->shift;
    head->birth = t->birth;
    head->unit_ns = tick_ns * (1 << t->shift);
    head->limit = limit;
    head->area = t->mapped - sizeof(*head);
    head->end = t->mapped;
}

trace_t *trace_open(const char *path,
                    int rank,
                    uint64_t limit,
                    double tick_ns,
                    uint64_t now,
                    struct error *remark,
                    struct error *err)
{
    trace_t *t = calloc(1, sizeof(*t));

    if (remark)
        remark->text[0] = '\0';
    if (!t) {
        error_set(err, "%s: no memory for a trace", path);
        return NULL;
    }
    t->fd = -1;
    t->mapped = sizeof(*t->head) + area_for(limit);
    t->shift = shift_for(tick_ns);
    t->birth = now;
    t->long_units = (uint64_t)(LONG_NS / (tick_ns * (1 << t->shift)));
    t->pack = pack_open(remark);
    t->room = sizeof(struct trace_block) + t->mapped;
    if (t->pack)
        t->room += pack_bound(t->pack, t->mapped);
    if (!(t->packed = malloc(t->room))) {
        error_set(err, "%s: no memory for a trace", path);
        trace_close(t);
        return NULL;
    }
    if (make_file(t, path, err) < 0) {
        trace_close(t);
        return NULL;
    }
    t->area = (uint8_t *)(t->head + 1);
    write_head(t, rank, limit, tick_ns);
    return t;
}

/* ---- blocks ---- */

static int stop(trace_t *t,
                enum trace_state state,
                struct error *err,
                const char *why)
{
    snprintf(t->head->why, sizeof(t->head->why), "%s", why);
    t->head->state = state;
    return error_set(err, "%s", why);
}

static int write_all(trace_t *t, size_t bytes)
{
    size_t done = 0;

    while (done < bytes) {
        ssize_t n = pwrite(t->fd, t->packed + done, bytes - done,
                           (off_t)(t->head->end + done));

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            errno = n == 0 ? ENOSPC : errno;
            return -1;
        }
        done += (size_t)n;
    }
    return 0;
}

/* Put the open block, packed if that helps, into t->packed. */
static size_t pack_block(trace_t *t)
{
    struct trace_block block = t->head->open;
    uint8_t *bytes = t->packed + sizeof(block);
    size_t packed = 0;

    block.method = TRACE_ZSTD;
    if (t->pack)
        packed = pack_bytes(t->pack, LEVEL, bytes, t->room - sizeof(block),
                            t->area, block.raw);
    if (packed == 0 || packed >= block.raw) {
        block.method = TRACE_STORED;
        packed = block.raw;
        memcpy(bytes, t->area, packed);
    }
    block.stored = (uint32_t)packed;
    block.sum = 0;
    block.sum = checksum(checksum(0, &block, sizeof(block)), bytes, packed);
    memcpy(t->packed, &block, sizeof(block));
    return sizeof(block) + packed;
}

/* The order of the stores lets a reader of what a killed rank left know what
 * is in the file already.
 */
static void begin_block(trace_t *t)
{
    struct trace_block *open = &t->head->open;

    __atomic_store_n(&open->raw, 0, __ATOMIC_RELEASE);
    open->events = 0;
    open->first = t->head->events;
    open->base = t->thread[0].end;
    open->request = t->request;
    for (unsigned i = 0; i < TRACE_THREADS; i++) {
        if (t->thread[i].end > open->base)
            open->base = t->thread[i].end;
        t->thread[i].kind = NULL;
    }
    for (unsigned i = 0; i < TRACE_THREADS; i++)
        t->thread[i].end = open->base;
    memset(t->table, 0, sizeof(t->table));
    t->kinds = 0;
}

static int end_block(trace_t *t, struct error *err)
{
    char text[sizeof(t->head->why)];
    size_t bytes;

    if (t->head->open.raw == 0)
        return 0;
    bytes = pack_block(t);
    if (t->head->end + bytes > t->head->limit)
        return stop(t, TRACE_FULL, err, "the trace has reached its limit");
    if (!may_grow_to(t->head->end + bytes))
        return stop(t, TRACE_FULL, err, "the trace may not grow further here");
    if (write_all(t, bytes) < 0) {
        snprintf(text, sizeof(text), "the trace cannot be written: %s",
                 strerror(errno));
        return stop(t, TRACE_BROKEN, err, text);
    }
    __atomic_store_n(&t->head->end, t->head->end + bytes, __ATOMIC_RELEASE);
    begin_block(t);
    return 0;
}

/* What cannot be appended stays in the open block, and is not lost. */
static void close_head(trace_t *t)
{
    if (t->head->state != TRACE_OPEN)
        return;
    end_block(t, NULL);
    t->head->why[0] = '\0';
    t->head->state = TRACE_CLOSED;
}

void trace_close(trace_t *t)
{
    if (!t)
        return;
    if (t->head)
        close_head(t);
    if (t->head)
        munmap(t->head, t->mapped);
    if (t->fd >= 0)
        close(t->fd);
    pack_close(t->pack);
    free(t->packed);
    free(t);
}

/* ---- events ---- */

static uint64_t peer_code(int32_t peer, int rank)
{
    return peer < 0 ? (uint64_t)(-1 - peer)
                    : 3 + varint_fold((int64_t)peer - rank);
}

static uint64_t tag_code(int32_t tag)
{
    return tag < 0 ? (uint64_t)(-1 - tag) : 3 + (uint64_t)tag;
}

static bool begins(uint32_t kind)
{
    return kind == TRACE_SEND_BEGIN || kind == TRACE_RECV_BEGIN
           || kind == TRACE_COLL_BEGIN || kind == TRACE_BEGIN;
}

static bool completes(uint32_t kind)
{
    return kind == TRACE_DONE || kind == TRACE_RECV_DONE
           || kind == TRACE_CANCELLED;
}

static uint8_t *put_act(trace_t *t, uint8_t *at, const struct trace_act *a)
{
    at = varint_put(at, a->kind);
    at = varint_put(at, a->comm);
    at = varint_put(at, peer_code(a->peer, t->head->rank));
    at = varint_put(at, tag_code(a->tag));
    at = varint_put(at, a->bytes);
    if (begins(a->kind)) {
        at = varint_put(at, varint_fold((int64_t)(a->request - t->request)));
        t->request = a->request;
    } else if (completes(a->kind)) {
        at = varint_put(at, varint_fold((int64_t)(t->request - a->request)));
    }
    return at;
}

/* All of the call but its times. */
static uint8_t *describe(trace_t *t,
                         uint8_t *at,
                         const struct trace_call *c,
                         const struct trace_act *act,
                         size_t acts)
{
    at = varint_put(at, c->call);
    at = varint_put(at, (uint32_t)(c->site + 1));
    at = varint_put(at, c->thread);
    at = varint_put(at, acts);
    for (size_t i = 0; i < acts; i++)
        at = put_act(t, at, &act[i]);
    return at;
}

/* The kind of call that is described so, or a free place for it. */
static struct kind *find_kind(trace_t *t, const uint8_t *text, size_t bytes)
{
    uint64_t at = checksum(0, text, bytes) % TABLE;

    for (;; at = (at + 1) % TABLE) {
        struct kind *k = &t->table[at];

        if (k->id_plus_one == 0
            || (k->bytes == bytes
                && memcmp(t->area + k->at, text, bytes) == 0))
            return k;
    }
}

static uint64_t units(const trace_t *t, uint64_t tick)
{
    return tick > t->birth ? (tick - t->birth) >> t->shift : 0;
}

static uint64_t cpu_now(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) < 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* 0 when the processor time is not known, or else one more than how it
 * differs from the time that passed.
 */
static uint64_t cpu_code(const trace_t *t,
                         const struct thread *thread,
                         uint64_t cpu_ns,
                         uint64_t burst)
{
    double cpu;

    if (cpu_ns <= thread->cpu_ns || thread->cpu_ns == 0)
        return 0;
    cpu = (double)(cpu_ns - thread->cpu_ns) / t->head->unit_ns;
    return 1 + varint_fold((int64_t)cpu - (int64_t)burst);
}

static uint8_t *put_times(const trace_t *t,
                          uint8_t *at,
                          const struct thread *thread,
                          const struct trace_call *c)
{
    uint64_t start = units(t, c->start);
    uint64_t end = units(t, c->end);
    uint64_t burst = start - thread->end;

    at = varint_put(at, varint_fold((int64_t)burst));
    at = varint_put(at, cpu_code(t, thread, c->cpu_ns, burst));
    return varint_put(at, end > start ? end - start : 0);
}

static void entry_done(trace_t *t, const uint8_t *at)
{
    struct trace_block *open = &t->head->open;

    open->events++;
    t->head->events++;
    __atomic_store_n(&open->raw, (uint32_t)(at - t->area), __ATOMIC_RELEASE);
}

/* Note whether much computing followed the thread's last call, and look at
 * the processor time when it may follow this one.
 */
static void look_ahead(trace_t *t,
                       struct thread *thread,
                       struct kind *kind,
                       const struct trace_call *c)
{
    uint64_t start = units(t, c->start);

    if (thread->kind)
        thread->kind->long_next = start > thread->end + t->long_units;
    thread->kind = kind;
    thread->end = units(t, c->end);
    if (thread->end < start)
        thread->end = start;
    thread->cpu_ns = kind->long_next ? cpu_now() : 0;
}

static int put_event(trace_t *t,
                     const struct trace_call *c,
                     const struct trace_act *act,
                     size_t acts,
                     struct error *err)
{
    uint8_t text[EVENT_BYTES + TRACE_ACTS * ACT_BYTES];
    uint8_t *at;
    struct thread *thread = &t->thread[c->thread];
    struct kind *kind;
    size_t bytes;

    if (t->head->open.raw + 2 * EVENT_BYTES + acts * ACT_BYTES > t->head->area
        || t->kinds == MOST_KINDS)
        if (end_block(t, err) < 0)
            return -1;
    bytes = (size_t)(describe(t, text, c, act, acts) - text);
    kind = find_kind(t, text, bytes);
    at = t->area + t->head->open.raw;
    if (kind->id_plus_one) {
        at = varint_put(at, TRACE_EVENTS + kind->id_plus_one - 1);
    } else {
        at = varint_put(at, TRACE_DESCRIBE);
        at = varint_put(at, bytes);
        memcpy(at, text, bytes);
        *kind = (struct kind){ .at = (uint32_t)(at - t->area),
                               .bytes = (uint32_t)bytes,
                               .id_plus_one = ++t->kinds,
                               .long_next = true };
        at += bytes;
    }
    at = put_times(t, at, thread, c);
    look_ahead(t, thread, kind, c);
    entry_done(t, at);
    return 0;
}

uint64_t trace_cpu(const trace_t *t, uint32_t thread, uint64_t now)
{
    const struct thread *known =
        &t->thread[thread < TRACE_THREADS ? thread : TRACE_THREADS - 1];

    return known->cpu_ns && units(t, now) > known->end + t->long_units
               ? cpu_now()
               : 0;
}

int trace_call(trace_t *t, const struct trace_call *call, struct error *err)
{
    struct trace_call c = *call;
    size_t done = 0;

    if (c.thread >= TRACE_THREADS)
        c.thread = TRACE_THREADS - 1;
    do {
        size_t acts = c.acts - done < TRACE_ACTS ? c.acts - done : TRACE_ACTS;

        if (t->head->state != TRACE_OPEN) {
            t->head->lost++;
            return 0;
        }
        if (put_event(t, &c, c.act + done, acts, err) < 0) {
            t->head->lost++;
            return -1;
        }
        done += acts;
        c.start = c.end;
        c.cpu_ns = 0;
    } while (done < c.acts);
    return 0;
}

int trace_mark(trace_t *t, uint64_t loop, uint64_t now, struct error *err)
{
    uint64_t time = units(t, now);
    uint8_t *at;

    if (t->head->state != TRACE_OPEN) {
        t->head->lost++;
        return 0;
    }
    if (t->head->open.raw + EVENT_BYTES > t->head->area
        && end_block(t, err) < 0) {
        t->head->lost++;
        return -1;
    }
    at = varint_put(t->area + t->head->open.raw, TRACE_MARK);
    at = varint_put(at, loop);
    at = varint_put(at, varint_fold((int64_t)(time - t->head->open.base)));
    entry_done(t, at);
    return 0;
}

uint64_t trace_events(const trace_t *t)
{
    return t->head->events;
}

uint64_t trace_lost(const trace_t *t)
{
    return t->head->lost;
}
