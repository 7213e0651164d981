/* succession.c - the engine that starts the next generation beside this one
 *
 * A change goes through its phases by what the ranks say; each has a bound.
 * Until the commit the old generation only stands still, and whatever fails
 * makes it go on.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "agent/code.h"
#include "agent/item_name.h"
#include "agent/succession.h"

enum {
    TRIES_MOST = 100, /* syncs at which something may be in the way */
    FLUSH_STEP_MS = 1,
    FLUSH_MS = 2000,
    OWN_PACE_MS = 2,        /* between looks at ranks out of step */
    OWN_PACE_PATIENCE = 60, /* seconds */
    STALL_MS = 50,          /* without a sync: they may be out of step */
    WINDOW_MOST = 100 * 1000,
};

/* A word must reach the agent and come back while the ranks go on. */
static const double round_trip = 0.004;

static const struct {
    const char *name;
    int patience_ms;
} phases[] = {
    [PHASE_LAUNCH] = { "getting the new ranks ready", 120 * 1000 },
    [PHASE_PREPARE] = { "getting memory for the new ranks", 120 * 1000 },
    [PHASE_AGREE] = { "agreeing on a sync to stop at", 3600 * 1000 },
    [PHASE_STOP] = { "coming to a stop", 3600 * 1000 },
    [PHASE_MAIL] = { "collecting messages under way", 60 * 1000 },
    [PHASE_MOVE] = { "moving the state", 300 * 1000 },
    [PHASE_FLUSH] = { "ending the old ranks' output", 60 * 1000 },
};

