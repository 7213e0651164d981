/* hold.c - stand still, for the next generation to take over
 *
 * Whatever becomes of the agent, a rank that stands still goes on: to the end
 * of the job if the next generation has taken over, else with the program.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/process_id.h"
#include "pmpi/calls/entry.h"
#include "pmpi/change/agent_link.h"
#include "pmpi/change/carry_messages.h"
#include "pmpi/change/hold.h"
#include "pmpi/change/hooks.h"
#include "pmpi/change/kept_signals.h"
#include "pmpi/change/pending_requests.h"
#include "pmpi/files/not_carried.h"
#include "pmpi/files/output.h"
#include "pmpi/files/written_files.h"
#include "pmpi/mpi/real.h"
#include "pmpi/state/register.h"
#include "pmpi/state/registered.h"
#include "pmpi/state/state_manifest.h"
#include "pmpi/watch/finalize_guard.h"
#include "pmpi/watch/start_command.h"
#include "pmpi/watch/watch.h"
#include "pmpi/watch/watch_end.h"

/* MPI complains of types and the like that the program did not free, and fails
 * with its windows: it was not its turn.
 */
static void finalize_quietly(void)
{
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    int errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

    dup2(nothing, STDERR_FILENO);
    REAL(MPI_Finalize)();
    dup2(errors, STDERR_FILENO);
    close(nothing);
    close(errors);
}

/* ---- the end of a rank ---- */

/* Whether others go on with the job. */
static bool is_succeeded(void)
{
    return atomic_load(&member.record->successor) > member.at.generation;
}

/* 'mitosis hold' is what the first rank of the first generation becomes. */
static bool is_hold_here(void)
{
    return process_id_runs(&member.record->slot[0].process);
}

/* What mpiexec hands to all ranks is for the ranks that follow.  'mitosis
 * hold' passes it on.
 */
static void hand_on_signals(void)
{
    for (int i = 1; i < NSIG; i++)
        if (kept_signals_came(i) && is_hold_here())
            kill(atomic_load(&member.record->slot[0].process.pid), i);
}

/* It is on the host of the agent. */
static void report_signals(void)
{
    for (int i = 1; i < NSIG; i++)
        if (kept_signals_came(i) && !is_hold_here())
            agent_link_tell(LOCAL_MESSAGE_SIGNAL, (uint64_t)i, NULL);
}

/* Which takes what came for the ranks meanwhile. */
static void become_hold(void)
{
    char command[START_COMMAND_PATH];
    char *const words[] = { (char *)"mitosis", (char *)"hold",
                            (char *)member.at.folder, NULL };

    kept_signals_leave();
    if (!start_command_find(command)) {
        watch_say("the command 'mitosis' is not beside the library; the job's "
                  "end will not be told");
        return;
    }
    start_command_become(command, words);
    watch_say("%s: %s; the job's end will not be told", command,
              strerror(errno));
}

/* This process is not needed any more.  The first rank of the first
 * generation stays as a small process, for the launcher that waits for it.
 * The program's atexit() functions are for the process that ends the
 * program.
 */
static _Noreturn void leave(void)
{
    atomic_store(&member.slot->state, SLOT_FINISHED);
    if (member.at.generation > 1 && member.at.rank == 0)
        report_signals();
    agent_link_give_up_agent();
    if (member.mail)
        carry_messages_withdraw(&member.at);
    written_files_keep_own();
    watch_succeed(member.at.sync);
    entry_close();
    finalize_guard_prepare();
    finalize_guard_leave_in_use();
    finalize_quietly();
    not_carried_remove_positions();
    if (member.at.generation == 1 && member.at.rank == 0)
        become_hold();
    else if (member.at.rank == 0)
        hand_on_signals();
    _exit(0);
}

static void collect_mail(uint64_t count)
{
    struct error err;

    member.mail = true;
    if (carry_messages_collect(&member.at, count, &err) < 0)
        agent_link_tell(LOCAL_MESSAGE_FAILED, 0, err.text);
    else
        agent_link_tell(LOCAL_MESSAGE_COLLECTED, 0, NULL);
}

/* The change was given up, after all had collected what was under way. */
static void send_mail_again(void)
{
    if (member.mail)
        carry_messages_send(&member.at, member.at.generation, member.at.ranks,
                            member.at.sync);
    member.mail = false;
}

/* If the agent had let the next generation take over, that is the job now.
 * Once we run again, an agent that was only slow cannot let it: it claims
 * those that are held one by one before.
 */
void hold_lost_agent(const char *why)
{
    uint32_t held = SLOT_HELD;

    if (!atomic_compare_exchange_strong(&member.slot->state, &held,
                                        SLOT_RUNNING)
        && is_succeeded())
        leave();
    atomic_store(&member.slot->state, SLOT_RUNNING);
    if (member.mail)
        carry_messages_await(&member.at);
    send_mail_again();
    agent_link_lose_agent(why);
}

