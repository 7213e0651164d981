/* hold_in_receive.c - wait for a message, and stand still meanwhile if that is
 * wanted
 *
 * A master and its workers sync at their own pace, and most of them wait for
 * a message nearly all the time.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/change/agent_link.h"
#include "pmpi/change/hold.h"
#include "pmpi/change/hold_in_receive.h"
#include "pmpi/change/pending_requests.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/yield.h"

enum { IDLE_MS = 1 /* between looks for a message */ };

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

    if (!atomic_compare_exchange_strong(&member.slot->state, &idle,
                                        SLOT_RUNNING))
        return false;
    agent_link_tell(LOCAL_MESSAGE_RESUMED, member.at.sync, NULL);
    return true;
}

/* Wait for a message, or for a word of the agent's. */
static void wait_with(struct local_message *wire,
                      int source,
                      int tag,
                      MPI_Comm comm)
{
    struct error err = { "" };

    for (;;) {
        int came;

        if (atomic_load(&member.slot->state) != SLOT_IDLE) {
            hold_still();
            return;
        }
        if (has_come(source, tag, comm) && resume())
            return;
        came = local_message_receive(member.agent, wire, IDLE_MS, &err);
        if (came < 0) {
            hold_lost_agent(err.text);
            return;
        }
        if (came > 0 && !hold_obey(wire))
            atomic_store(&member.slot->state, SLOT_HELD);
        else if (came > 0)
            return;
    }
}

static void wait(int source, int tag, MPI_Comm comm)
{
    struct local_message wire = { .room = NULL };

    wait_with(&wire, source, tag, comm);
    local_message_clear(&wire);
}

static void idle(int source, int tag, MPI_Comm comm)
{
    struct error err;

    if (!agent_link_call_agent())
        return;
    member.at.sync = atomic_load(&member.slot->count);
    member.at.apart = atomic_load(&member.control->apart);
    if (pending_requests_any(&err))
        return;
    if (hold_begin(SLOT_IDLE, LOCAL_MESSAGE_IDLE))
        wait(source, tag, comm);
    else
        hold_still();
    hold_down();
}

void hold_in_receive_wait(int source, int tag, MPI_Comm comm)
{
    uint64_t count = atomic_load(&member.slot->count);

    malleable_calls = UINT64_MAX;
    while (!has_come(source, tag, comm)) {
        if (count >= agent_link_horizon())
            idle(source, tag, comm);
        else
            yield_now();
        if (member.agent < 0 && count >= agent_link_horizon())
            return; /* there is no agent to stand still for */
    }
}