static void fail(struct succession *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static void on_late(void *arg)
{
    struct succession *s = arg;

    fail(s, "%s took longer than %d s", phases[s->phase].name,
         phases[s->phase].patience_ms / 1000);
}

static void enter(struct succession *s, enum succession_phase phase)
{
    s->phase = phase;
    for (int r = 0; r < s->agent->now->ranks; r++)
        s->old[r].answered = false;
    for (int r = 0; r < s->next->ranks; r++)
        s->new[r].answered = false;
    loop_after(s->agent->loop, phases[phase].patience_ms, on_late, s);
}

static bool all_answered(const struct succession_rank *ranks, int count)
{
    for (int r = 0; r < count; r++)
        if (!ranks[r].answered)
            return false;
    return true;
}

static bool old_answered(const struct succession *s)
{
    return all_answered(s->old, s->agent->now->ranks);
}

static bool new_answered(const struct succession *s)
{
    return all_answered(s->new, s->next->ranks);
}

static void on_flush(void *arg);
static void on_look(void *arg);

static void destroy(struct succession *s)
{
    loop_cancel(s->agent->loop, on_late, s);
    loop_cancel(s->agent->loop, on_flush, s);
    loop_cancel(s->agent->loop, on_look, s);
    for (int r = 0; s->old && r < s->agent->now->ranks; r++)
        free(s->old[r].sums);
    for (int r = 0; s->new && s->next &&r < s->next->ranks; r++)
        free(s->new[r].sums);
    free(s->old);
    free(s->new);
    s->agent->change = NULL;
    free(s);
}

/* ---- giving up ---- */

/* End the new ranks.  Their mpiexec is asked first, and then forced. */
static void end_next(struct succession *s)
{
    struct generation *next = s->next;
    struct agent *a = s->agent;

    relay_close_ends(&next->relay);
    relay_drop(&next->relay);
    generation_tell_all(next, WIRE_END, 0, NULL);
    for (struct peer *p = a->peers; p; p = p->next)
        if (p->kind == PEER_RANK && p->generation == next->number)
            p->generation = 0;
    generation_end(next);
    if (next->ended >= 0)
        loop_forget(a->loop, next->ended);
    generation_forget_pages(next, a->folder);
    for (int r = 0; r < next->ranks; r++)
        free(s->new[r].sums);
    generation_destroy(next, a->folder);
    s->next = NULL;
}

/* Where ranks have to look up once this is over. */
static uint64_t horizon_after(const struct succession *s)
{
    const struct agent *a = s->agent;
    int step = a->step + (s->at > 0);

    return step < a->step_count ? a->steps[step].sync : CONTROL_NEVER;
}

/* The old ranks go on as if nothing had been. */
static void release(struct succession *s)
{
    struct generation *now = s->agent->now;

    atomic_store(&now->control->own_pace, 0);
    generation_set_horizon(now, horizon_after(s));
    for (int r = 0; r < now->ranks; r++)
        if (now->rank[r].standing)
            generation_release(now, r);
}

static void fail(struct succession *s, const char *fmt, ...)
{
    struct agent *a = s->agent;
    struct error reason, sentence;
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(reason.text, sizeof(reason.text), fmt, ap);
    va_end(ap);
    succession_record(s, reason.text);
    error_set(&sentence, "%.200s was given up: %.700s", s->text, reason.text);
    atomic_store(&a->now->control->crowded, 0);
    release(s);
    end_next(s);
    destroy(s);
    agent_changed(a, false, sentence.text);
}

/* ---- phase by phase ---- */

static bool is_this_host(const char *name)
{
    char own[CHANGE_HOST] = "";

    gethostname(own, sizeof(own) - 1);
    return strcmp(name, own) == 0 || strcmp(name, "localhost") == 0;
}

/* All that can be known before: whether it can be launched, whether there is
 * anything to refuse.
 */
static int begin(struct agent *a,
                 const struct change *change,
                 const char *text,
                 const char *why,
                 uint64_t at,
                 struct error *err)
{
    int ranks = change_size(change, a->now->ranks, err);
    struct launch_order order = { .folder = a->folder };
    struct succession *s;

    if (!a->launcher)
        return error_set(err, "%s", a->unfit.text);
    if (ranks < 0)
        return -1;
    if (at > 0 && generation_count(a->now) > at)
        return error_set(err, "sync %llu has passed already",
                         (unsigned long long)at);
    if (change->kind == CHANGE_MIGRATE && !is_this_host(change->host))
        return error_set(err, "host %s is not one of this job's",
                         change->host);
    if (launcher_check(a->launcher, atomic_load(&a->now->control->slot[0].pid),
                       err)
        < 0)
        return -1;
    s = calloc(1, sizeof(*s));
    if (!s)
        return error_set(err, "out of memory");
    s->agent = a;
    s->change = *change;
    s->at = at;
    snprintf(s->text, sizeof(s->text), "%s", text);
    snprintf(s->why, sizeof(s->why), "%s", why);
    s->asked = loop_now();
    s->asked_wall = (double)time(NULL);
    s->old = calloc((size_t)a->now->ranks, sizeof(*s->old));
    s->new = calloc((size_t)ranks, sizeof(*s->new));
    s->next = generation_create(a->folder, ++a->generations, ranks, err);
    if (!s->old || !s->new || !s->next
        || relay_start(&s->next->relay, a->folder, s->next->number,
                       a->now->relay.pid, err)
               < 0)
        goto fail;
    snprintf(s->order, sizeof(s->order), "%u %d %u %d %s", a->now->number,
             a->now->ranks, s->next->number, ranks, text);
    order.generation = s->next->number;
    order.ranks = ranks;
    order.out = s->next->relay.out;
    order.err = s->next->relay.err;
    s->next->launcher = launcher_start(a->launcher, &order, err);
    if (s->next->launcher < 0)
        goto fail;
    relay_close_ends(&s->next->relay);
    s->next->ended = (int)syscall(SYS_pidfd_open, s->next->launcher, 0);
    a->change = s;
    a->scripted = at > 0;
    atomic_store(&a->now->control->crowded, 1);
    atomic_store(&s->next->control->crowded, 1);
    enter(s, PHASE_LAUNCH);
    agent_watch_end(a, s->next);
    return 0;

fail:
    if (s->next) {
        relay_drop(&s->next->relay);
        generation_destroy(s->next, a->folder);
    }
    free(s->old);
    free(s->new);
    free(s);
    return -1;
}

/* The new ranks stand at their first sync. */
static void prepare(struct succession *s)
{
    s->count_then = generation_count(s->agent->now);
    s->counted = loop_now();
    enter(s, PHASE_PREPARE);
    generation_tell_all(s->next, WIRE_PREPARE, 0, s->order);
}

/* How many syncs ahead a rank should promise: as many as it goes through
 * while its word is under way.
 */
static uint64_t window(const struct succession *s)
{
    uint64_t count = generation_count(s->agent->now) - s->count_then;
    double seconds = loop_now() - s->counted;
    double syncs = seconds > 0 ? (double)count / seconds * round_trip + 1 : 1;

    return syncs < WINDOW_MOST ? (uint64_t)syncs : WINDOW_MOST;
}

static void move(struct succession *s);
static void consider(struct succession *s);

static void agree(struct succession *s)
{
    struct generation *now = s->agent->now;

    s->ready = loop_now();
    if (s->at > 0) {
        s->stop = s->at;
        s->stopping = s->ready;
        s->phase = PHASE_STOP; /* some may stand there already */
        loop_after(s->agent->loop, phases[PHASE_STOP].patience_ms, on_late, s);
        loop_after(s->agent->loop, STALL_MS, on_look, s);
        consider(s);
        return;
    }
    enter(s, PHASE_AGREE);
    loop_after(s->agent->loop, STALL_MS, on_look, s);
    atomic_store(&now->control->window, window(s));
    generation_set_horizon(now, 0);
}

/* All have promised: the farthest promise is one that all can keep. */
static void stop(struct succession *s)
{
    struct generation *now = s->agent->now;

    s->stop = 0;
    for (int r = 0; r < now->ranks; r++)
        if (now->rank[r].sync > s->stop)
            s->stop = now->rank[r].sync;
    s->stopping = loop_now();
    enter(s, PHASE_STOP);
    generation_set_horizon(now, s->stop);
    consider(s);
}

/* Something was in the way: all go on to the next sync. */
static void try_next(struct succession *s)
{
    struct generation *now = s->agent->now;

    if (++s->tries > TRIES_MOST) {
        fail(s, "%s at %d syncs in a row", s->obstacle.text, s->tries - 1);
        return;
    }
    s->stop++;
    s->standing = 0;
    generation_set_horizon(now, s->stop);
    for (int r = 0; r < now->ranks; r++)
        generation_release(now, r);
}

/* The ranks stay the same, so what is under way between them can go on with
 * their successors.
 */
static void collect(struct succession *s)
{
    struct generation *now = s->agent->now;
    int64_t *under_way = succession_under_way(s);

    if (!under_way) {
        try_next(s);
        return;
    }
    enter(s, PHASE_MAIL);
    for (int to = 0; to < now->ranks; to++) {
        int64_t count = 0;

        for (int from = 0; from < now->ranks; from++)
            count += under_way[from * now->ranks + to];
        generation_tell(now, to, WIRE_COLLECT, count > 0 ? (uint64_t)count : 0,
                        NULL);
    }
    free(under_way);
}

/* They do not go in step: stop them otherwise. */
static void change_pace(struct succession *s)
{
    if (s->stopping == 0)
        s->stopping = loop_now();
    enter(s, PHASE_STOP);
    own_pace_begin(s);
    loop_after(s->agent->loop, OWN_PACE_MS, on_look, s);
}

static void consider_own_pace(struct succession *s)
{
    if (own_pace_look(s))
        move(s);
    else if (loop_now() - s->stopping > OWN_PACE_PATIENCE)
        fail(s, "the ranks go on sending each other work and do not stop");
    else
        loop_after(s->agent->loop, OWN_PACE_MS, on_look, s);
}

static uint64_t syncs_of_all(const struct generation *g)
{
    uint64_t sum = 0;

    for (int r = 0; r < g->ranks; r++)
        sum += atomic_load(&g->control->slot[r].count);
    return sum;
}

/* Nobody gets any further, and one that stands should receive something: so
 * the others wait for it.
 */
static void on_look(void *arg)
{
    struct succession *s = arg;
    uint64_t syncs = syncs_of_all(s->agent->now);

    if (s->own_pace) {
        consider_own_pace(s);
        return;
    }
    if (syncs == s->seen && own_pace_needed(s)) {
        change_pace(s);
        return;
    }
    s->seen = syncs;
    loop_after(s->agent->loop, STALL_MS, on_look, s);
}

/* See whether all stand where they should. */
static void consider(struct succession *s)
{
    struct generation *now = s->agent->now;
    bool all = true, busy = false;

    if (s->phase != PHASE_STOP || s->own_pace)
        return;
    for (int r = 0; r < now->ranks; r++) {
        const struct generation_rank *rank = &now->rank[r];

        if (s->standing == 0 && rank->standing)
            s->standing = loop_now();
        if (rank->standing && rank->sync < s->stop)
            generation_release(now, r);
        all = all && rank->standing;
        busy = busy || rank->busy;
    }
    if (!all)
        return;
    if (!busy && !succession_in_flight(s, &s->obstacle))
        move(s);
    else if (!busy && s->change.kind == CHANGE_MIGRATE)
        collect(s);
    else
        try_next(s);
}

static void move(struct succession *s)
{
    s->stopped = loop_now();
    loop_cancel(s->agent->loop, on_look, s);
    enter(s, PHASE_MOVE);
    generation_tell_all(s->agent->now, WIRE_DIGEST, 0, s->order);
    generation_tell_all(s->next, WIRE_PULL, 0, s->order);
}

static uint64_t sum_of(const struct succession_rank *ranks,
                       int count,
                       size_t item)
{
    uint64_t sum = 0;

    for (int r = 0; r < count; r++)
        sum += item < ranks[r].sums_count ? ranks[r].sums[item] : 0;
    return sum;
}

/* Whether everything that the old ranks had is with the new ones. */
static bool verify(const struct succession *s, struct error *err)
{
    size_t items = s->new[0].sums_count;

    for (int r = 0; r < s->agent->now->ranks; r++)
        if (s->old[r].sums_count != items)
            return error_set(err,
                             "old rank %d has sums of %zu "
                             "registrations, new rank 0 of %zu",
                             r, s->old[r].sums_count, items)
                   == 0;
    for (size_t i = 0; i < items; i++)
        if (sum_of(s->old, s->agent->now->ranks, i)
            != sum_of(s->new, s->next->ranks, i))
            return error_set(err,
                             "the checksum of \"%s\" is not what it was "
                             "before it was moved",
                             item_name(s->agent->folder, s->next->number, i))
                   == 0;
    return true;
}

/* Claim the old ranks one by one: one that has lost its patience with us is
 * running again, and then there is no change.
 */
static bool claim(struct succession *s)
{
    struct control *c = s->agent->now->control;
    int r;

    for (r = 0; r < s->agent->now->ranks; r++) {
        uint32_t held = SLOT_HELD;

        if (!atomic_compare_exchange_strong(&c->slot[r].state, &held,
                                            SLOT_FINISHED))
            break;
    }
    if (r == s->agent->now->ranks)
        return true;
    while (--r >= 0)
        atomic_store(&c->slot[r].state, SLOT_HELD);
    return false;
}

/* The new generation is the job. */
static void commit(struct succession *s)
{
    struct agent *a = s->agent;
    struct generation *old = a->now;
    struct error sentence;
    uint64_t sync = s->stop;

    if (!claim(s)) {
        fail(s, "a rank went on by itself");
        return;
    }
    generation_set_horizon(s->next, horizon_after(s));
    generation_note_launcher(s->next, a->folder);
    atomic_store(&a->record->successor, s->next->number);
    generation_tell_all(s->next, WIRE_COMMIT, sync, NULL);
    relay_open(&s->next->relay);
    generation_tell_all(old, WIRE_LEAVE, 0, NULL);
    succession_record(s, "done");
    error_set(&sentence,
              "%.200s: done at sync %llu, %d ranks, stood still for %.1f ms",
              s->text, (unsigned long long)sync, s->next->ranks,
              (loop_now() - s->stopping) * 1e3);
    agent_retire(a, old);
    a->now = s->next;
    s->next = NULL;
    free(s->old);
    s->old = NULL;
    destroy(s);
    agent_changed(a, true, sentence.text);
}

/* The old ranks' output is ended before the new ones' begins. */
static void on_flush(void *arg)
{
    struct succession *s = arg;
    struct control *c = s->agent->now->control;
    bool all = true;

    for (int r = 0; r < s->agent->now->ranks; r++)
        all = all && atomic_load(&c->slot[r].flushed);
    if (all || loop_now() - s->moved > FLUSH_MS * 1e-3)
        commit(s);
    else
        loop_after(s->agent->loop, FLUSH_STEP_MS, on_flush, s);
}

static void flush(struct succession *s)
{
    struct error err;

    if (!verify(s, &err)) {
        fail(s, "%s", err.text);
        return;
    }
    s->moved = loop_now();
    enter(s, PHASE_FLUSH);
    on_flush(s);
}

/* ---- what ranks say ---- */

static bool keep_sums(struct succession_rank *rank, const struct wire *wire)
{
    free(rank->sums);
    rank->sums_count = wire->head.bytes / sizeof(uint64_t);
    rank->sums = malloc(wire->head.bytes + 1);
    if (rank->sums)
        memcpy(rank->sums, wire->payload, wire->head.bytes);
    return rank->sums != NULL;
}

static void hear_old(struct succession *s,
                     struct peer *p,
                     const struct wire *wire)
{
    struct succession_rank *rank = &s->old[p->rank];
    struct error where;

    if (s->standing == 0 && s->agent->now->rank[p->rank].standing)
        s->standing = loop_now();
    switch (wire->head.type) {
    case WIRE_PROMISE:
        rank->answered = true;
        if (s->phase == PHASE_AGREE && old_answered(s))
            stop(s);
        break;
    case WIRE_IDLE:
        if (!s->own_pace
            && (s->phase == PHASE_AGREE || s->phase == PHASE_STOP))
            change_pace(s);
        break;
    case WIRE_BUSY:
        code_place(wire->payload, &where);
        error_set(&s->obstacle,
                  "rank %d has begun %.900s and not completed it", p->rank,
                  where.text);
        /* fallthrough */
    case WIRE_HELD:
        consider(s);
        break;
    case WIRE_COLLECTED:
        rank->answered = true;
        if (s->phase == PHASE_MAIL && old_answered(s))
            move(s);
        break;
    case WIRE_DIGEST:
        rank->answered = keep_sums(rank, wire);
        if (s->phase == PHASE_MOVE && old_answered(s) && new_answered(s))
            flush(s);
        break;
    case WIRE_FAILED:
        fail(s, "rank %d: %s", p->rank, wire->payload);
        break;
    }
}

static void hear_new(struct succession *s,
                     struct peer *p,
                     const struct wire *wire)
{
    struct succession_rank *rank = &s->new[p->rank];

    switch (wire->head.type) {
    case WIRE_READY:
        rank->answered = true;
        if (s->phase == PHASE_LAUNCH && new_answered(s))
            prepare(s);
        break;
    case WIRE_PREPARED:
        rank->answered = true;
        if (s->phase == PHASE_PREPARE && new_answered(s))
            agree(s);
        break;
    case WIRE_PULLED:
        rank->answered = keep_sums(rank, wire);
        s->bytes += wire->head.number;
        if (s->phase == PHASE_MOVE && old_answered(s) && new_answered(s))
            flush(s);
        break;
    case WIRE_FAILED:
        fail(s, "new rank %d: %s", p->rank, wire->payload);
        break;
    case WIRE_BYE:
        fail(s, "new rank %d ended before its first mito_sync()", p->rank);
        break;
    }
}

/* Remember who stands where, change or no change: a script's sync may come
 * before its change can begin.
 */
static void note(struct generation *g, int rank, const struct wire *wire)
{
    uint32_t type = wire->head.type;

    if (type == WIRE_PROMISE || type == WIRE_HELD || type == WIRE_BUSY
        || type == WIRE_IDLE)
        g->rank[rank].sync = wire->head.number;
    if (type == WIRE_HELD || type == WIRE_BUSY || type == WIRE_FAILED
        || type == WIRE_IDLE)
        g->rank[rank].standing = true;
    if (type == WIRE_RESUMED)
        g->rank[rank].standing = false;
    g->rank[rank].idle = type == WIRE_IDLE;
    if (type == WIRE_BUSY)
        g->rank[rank].busy = true;
}

static void hear(struct agent *a, struct peer *p, const struct wire *wire)
{
    struct succession *s = a->change;

    if (p->generation == a->now->number)
        note(a->now, p->rank, wire);
    if (s && p->generation == s->next->number)
        hear_new(s, p, wire);
    else if (s && p->generation == a->now->number)
        hear_old(s, p, wire);
    else if (p->generation == a->now->number
             && (wire->head.type == WIRE_HELD || wire->head.type == WIRE_BUSY)
             && a->step == a->step_count)
        generation_release(a->now, p->rank);
}

static void lose(struct agent *a, struct peer *p)
{
    struct succession *s = a->change;

    if (s && !p)
        fail(s, "the new ranks ended before they took over");
    else if (s && p->generation == s->next->number)
        fail(s, "new rank %d is gone", p->rank);
    else if (s && p->generation == a->now->number)
        fail(s, "rank %d is gone", p->rank);
}

static void cancel(struct agent *a, const char *reason)
{
    if (a->change)
        fail(a->change, "%s", reason);
}

static struct generation *next(const struct agent *a)
{
    return a->change ? a->change->next : NULL;
}

static void describe(const struct agent *a, struct error *text)
{
    const struct succession *s = a->change;

    if (s)
        error_set(text, "%.200s: %s since %.1f s", s->text,
                  phases[s->phase].name, loop_now() - s->asked);
    else
        text->text[0] = '\0';
}

const struct engine engine_succession = {
    .name = "succession",
    .begin = begin,
    .next = next,
    .hear = hear,
    .lose = lose,
    .cancel = cancel,
    .describe = describe,
};