static void send_digest(const struct local_message *wire)
{
    uint64_t *sums = calloc(registered_count + 1, sizeof(*sums));
    struct error err = { "out of memory" };

    if (!sums
        || state_manifest_digest(&member.at, wire->payload, sums, &err) < 0)
        agent_link_tell(LOCAL_MESSAGE_FAILED, 0, err.text);
    else
        agent_link_tell_sums(LOCAL_MESSAGE_DIGEST, 0, sums, registered_count);
    free(sums);
}

/* Tell the user what of the program's files is not carried over, write out
 * their buffers, and write down for others what there is of the state.
 */
static int show(struct error *err)
{
    if (output_flush(err) < 0 || not_carried_tell(err) < 0)
        return -1;
    return state_manifest_write(&member.at, true, err);
}

/* See that what was printed has been read, and say so. */
static void end_output(void)
{
    output_drain();
    atomic_store(&member.slot->flushed, 1);
}

bool hold_begin(enum slot_state state, enum local_message_type type)
{
    bool later = hooks_has(HOOKS_BEFORE);
    struct error err;

    if ((later ? state_manifest_check(&err) : show(&err)) < 0) {
        agent_link_tell(LOCAL_MESSAGE_FAILED, member.at.sync, err.text);
        return false;
    }
    atomic_store(&member.slot->state, state);
    agent_link_tell(type, member.at.sync,
                    later ? LOCAL_MESSAGE_WISH_BEFORE : NULL);
    if (!later)
        end_output();
    return true;
}

/* All stand, and will: the program gets its state ready, and is to have
 * nothing under way afterwards either.
 */
static void get_ready(uint64_t next_size)
{
    struct error err, why;

    watch_release();
    member.warned = true;
    member.next_size = (int)next_size;
    kept_signals_end();
    hooks_call(HOOKS_BEFORE);
    kept_signals_begin(is_succeeded);
    member.next_size = 0;
    watch_hold();
    if (pending_requests_any(&why)) {
        why.text[strcspn(why.text, "\n")] = '\0';
        error_set(&err,
                  "a function of mito_before() has begun %.900s and not "
                  "completed it",
                  why.text);
    } else if (show(&err) == 0) {
        agent_link_tell(LOCAL_MESSAGE_BEFORE, 0, NULL);
        end_output();
        return;
    }
    agent_link_tell(LOCAL_MESSAGE_FAILED, 0, err.text);
}

/* The program goes on in this rank after all. */
void hold_down(void)
{
    watch_release();
    atomic_store(&member.slot->flushed, 0);
    state_manifest_settle();
    if (member.warned)
        hooks_call(HOOKS_AFTER);
    member.warned = false;
}

/* Go on until 'sync', unless a stop was agreed on since we came to stand. */
static void accept_grant(uint64_t sync)
{
    uint64_t here = member.at.sync;

    if (sync > here)
        atomic_compare_exchange_strong(&member.slot->horizon, &here, sync);
}

bool hold_obey(const struct local_message *wire)
{
    switch (wire->head.type) {
    case LOCAL_MESSAGE_GO:
        accept_grant(wire->head.number);
        send_mail_again();
        atomic_store(&member.slot->state, SLOT_RUNNING);
        return true;
    case LOCAL_MESSAGE_COLLECT:
        collect_mail(wire->head.number);
        break;
    case LOCAL_MESSAGE_BEFORE:
        get_ready(wire->head.number);
        break;
    case LOCAL_MESSAGE_DIGEST:
        send_digest(wire);
        break;
    case LOCAL_MESSAGE_LEAVE:
        leave();
    }
    return false;
}

/* Do as the agent says until the rank is to go on. */
static void obey_until_on(struct local_message *wire)
{
    struct error err;

    member.helping = true;
    for (;;) {
        int came = agent_link_hear(wire, &err);

        member.helping = member.helping && came > 0
                         && wire->head.type != LOCAL_MESSAGE_DIGEST;

        if (came == 0 && atomic_load(&member.slot->state) == SLOT_FINISHED)
            continue; /* it has claimed us and is about to say so */
        if (came == 0)
            control_end_agent(member.record);
        if (came <= 0) {
            hold_lost_agent(err.text);
            return;
        }
        if (hold_obey(wire))
            return;
    }
}

void hold_still(void)
{
    struct local_message wire = { .room = NULL };

    kept_signals_begin(is_succeeded);
    obey_until_on(&wire);
    kept_signals_end();
    local_message_clear(&wire);
}

void hold_at(uint64_t count)
{
    struct error err;

    member.at.sync = count;
    member.at.apart = atomic_load(&member.control->apart);
    watch_hold();
    if (pending_requests_any(&err))
        agent_link_tell(LOCAL_MESSAGE_BUSY, count, err.text);
    else
        hold_begin(SLOT_HELD, LOCAL_MESSAGE_HELD);
    hold_still();
    hold_down();
}

void hold_offer(uint64_t count)
{
    struct error err;
    int rc;

    member.at.sync = count;
    rc = state_manifest_offer(&member.at, &err);
    if (rc > 0)
        agent_link_tell(LOCAL_MESSAGE_OFFERED, count, NULL);
}
