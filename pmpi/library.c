/* library.c - what mitosis.h calls
 *
 * mito_sync() counts and compares with the horizon.  Only when that is
 * reached does it come to look_up(), where the rank tells the agent how far
 * it will go, and stands still when it has got there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "include/mitosis.h"
#include "job/change.h"
#include "pmpi/calls/entry.h"
#include "pmpi/change/agent_link.h"
#include "pmpi/change/hold.h"
#include "pmpi/change/hooks.h"
#include "pmpi/change/take_over.h"
#include "pmpi/files/not_carried.h"
#include "pmpi/files/output.h"
#include "pmpi/handles/window_comm.h"
#include "pmpi/library.h"
#include "pmpi/mpi/real.h"
#include "pmpi/state/register.h"
#include "pmpi/state/registered.h"
#include "pmpi/state/registered_cells.h"
#include "pmpi/state/state_manifest.h"
#include "pmpi/state/state_sums.h"
#include "pmpi/watch/complain.h"
#include "pmpi/watch/finalize_guard.h"
#include "pmpi/watch/find_agent.h"
#include "pmpi/watch/launcher_variables.h"
#include "pmpi/watch/restart_agent.h"
#include "pmpi/watch/span.h"
#include "pmpi/watch/span_mark.h"
#include "pmpi/watch/start_command.h"
#include "pmpi/watch/watch.h"
#include "pmpi/watch/watch_start.h"
#include "pmpi/watch/yield.h"

enum { BYE_MS = 10 * 1000, RECORD_STEP_US = 500 };

static bool begun;         /* the first sync is over */
static struct error wrong; /* the registration that was refused, if any */
static char *asked;        /* a change, for the first sync, or NULL */
static bool sums_wanted;

/* What library_sync() takes 'malleable_calls' from. */
static uint64_t never = UINT64_MAX;
static const uint64_t *calls_now = &never;

/* ---- the first sync ---- */

/* Start the agent, which has us on the other end of its descriptor. */
static int start_agent(struct error *err)
{
    char *const words[] = { (char *)"mitosis", (char *)"agent",
                            (char *)member.at.folder, NULL };
    int ends[2];
    int rc;

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return error_set(err, "socketpair: %s", strerror(errno));
    rc = start_command_apart(words, ends[1], err);
    close(ends[1]);
    if (rc < 0) {
        close(ends[0]);
        return -1;
    }
    member.agent = ends[0];
    return agent_link_tell(LOCAL_MESSAGE_HELLO, (uint64_t)getpid(), NULL);
}

/* Where the first step of the script is. */
static uint64_t first_step(void)
{
    uint64_t sync = strtoull(watch_setting(SETTING_SCRIPT), NULL, 10);

    return sync ? sync : CONTROL_NEVER;
}

/* Why this rank cannot be changed, or NULL. */
static const char *find_obstacle(void)
{
    return !watch.on     ? "it is not watched"
           : *wrong.text ? wrong.text
           : registered_count == 0
               ? "it has registered nothing before its first mito_sync()"
           : strcmp(watch_setting(SETTING_MALLEABLE), "off") == 0
               ? "MITOSIS_MALLEABLE is off"
               : NULL;
}

/* The others may be wanted, and wait for the agent that we do not start. */
static void tell_others(void)
{
    if (launcher_variables_generation() == 1 && watch.page
        && watch.page->rank == 0)
        find_agent_note_none(watch_folder(), *wrong.text ? FIND_AGENT_REFUSED
                                             : !watch.on ? FIND_AGENT_UNWATCHED
                                                         : FIND_AGENT_NOTHING);
}

/* The record is there when the agent, or its outpost, is. */
static int find_record(struct error *err)
{
    int64_t until = clock_ms() + agent_link_patience_ms();

    while (clock_ms() < until) {
        member.record = control_find(member.at.folder, 1, err);
        if (member.record)
            return 0;
        usleep(RECORD_STEP_US);
    }
    return -1;
}

static int enroll(struct error *err)
{
    struct control_slot *slot;

    member.at.folder = watch_folder();
    member.at.generation = launcher_variables_generation();
    member.at.rank = watch.page->rank;
    member.at.ranks = watch.page->size;
    if (member.at.generation == 1
        && find_agent_check(member.at.folder, err) < 0)
        return -1;
    if (registered_count > ITEMS_MOST)
        return error_set(err, "%zu registrations are too many",
                         registered_count);
    member.control = control_open(member.at.folder, member.at.generation,
                                  (uint32_t)member.at.ranks, err);
    if (!member.control)
        return -1;
    if (find_agent_settle(member.at.folder, err) < 0)
        return -1;
    if (find_agent_is_known())
        atomic_store(&member.control->apart, 1);
    member.record = member.control;
    if (member.at.generation > 1 && find_record(err) < 0)
        return -1;
    slot = &member.control->slot[member.at.rank];
    atomic_store(&slot->count, 1);
    atomic_store(&slot->horizon,
                 member.at.generation == 1 ? first_step() : CONTROL_NEVER);
    process_id_set(&slot->process, getpid());
    member.slot = slot;
    calls_now = &watch.page->calls;
    yield_follow(&member.control->crowded);
    return 0;
}

