/* take_over.c - become the job in place of the generation before
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "include/mitosis.h"
#include "pmpi/change/agent_link.h"
#include "pmpi/change/carry_messages.h"
#include "pmpi/change/hooks.h"
#include "pmpi/change/pending_requests.h"
#include "pmpi/change/take_over.h"
#include "pmpi/files/carried_files.h"
#include "pmpi/files/fortran_units.h"
#include "pmpi/files/not_carried.h"
#include "pmpi/files/output.h"
#include "pmpi/state/prepare.h"
#include "pmpi/state/pull.h"
#include "pmpi/state/register.h"
#include "pmpi/state/registered.h"
#include "pmpi/state/state_manifest.h"
#include "pmpi/watch/find_agent.h"
#include "pmpi/watch/oom_score.h"
#include "pmpi/watch/watch.h"
#include "pmpi/watch/watch_start.h"

/* This generation is not needed after all. */
static _Noreturn void vanish(void)
{
    _exit(0);
}

static _Noreturn void not_reached(void)
{
    if (find_agent_is_away())
        watch_turn_back("the agent is not to be reached from this host");
    vanish();
}

static void prepare(const struct local_message *wire)
{
    struct error err;

    member.at.apart = atomic_load(&member.control->apart);
    if (prepare_begin(&member.at, wire->payload, &err) < 0)
        agent_link_tell(LOCAL_MESSAGE_FAILED, 0, err.text);
    else
        agent_link_tell(LOCAL_MESSAGE_PREPARED, 0, NULL);
}

/* A slow link is no reason for the agent to lose its patience. */
static void tell_moved(uint64_t bytes)
{
    agent_link_tell(LOCAL_MESSAGE_MOVED, bytes, NULL);
}

static void tell_travelled(uint64_t bytes)
{
    agent_link_tell(LOCAL_MESSAGE_TRAVELLED, bytes, NULL);
}

/* They stand still by now. */
static void note_files(void)
{
    struct control *old = control_find_job(member.at.folder);

    if (old)
        carried_files_note(old);
    control_close(old);
}

static void go_on_in_files(void)
{
    struct error err;

    if (carried_files_exist())
        output_flush(&err); /* what fails will fail again */
    fortran_units_rewind(carried_files_awaits);
    carried_files_go_on();
    fortran_units_go_to_end(carried_files_has);
}

static void pull(const struct local_message *wire)
{
    static const struct pull_progress progress = { tell_moved,
                                                   tell_travelled };
    uint64_t *sums = calloc(registered_count + 1, sizeof(*sums)), bytes;
    struct error err = { "out of memory" };

    if (!sums
        || pull_all(&member.at, wire->payload, &progress, &bytes, sums, &err)
               < 0)
        agent_link_tell(LOCAL_MESSAGE_FAILED, 0, err.text);
    else
        agent_link_tell_sums(LOCAL_MESSAGE_PULLED, bytes, sums,
                             registered_count);
    free(sums);
}

/* Whether the agent, now lost, had made us the job. */
static bool has_taken_over(void)
{
    return atomic_load(&member.record->successor) == member.at.generation;
}

/* Say what start-up has done to the files that the old ranks write to. */
static int look_at_files(struct error *err)
{
    struct control *old = control_find_job(member.at.folder);
    int rc = old ? not_carried_tell_reopened(old, err) : 0;

    control_close(old);
    return rc;
}

/* What start-up has begun nobody would complete: old ranks stand where nothing
 * is pending, and that is where the job goes on.
 */
static void tell_ready(void)
{
    struct error err = { "" };

    if (pending_requests_any(&err))
        agent_link_tell(LOCAL_MESSAGE_BUSY, 0, err.text);
    else if (register_check_memory(&err) < 0 || look_at_files(&err) < 0
             || state_manifest_write(&member.at, false, &err) < 0)
        agent_link_tell(LOCAL_MESSAGE_FAILED, 0, err.text);
    else
        agent_link_tell(LOCAL_MESSAGE_READY, 0, NULL);
}

static void call_agent(void)
{
    if (!agent_link_call_agent() || agent_link_is_awaited())
        not_reached();
}

void take_over_decline(enum local_message_type type, const char *why)
{
    struct local_message wire = { .room = NULL };
    struct error err;

    call_agent();
    agent_link_tell(type, 0, why);
    while (agent_link_hear(&wire, &err) > 0
           && wire.head.type != LOCAL_MESSAGE_END)
        ;
    vanish();
}

int take_over(void)
{
    struct local_message wire = { .room = NULL };
    uint32_t old = 0;
    int old_ranks = 0;
    struct error err = { "" };

    call_agent();
    tell_ready();
    member.helping = true; /* until the agent goes on, as all are here then */
    for (;;) {
        int came = agent_link_hear(&wire, &err);

        member.helping = false;
        if (came == 0)
            control_end_agent(member.record);
        if (came <= 0) {
            if (!has_taken_over())
                vanish();
            agent_link_give_up_agent();
            wire.head.type = LOCAL_MESSAGE_COMMIT;
            wire.head.number = atomic_load(&member.record->successor_sync);
        }
        switch (wire.head.type) {
        case LOCAL_MESSAGE_PREPARE:
            prepare(&wire);
            break;
        case LOCAL_MESSAGE_PULL:
            sscanf(wire.payload, "%u %d", &old, &old_ranks);
            note_files();
            pull(&wire);
            break;
        case LOCAL_MESSAGE_COMMIT:
            oom_score_take_back();
            atomic_store(&member.slot->count, wire.head.number);
            atomic_store(&member.slot->state, SLOT_RUNNING);
            state_manifest_settle();
            member.at.sync = wire.head.number;
            watch_take_over(member.at.sync);
            carry_messages_send(&member.at, old, old_ranks, member.at.sync);
            state_manifest_write(&member.at, false, NULL);
            go_on_in_files();
            hooks_call(HOOKS_AFTER);
            not_carried_end_start_up();
            local_message_clear(&wire);
            return MITO_CHANGED;
        case LOCAL_MESSAGE_END:
            vanish();
        }
    }
}
