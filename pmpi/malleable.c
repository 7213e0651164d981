/* malleable.c - a rank's part in a change of its job
 *
 * mito_sync() counts and compares with the horizon.  Only when that is
 * reached does it come to look_up(), where the rank tells the agent how far
 * it will go, and stands still when it has got there.  Whatever becomes of
 * the agent, a rank that stands still goes on: to the end of the job if the
 * next generation has taken over, else with the program.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "include/mitosis.h"
#include "migrate/control.h"
#include "migrate/wire.h"
#include "pmpi/mail.h"
#include "pmpi/malleable.h"
#include "pmpi/pending.h"
#include "pmpi/real.h"
#include "pmpi/span.h"
#include "pmpi/start.h"
#include "pmpi/state.h"
#include "pmpi/watch.h"
#include "pmpi/yield.h"

enum {
    PATIENCE_MS = 120 * 1000, /* for a word from the agent */
    AGENT_MS = 5000,          /* for the agent to be there */
    AGENT_STEP_US = 500,
    DRAIN_MS = 1000, /* for our output to be read */
    DRAIN_STEP_US = 100,
    IDLE_MS = 1, /* between looks for a message */
    ITEMS_MOST = WIRE_PAYLOAD / sizeof(uint64_t),
};

/* Where a rank counts that has no business with an agent: one that did not
 * begin yet looks up at once.
 */
static struct control_slot nowhere;

static struct {
    struct control_slot *slot;
    struct control *control;
    struct control *record; /* of the first generation: who is the job */
    bool begun;
    bool mail;  /* messages under way were collected */
    bool wrong; /* a registration was refused */
    int agent;  /* the socket, -1 while there is none */
    struct state_place at;
} me = { .slot = &nowhere, .agent = -1 };

uint64_t malleable_calls = UINT64_MAX;

/* What library_sync() takes 'malleable_calls' from. */
static uint64_t never = UINT64_MAX;
static const uint64_t *calls_now = &never;

static uint32_t own_generation(void)
{
    const char *text = getenv("MITOSIS_GENERATION");
    long number = text ? strtol(text, NULL, 10) : 1;

    return number > 1 && number < 1 << 30 ? (uint32_t)number : 1;
}

/* ---- words with the agent ---- */

static void give_up_agent(void)
{
    if (me.agent >= 0)
        close(me.agent);
    me.agent = -1;
    atomic_store(&me.slot->horizon, CONTROL_NEVER);
}

static int tell(enum wire_type type, uint64_t number, const char *text)
{
    struct wire_head head = {
        .type = type,
        .generation = me.at.generation,
        .rank = me.at.rank,
        .bytes = text ? (uint32_t)strlen(text) : 0,
        .number = number,
    };

    return wire_send(me.agent, &head, text, NULL);
}

static int tell_sums(enum wire_type type,
                     uint64_t number,
                     const uint64_t *sums,
                     size_t count)
{
    struct wire_head head = {
        .type = type,
        .generation = me.at.generation,
        .rank = me.at.rank,
        .bytes = (uint32_t)(count * sizeof(sums[0])),
        .number = number,
    };

    return wire_send(me.agent, &head, sums, NULL);
}

/* The agent was started by the first rank at its first sync, and may not be
 * there yet when a script has us stop at one of ours.
 */
static int connect_to_agent(struct error *err)
{
    int fd = -1;

    for (int us = 0; us < AGENT_MS * 1000; us += AGENT_STEP_US) {
        fd = wire_connect(me.at.folder, err);
        if (fd >= 0 || me.at.generation > 1)
            break;
        usleep(AGENT_STEP_US);
    }
    return fd;
}

static bool call_agent(void)
{
    struct error err;

    if (me.agent >= 0)
        return true;
    me.agent = connect_to_agent(&err);
    if (me.agent < 0) {
        watch_say("%s; the job cannot be changed any more", err.text);
        give_up_agent();
        return false;
    }
    return tell(WIRE_HELLO, (uint64_t)getpid(), NULL) == 0;
}

/* ---- the old generation at a stop ---- */

/* What was printed is on its way once the launcher has read it from the
 * pipe: what the next generation prints is to come after it.
 */
static void drain(int fd)
{
    struct stat st;
    int waiting;

    if (fstat(fd, &st) < 0 || !S_ISFIFO(st.st_mode))
        return;
    for (int us = 0; us < DRAIN_MS * 1000; us += DRAIN_STEP_US) {
        if (ioctl(fd, FIONREAD, &waiting) < 0 || waiting == 0)
            return;
        usleep(DRAIN_STEP_US);
    }
}

/* This process is not needed any more.  The first rank of the first
 * generation stays as a small process, for the launcher that waits for it.
 * The program's atexit() functions are for the process that ends the
 * program.
 */