/* Whether there may be an agent that waits for this rank, which takes no part:
 * without rank 0 there is none.
 */
static bool is_missed(void)
{
    return launcher_variables_generation() == 1 && watch.page
           && watch.page->rank > 0
           && find_agent_check(watch_folder(), NULL) == 0;
}

/* Have it not wait.  'c' is closed. */
static void mark_out(struct control *c)
{
    uint32_t rank = (uint32_t)watch.page->rank;

    if (c && rank < c->ranks) {
        process_id_set(&c->slot[rank].process, getpid());
        atomic_store(&c->slot[rank].state, SLOT_OUT);
    }
    control_close(c);
}

/* This rank cannot be changed.  Where the old ones wait for it to carry on,
 * it must not begin the program anew beside them.
 */
static int stay_out(void)
{
    if (launcher_variables_generation() > 1) {
        /* What was said of it is lost if the launcher sees the end first. */
        output_drain();
        complain_settle();
        _exit(0);
    }
    if (is_missed())
        mark_out(
            control_open(watch_folder(), 1, (uint32_t)watch.page->size, NULL));
    return MITO_SAME;
}

/* Where there is a page, nobody else is this rank. */
static bool is_new(void)
{
    return watch.page && watch.page->generation > 1;
}

/* A new rank that has come so far without being what the job needs. */
static void decline(enum local_message_type type, const char *why)
{
    struct error err;

    if (enroll(&err) < 0)
        complain_say(&err);
    else
        take_over_decline(type, why);
}

static int begin(void)
{
    const char *obstacle = find_obstacle();
    uint64_t now = clock_wall();
    struct error err;
    int rc = 0;

    begun = true;
    atomic_store(&member.slot->horizon, CONTROL_NEVER);
    if (obstacle) {
        tell_others();
        if (is_new())
            decline(LOCAL_MESSAGE_FAILED, obstacle);
        return stay_out();
    }
    rc = enroll(&err);
    if (rc == 0)
        atomic_store(&member.slot->first_sync, now);
    sums_wanted = rc == 0 && state_sums_wanted();
    if (rc == 0 && member.at.generation > 1)
        return take_over();
    if (rc == 0)
        rc = register_check_memory(&err);
    if (rc == 0)
        rc = state_manifest_write(&member.at, false, &err);
    if (rc == 0)
        atomic_store(&member.slot->state, SLOT_RUNNING);
    if (rc == 0)
        not_carried_end_start_up();
    if (rc == 0 && member.at.rank == 0)
        rc = start_agent(&err);
    if (rc == 0 && !find_agent_is_away())
        restart_agent_head();
    if (rc < 0) {
        sums_wanted = false;
        complain_say(&err);
        if (member.record)
            agent_link_miss_agent();
        agent_link_give_up_agent();
        return stay_out();
    }
    return MITO_SAME;
}

/* ---- what the program calls ---- */

/* The header has functions of these names already, which call ours. */
EXPORT int library_sync(void) __asm__("mito_sync");
EXPORT int library_register(const struct mito_registration *r) __asm__(
    "mito_register");
EXPORT int library_resumed(void) __asm__("mito_resumed");
EXPORT int library_next_size(void) __asm__("mito_next_size");
EXPORT int library_request(const char *change) __asm__("mito_request");
EXPORT int library_before(void (*function)(void *arg),
                          void *arg) __asm__("mito_before");
EXPORT int library_after(void (*function)(void *arg),
                         void *arg) __asm__("mito_after");
EXPORT int library_hook(const char *call,
                        const char *file,
                        int line,
                        void (*function)(void *arg),
                        void *arg) __asm__("mito_hook");

/* The agent wants to know how far we go. */
static uint64_t promise(uint64_t count)
{
    uint64_t asked = 0;
    uint64_t until = count + atomic_load(&member.control->window);
    uint64_t horizon = agent_link_horizon();

    if (horizon > 0)
        return horizon;
    if (!atomic_compare_exchange_strong(&member.slot->horizon, &asked, until))
        return asked;
    agent_link_tell(LOCAL_MESSAGE_PROMISE, until, NULL);
    return until;
}

