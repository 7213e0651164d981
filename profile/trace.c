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

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/checksum.h"
#include "base/varint.h"
#include "profile/trace.h"
#include "profile/trace_encode.h"
#include "profile/trace_file.h"

enum {
    TABLE = 4096, /* a power of two */
    MOST_KINDS = TABLE / 2,
    ACT_BYTES = 6 * VARINT_MOST,    /* at most */
    EVENT_BYTES = 10 * VARINT_MOST, /* all of an event but its acts */
    LONG_NS = 20 * 1000,            /* a stretch of computing worth a look */
    UNIT_NS = 16,                   /* a unit of time is at most this long */
};

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
    struct trace_file file;
    struct trace_head *head; /* of the file, and the open block after it */
    uint8_t *area;
    unsigned shift;
    uint64_t birth;
    uint64_t long_units;
    uint64_t request; /* the last one begun */
    uint32_t kinds;
    struct thread thread[TRACE_THREADS];
    struct kind table[TABLE];
};

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
    head->area = t->file.mapped - sizeof(*head);
    head->end = t->file.mapped;
}

/* ---- blocks ---- */

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
    if (t->head->open.raw == 0)
        return 0;
    if (trace_file_append(&t->file, err) < 0)
        return -1;
    begin_block(t);
    return 0;
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
    if (!t)
        return error_null(err, "%s: no memory for a trace", path);
    t->shift = shift_for(tick_ns);
    t->birth = now;
    t->long_units = (uint64_t)(LONG_NS / (tick_ns * (1 << t->shift)));
    if (trace_file_open(&t->file, path, limit, remark, err) < 0) {
        free(t);
        return NULL;
    }
    t->head = t->file.head;
    t->area = t->file.area;
    write_head(t, rank, limit, tick_ns);
    return t;
}

/* What cannot be appended stays in the open block, and is not lost. */
void trace_close(trace_t *t)
{
    if (!t)
        return;
    if (t->head->state == TRACE_OPEN) {
        end_block(t, NULL);
        t->head->why[0] = '\0';
        t->head->state = TRACE_CLOSED;
    }
    trace_file_close(&t->file);
    free(t);
}

/* ---- events ---- */

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

/* Whether it was read before and after what the thread computed. */
static bool is_cpu_known(const struct thread *thread, uint64_t cpu_ns)
{
    return thread->cpu_ns > 0 && cpu_ns > thread->cpu_ns;
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

    if (!is_cpu_known(thread, cpu_ns))
        return 0;
    cpu = (double)(cpu_ns - thread->cpu_ns) / t->head->unit_ns;
    return 1 + varint_fold((int64_t)cpu - (int64_t)burst);
}

bool trace_computed(const trace_t *t,
                    const struct trace_call *call,
                    uint64_t *ticks,
                    double *on_core)
{
    const struct thread *thread =
        &t->thread[call->thread < TRACE_THREADS ? call->thread
                                                : TRACE_THREADS - 1];
    uint64_t start = units(t, call->start), burst = start - thread->end;
    double all = (double)burst * t->head->unit_ns * 1e-9;
    double cpu = (double)(call->cpu_ns - thread->cpu_ns) * 1e-9;
    bool known = is_cpu_known(thread, call->cpu_ns);

    if (thread->end == 0 || start <= thread->end
        || (!known && burst > t->long_units))
        return false;
    *ticks = burst << t->shift;
    *on_core = known && cpu < all ? cpu : all;
    return true;
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
    bytes =
        (size_t)(trace_encode(text, c, act, acts, t->head->rank, &t->request)
                 - text);
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

uint64_t trace_lost(const trace_t *t)
{
    return t->head->lost;
}