static _Noreturn void leave(void)
{
    char command[START_PATH];
    char *const words[] = { (char *)"mitosis", (char *)"hold",
                            (char *)me.at.folder, NULL };

    atomic_store(&me.slot->state, SLOT_FINISHED);
    give_up_agent();
    if (me.mail)
        mail_withdraw(&me.at);
    watch_succeed(me.at.sync);
    REAL(MPI_Finalize)();
    if (me.at.generation == 1 && me.at.rank == 0) {
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        if (start_find(command))
            start_become(command, words);
        watch_say("%s: %s; the job's end will not be told", command,
                  strerror(errno));
    }
    _exit(0);
}

static void collect_mail(uint64_t count)
{
    struct error err;

    me.mail = true;
    if (mail_collect(&me.at, count, &err) < 0)
        tell(WIRE_FAILED, 0, err.text);
    else
        tell(WIRE_COLLECTED, 0, NULL);
}

/* The change was given up, after all had collected what was under way. */
static void send_mail_again(void)
{
    if (me.mail)
        mail_send(&me.at, me.at.generation, me.at.ranks, me.at.sync);
    me.mail = false;
}

/* The agent is gone or says nothing.  If it had let the next generation take
 * over, that is the job now.  Once we run again, an agent that was only slow
 * cannot let it: it claims those that are held one by one before.
 */
static void lost_agent(const char *why)
{
    uint32_t held = SLOT_HELD;

    if (!atomic_compare_exchange_strong(&me.slot->state, &held, SLOT_RUNNING)
        && atomic_load(&me.record->successor) > me.at.generation)
        leave();
    send_mail_again();
    if (me.at.rank == 0)
        watch_say("the agent is lost (%s); the program goes on, but cannot "
                  "be changed any more",
                  why);
    give_up_agent();
}

static void send_digest(const struct wire *wire)
{
    static uint64_t sums[ITEMS_MOST];
    struct error err;

    if (state_digest(&me.at, wire->payload, sums, &err) < 0)
        tell(WIRE_FAILED, 0, err.text);
    else
        tell_sums(WIRE_DIGEST, 0, sums, state_count());
}

/* Do what the agent says to one that stands still.  Returns whether that is
 * to go on.
 */
static bool obey(const struct wire *wire)
{
    switch (wire->head.type) {
    case WIRE_GO:
        send_mail_again();
        atomic_store(&me.slot->state, SLOT_RUNNING);
        return true;
    case WIRE_COLLECT:
        collect_mail(wire->head.number);
        break;
    case WIRE_DIGEST:
        send_digest(wire);
        break;
    case WIRE_LEAVE:
        leave();
    }
    return false;
}

/* Wait for what the agent decides. */
static void stand_still(void)
{
    static struct wire wire;
    struct error err = { "it said nothing for two minutes" };

    for (;;) {
        int came = wire_receive(me.agent, &wire, PATIENCE_MS, &err);

        if (came == 0 && atomic_load(&me.slot->state) == SLOT_FINISHED)
            continue; /* it has claimed us and is about to say so */
        if (came <= 0) {
            lost_agent(err.text);
            return;
        }
        if (obey(&wire))
            return;
    }
}

/* ---- standing still while waiting for a message ---- */

static bool has_come(int source, int tag, MPI_Comm comm)
{
    int flag = 0;

    return REAL(MPI_Iprobe)(source, tag, comm, &flag, MPI_STATUS_IGNORE)
               != MPI_SUCCESS
           || flag;
}

/* Go on unless the agent has just claimed us, for then there is no message
 * that anybody could have sent.
 */
static bool resume(void)
{
    uint32_t idle = SLOT_IDLE;

    if (!atomic_compare_exchange_strong(&me.slot->state, &idle, SLOT_RUNNING))
        return false;
    tell(WIRE_RESUMED, me.at.sync, NULL);
    return true;
}

/* Wait for a message, or for a word of the agent's. */
static void stand_idle(int source, int tag, MPI_Comm comm)
{
    static struct wire wire;
    struct error err = { "" };

    for (;;) {
        int came;

        if (atomic_load(&me.slot->state) != SLOT_IDLE) {
            stand_still();
            return;
        }
        if (has_come(source, tag, comm) && resume())
            return;
        came = wire_receive(me.agent, &wire, IDLE_MS, &err);
        if (came < 0) {
            lost_agent(err.text);
            return;
        }
        if (came > 0 && !obey(&wire))
            atomic_store(&me.slot->state, SLOT_HELD);
        else if (came > 0)
            return;
    }
}

static void idle(int source, int tag, MPI_Comm comm)
{
    struct error err;

    if (!call_agent())
        return;
    me.at.sync = atomic_load(&me.slot->count);
    if (pending_any(&err) || state_write(&me.at, true, &err) < 0)
        return;
    fflush(NULL);
    drain(STDOUT_FILENO);
    drain(STDERR_FILENO);
    atomic_store(&me.slot->flushed, 1);
    atomic_store(&me.slot->state, SLOT_IDLE);
    tell(WIRE_IDLE, me.at.sync, NULL);
    stand_idle(source, tag, comm);
    atomic_store(&me.slot->flushed, 0);
    state_settle();
}