/* Before the first sync there was no agent that could have heard of it. */
static void pass_on_what_was_asked(void)
{
    char *change = asked;

    asked = NULL;
    if (change)
        library_request(change);
    free(change);
}

static int do_what_is_wanted(uint64_t count)
{
    bool inside = watch_thread.where == WATCH_INSIDE;

    if (!begun) {
        int rc = begin();

        pass_on_what_was_asked();
        count = atomic_load(&member.slot->count);
        if (rc != MITO_SAME || count < atomic_load(&member.slot->horizon))
            return rc;
    }
    if (inside || !agent_link_takes_part() || !agent_link_call_agent())
        return MITO_SAME;
    if (promise(count) <= count)
        hold_at(count);
    else if (atomic_load(&member.control->offer) > 0)
        hold_offer(count);
    return MITO_SAME;
}

/* The program's errno is none of ours. */
static __attribute__((noinline)) int look_up(uint64_t count)
{
    int kept = errno;
    int rc = do_what_is_wanted(count);

    errno = kept;
    return rc;
}

static __attribute__((noinline)) void write_sums(uint64_t count)
{
    struct state_place place = member.at;

    place.sync = count;
    state_sums_write(&place);
}

int library_sync(void)
{
    struct control_slot *slot = member.slot;
    uint64_t count =
        atomic_load_explicit(&slot->count, memory_order_relaxed) + 1;
    int rc = MITO_SAME;

    atomic_store_explicit(&slot->count, count, memory_order_relaxed);
    malleable_calls = *calls_now;
    if (__builtin_expect(count >= atomic_load_explicit(&slot->horizon,
                                                       memory_order_relaxed),
                         0))
        rc = look_up(count);
    if (__builtin_expect(sums_wanted, 0))
        write_sums(atomic_load(&member.slot->count));
    span_mark_sync();
    return rc;
}

static void close_gaps(void *arg)
{
    (void)arg;
    registered_cells_close();
}

static void open_gaps(void *arg)
{
    (void)arg;
    registered_cells_open();
}

/* They are closed while ranks stand still. */
static int see_to_gaps(struct error *err)
{
    if (!registered_cells_any())
        return 0;
    return hooks_add_inner(HOOKS_BEFORE, close_gaps, err) == 0
                   && hooks_add_inner(HOOKS_AFTER, open_gaps, err) == 0
               ? 0
               : -1;
}

/* In a new rank the agent says it, when that comes to its first sync. */
static int refuse(const char *file, int line, const struct error *why)
{
    struct error text = *why;

    if (file && line > 0)
        error_set(&text, "%s:%d: %.900s", basename(file), line, why->text);
    if (!*wrong.text)
        wrong = text;
    state_manifest_refuse(&text, true);
    if (begun || !is_new())
        complain_say(&text);
    return MITO_WRONG;
}

/* What has sessions alone has no communicator for a change to go over. */
static bool has_world(void)
{
    int flag = 0;

    if (watch.page)
        REAL(MPI_Initialized)(&flag);
    return flag;
}

int library_register(const struct mito_registration *r)
{
    struct error err;

    if (entry_is_past() || watch_is_left_alone())
        return MITO_OK; /* of another MPI not even the types are ours */
    if (r->line < 0)
        error_set(&err, "\"%.63s\" %.900s", r->name, r->file);
    else if (begun)
        error_set(&err,
                  "\"%.63s\" is registered too late, after the first "
                  "mito_sync()",
                  r->name ? r->name : "");
    else if (!has_world())
        error_set(&err,
                  "\"%.63s\" is registered too early, before "
                  "MPI_Init()",
                  r->name ? r->name : "");
    else if (register_add(r, &err) == 0 && see_to_gaps(&err) == 0)
        return MITO_OK;
    if (r->line != MITO_NOT_NOW_ || !begun)
        return refuse(r->file, r->line, &err);
    state_manifest_refuse(&err, false); /* the agent says it */
    return MITO_WRONG;
}

int library_resumed(void)
{
    return launcher_variables_generation() > 1;
}

int library_next_size(void)
{
    if (member.next_size > 0)
        return member.next_size;
    return watch.page ? (int)watch.page->size : 0;
}

int library_hook(const char *call,
                 const char *file,
                 int line,
                 void (*function)(void *arg),
                 void *arg)
{
    enum hooks_kind kind =
        strcmp(call, "mito_before") == 0 ? HOOKS_BEFORE : HOOKS_AFTER;
    struct error err;

    if (begun)
        error_set(&err, "%s() is called too late, after the first mito_sync()",
                  call);
    else if (!function)
        error_set(&err, "%s() is given NULL for a function", call);
    else if (hooks_add(kind, file, line, function, arg, &err) == 0)
        return MITO_OK;
    return refuse(file, line, &err);
}