void malleable_await(int source, int tag, MPI_Comm comm)
{
    uint64_t count = atomic_load(&me.slot->count);

    malleable_calls = UINT64_MAX;
    while (!has_come(source, tag, comm)) {
        if (count >= atomic_load(&me.slot->horizon))
            idle(source, tag, comm);
        else
            yield_now();
        if (me.agent < 0 && count >= atomic_load(&me.slot->horizon))
            return; /* there is no agent to stand still for */
    }
}

/* ---- standing still at a sync ---- */

/* Stand still at sync 'count', if we can: what is pending would be lost. */
static void hold(uint64_t count)
{
    struct error err;

    me.at.sync = count;
    watch_hold();
    if (pending_any(&err)) {
        tell(WIRE_BUSY, count, err.text);
    } else if (state_write(&me.at, true, &err) < 0) {
        tell(WIRE_FAILED, count, err.text);
    } else {
        fflush(NULL);
        atomic_store(&me.slot->state, SLOT_HELD);
        tell(WIRE_HELD, count, NULL);
        drain(STDOUT_FILENO);
        drain(STDERR_FILENO);
        atomic_store(&me.slot->flushed, 1);
    }
    stand_still();
    watch_release();
    atomic_store(&me.slot->flushed, 0);
    state_settle();
}

/* The agent wants to know how far we go. */
static uint64_t promise(uint64_t count)
{
    uint64_t asked = 0;
    uint64_t until = count + atomic_load(&me.control->window);

    if (!atomic_compare_exchange_strong(&me.slot->horizon, &asked, until))
        return asked;
    tell(WIRE_PROMISE, until, NULL);
    return until;
}

/* ---- the new generation ---- */

/* This generation is not needed after all. */
static _Noreturn void vanish(void)
{
    _exit(0);
}

static void prepare(const struct wire *wire)
{
    struct error err;

    if (state_prepare(&me.at, wire->payload, &err) < 0)
        tell(WIRE_FAILED, 0, err.text);
    else
        tell(WIRE_PREPARED, 0, NULL);
}

static void pull(const struct wire *wire)
{
    static uint64_t sums[ITEMS_MOST];
    uint64_t bytes;
    struct error err;

    if (state_pull(&me.at, wire->payload, &bytes, sums, &err) < 0)
        tell(WIRE_FAILED, 0, err.text);
    else
        tell_sums(WIRE_PULLED, bytes, sums, state_count());
}

/* Whether the agent, now lost, had made us the job. */
static bool has_taken_over(void)
{
    return atomic_load(&me.record->successor) >= me.at.generation;
}

/* Wait at the first sync for all that the old generation has. */
static int take_over(void)
{
    static struct wire wire;
    uint32_t old = 0;
    int old_ranks = 0;
    struct error err = { "" };

    if (!call_agent())
        vanish();
    if (state_write(&me.at, false, &err) < 0)
        tell(WIRE_FAILED, 0, err.text);
    else
        tell(WIRE_READY, 0, NULL);
    for (;;) {
        if (wire_receive(me.agent, &wire, -1, &err) < 0) {
            if (!has_taken_over())
                vanish();
            give_up_agent();
            wire.head.type = WIRE_COMMIT;
            wire.head.number = 1;
        }
        switch (wire.head.type) {
        case WIRE_PREPARE:
            prepare(&wire);
            break;
        case WIRE_PULL:
            sscanf(wire.payload, "%u %d", &old, &old_ranks);
            pull(&wire);
            break;
        case WIRE_COMMIT:
            atomic_store(&me.slot->count, wire.head.number);
            state_settle();
            me.at.sync = wire.head.number;
            watch_take_over(me.at.sync);
            mail_send(&me.at, old, old_ranks, me.at.sync);
            state_write(&me.at, false, NULL);
            return MITO_CHANGED;
        case WIRE_END:
            vanish();
        }
    }
}

/* ---- the first sync ---- */

/* Start the agent, which has us on the other end of its descriptor. */
static int start_agent(struct error *err)
{
    char command[START_PATH];
    char *const words[] = { (char *)"mitosis", (char *)"agent",
                            (char *)me.at.folder, NULL };
    int ends[2];
    pid_t pid;

    if (!start_find(command))
        return error_set(err, "the command 'mitosis' is not beside the "
                              "library");
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return error_set(err, "socketpair: %s", strerror(errno));
    pid = start_apart(command, words, ends[1], err);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return -1;
    }
    me.agent = ends[0];
    return tell(WIRE_HELLO, (uint64_t)getpid(), NULL);
}