/* Fortran, and programs of an older mitosis.h, do not say where they are. */
int library_before(void (*function)(void *arg), void *arg)
{
    return library_hook("mito_before", NULL, 0, function, arg);
}

int library_after(void (*function)(void *arg), void *arg)
{
    return library_hook("mito_after", NULL, 0, function, arg);
}

/* What can be seen from here is said at once; the agent knows the rest. */
static int check_request(const char *text, struct error *err)
{
    int ranks = watch.page ? (int)watch.page->size : 0, size = 0;
    struct change *change;

    if (!text)
        return error_set(err, "no change is named");
    if (!(change = change_parse(text, err)))
        return -1;
    if (ranks > 0) /* not before MPI_Init() */
        size = change_size(change, ranks, err);
    change_destroy(change);
    return size < 0 ? -1 : 0;
}

/* That a registration was refused has been said. */
static int refuse_request(void)
{
    const char *obstacle = find_obstacle();
    struct error text;

    if (obstacle && !*wrong.text) {
        error_set(&text, "mito_request(): %s", obstacle);
        complain_say(&text);
    }
    return MITO_WRONG;
}

static int ask_later(const char *change)
{
    free(asked);
    asked = strdup(change);
    return asked ? MITO_OK : MITO_WRONG;
}

int library_request(const char *change)
{
    size_t letters = change ? strlen(change) : 0;
    struct error err;

    if (entry_is_past() || watch_is_left_alone())
        return MITO_WRONG;
    if (begun && !agent_link_takes_part())
        return refuse_request();
    if (!begun && library_resumed())
        return MITO_OK; /* start-up has asked for it when the job began */
    if (letters > LOCAL_MESSAGE_PAYLOAD) {
        watch_say("a change that takes %zu letters to ask for is refused",
                  letters);
        return MITO_WRONG;
    }
    if (check_request(change, &err) < 0) {
        watch_say("mito_request(): %s", err.text);
        return MITO_WRONG;
    }
    if (!begun)
        return ask_later(change);
    if (!agent_link_call_agent()
        || agent_link_tell(LOCAL_MESSAGE_REQUEST, 0, change) < 0)
        return MITO_WRONG;
    return MITO_OK;
}

/* The agent hears of the end of the first generation from its first rank. */
static bool is_first(void)
{
    return member.at.generation == 1 && member.at.rank == 0;
}

/* The agent writes down what there is before it lets us go, so that it is in
 * the report.  It stays until a later generation's mpiexec has ended.
 */
static void say_bye(void)
{
    struct local_message wire = { .room = NULL };
    int came = -1;

    if (agent_link_tell(LOCAL_MESSAGE_BYE, 0, NULL) == 0
        && member.at.generation == 1)
        do
            came = local_message_receive(member.agent, &wire, BYE_MS, NULL);
        while (came > 0);
    local_message_clear(&wire);
    if (came == 0)
        control_end_agent(member.record);
}

/* Whether this is a new rank that has not come to a sync, and for which a job
 * waits.
 */
static bool is_awaited(void)
{
    struct control *record =
        is_new() && !begun ? control_find(watch_folder(), 1, NULL) : NULL;

    control_close(record);
    return record;
}

/* What was asked for is not forgotten in silence. */
static void tell_what_was_asked(void)
{
    struct error text;

    if (!asked)
        return;
    error_set(&text,
              "mito_request(): \"%.80s\" waited for the first mito_sync(), "
              "which did not come",
              asked);
    complain_warn(&text);
    free(asked);
    asked = NULL;
}

/* In a later generation a function of mito_after() may have made a window in
 * place of that of start-up, which is not freed then.
 */
void library_end(void)
{
    malleable_calls = UINT64_MAX;
    tell_what_was_asked();
    if (is_awaited())
        decline(LOCAL_MESSAGE_BYE, NULL);
    if (!begun && is_missed())
        mark_out(control_find(watch_folder(), 1, NULL));
    if (!agent_link_takes_part())
        return;
    if (member.at.generation > 1 && window_comm_any())
        finalize_guard_leave_in_use();
    atomic_store(&member.slot->horizon, CONTROL_NEVER);
    atomic_store(&member.slot->state, SLOT_FINISHED);
    if (is_first() ? agent_link_recall_agent() : member.agent >= 0)
        say_bye();
    agent_link_give_up_agent();
}