/* Where the first step of the script is. */
static uint64_t first_step(void)
{
    uint64_t sync = strtoull(watch_setting(SETTING_SCRIPT), NULL, 10);

    return sync ? sync : CONTROL_NEVER;
}

static bool is_wanted(void)
{
    return watch.on && state_count() > 0 && !me.wrong
           && strcmp(watch_setting(SETTING_MALLEABLE), "off") != 0;
}

static int enroll(struct error *err)
{
    struct control_slot *slot;

    me.at.folder = watch_folder();
    me.at.generation = own_generation();
    me.at.rank = watch.page->rank;
    me.at.ranks = watch.page->size;
    if (state_count() > ITEMS_MOST)
        return error_set(err, "%zu registrations are too many", state_count());
    me.control = control_open(me.at.folder, me.at.generation,
                              (uint32_t)me.at.ranks, err);
    if (!me.control)
        return -1;
    me.record = me.at.generation == 1 ? me.control
                                      : control_find(me.at.folder, 1, err);
    if (!me.record)
        return -1;
    slot = &me.control->slot[me.at.rank];
    atomic_store(&slot->count, 1);
    atomic_store(&slot->horizon,
                 me.at.generation == 1 ? first_step() : CONTROL_NEVER);
    atomic_store(&slot->pid, getpid());
    me.slot = slot;
    calls_now = &watch.page->calls;
    yield_follow(&me.control->crowded);
    return 0;
}

static int begin(void)
{
    struct error err;
    int rc = 0;

    me.begun = true;
    atomic_store(&nowhere.horizon, CONTROL_NEVER);
    if (!is_wanted())
        return MITO_SAME;
    rc = enroll(&err);
    if (rc == 0 && me.at.generation > 1)
        return take_over();
    if (rc == 0)
        rc = state_write(&me.at, false, &err);
    if (rc == 0)
        atomic_store(&me.slot->state, SLOT_RUNNING);
    if (rc == 0 && me.at.rank == 0)
        rc = start_agent(&err);
    if (rc < 0) {
        watch_say("%s; the job cannot be changed", err.text);
        give_up_agent();
    }
    return MITO_SAME;
}

/* ---- what the program calls ---- */

static __attribute__((noinline)) int look_up(uint64_t count)
{
    bool inside = watch_thread.where == WATCH_INSIDE;

    if (!me.begun) {
        int rc = begin();

        count = atomic_load(&me.slot->count);
        if (rc != MITO_SAME || count < atomic_load(&me.slot->horizon))
            return rc;
    }
    if (inside || me.slot == &nowhere || !call_agent())
        return MITO_SAME;
    if (promise(count) <= count)
        hold(count);
    return MITO_SAME;
}

/* The header has functions of these names already, which call ours. */
EXPORT int library_sync(void) __asm__("mito_sync");
EXPORT int library_register(const struct mito_registration *r) __asm__(
    "mito_register");
EXPORT int library_resumed(void) __asm__("mito_resumed");
EXPORT int library_request(const char *change) __asm__("mito_request");

int library_sync(void)
{
    struct control_slot *slot = me.slot;
    uint64_t count =
        atomic_load_explicit(&slot->count, memory_order_relaxed) + 1;

    atomic_store_explicit(&slot->count, count, memory_order_relaxed);
    malleable_calls = *calls_now;
    if (__builtin_expect(
            count < atomic_load_explicit(&slot->horizon, memory_order_relaxed),
            1))
        return MITO_SAME;
    return look_up(count);
}

int library_register(const struct mito_registration *r)
{
    struct error err;

    if (me.begun)
        error_set(&err,
                  "\"%.63s\" is registered too late, after the first "
                  "mito_sync()",
                  r->name ? r->name : "");
    else if (!watch.page)
        error_set(&err,
                  "\"%.63s\" is registered too early, before "
                  "MPI_Init()",
                  r->name ? r->name : "");
    else if (state_register(r, &err) == 0)
        return MITO_OK;
    me.wrong = true;
    watch_say("%s:%d: %s; the job cannot be changed", r->file, r->line,
              err.text);
    return MITO_WRONG;
}

int library_resumed(void)
{
    return own_generation() > 1;
}

int library_request(const char *change)
{
    if (me.slot == &nowhere || !call_agent()
        || tell(WIRE_REQUEST, 0, change) < 0)
        return MITO_WRONG;
    return MITO_OK;
}

void malleable_end(void)
{
    malleable_calls = UINT64_MAX;
    if (me.slot == &nowhere)
        return;
    atomic_store(&me.slot->horizon, CONTROL_NEVER);
    atomic_store(&me.slot->state, SLOT_FINISHED);
    if (me.agent >= 0)
        tell(WIRE_BYE, 0, NULL);
    give_up_agent();
}
