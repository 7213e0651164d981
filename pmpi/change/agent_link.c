/* agent_link.c - what this rank is in a job that can be changed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <mpi.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "job/agent_lock.h"
#include "pmpi/change/agent_link.h"
#include "pmpi/mpi/real.h"
#include "pmpi/state/serve_state.h"
#include "pmpi/watch/complain.h"
#include "pmpi/watch/find_agent.h"
#include "pmpi/watch/restart_agent.h"
#include "pmpi/watch/watch.h"

enum { HELP_MS = 1, AGENT_STEP_US = 500 };

static struct control_slot nowhere;

struct agent_link member = { .slot = &nowhere, .agent = -1 };

uint64_t malleable_calls = UINT64_MAX;

bool agent_link_takes_part(void)
{
    return member.slot != &nowhere;
}

uint64_t agent_link_horizon(void)
{
    uint64_t horizon = atomic_load(&member.slot->horizon);
    uint64_t offer = horizon == 0 && member.control
                         ? atomic_load(&member.control->offer)
                         : 0;

    return offer > 0 ? offer : horizon;
}

static void hang_up(void)
{
    if (member.agent >= 0)
        close(member.agent);
    member.agent = -1;
}

void agent_link_give_up_agent(void)
{
    hang_up();
    atomic_store(&member.slot->horizon, CONTROL_NEVER);
}

static int tell(enum local_message_type type,
                uint64_t number,
                const void *payload,
                size_t bytes)
{
    struct local_message_head head = {
        .type = type,
        .generation = member.at.generation,
        .rank = member.at.rank,
        .bytes = (uint32_t)bytes,
        .number = number,
    };

    return local_message_send(member.agent, &head, payload, NULL);
}

int agent_link_tell(enum local_message_type type,
                    uint64_t number,
                    const char *text)
{
    return tell(type, number, text, text ? strlen(text) : 0);
}

int agent_link_tell_sums(enum local_message_type type,
                         uint64_t number,
                         const uint64_t *sums,
                         size_t count)
{
    return tell(type, number, sums, count * sizeof(sums[0]));
}

int agent_link_patience_ms(void)
{
    long seconds = strtol(watch_setting(SETTING_PATIENCE), NULL, 10);

    return (int)seconds * 1000; /* the setting's bounds see to that */
}

bool agent_link_is_awaited(void)
{
    return atomic_load(&member.record->agent) == AGENT_AWAITED;
}

/* The agent is started by the first rank at its first sync, and may not be
 * there yet when a script has us stop at one of ours.  A new rank is to say
 * that it does not come before the agent has lost its patience with it.
 * Returns whether there is any sense in calling it.
 */
static bool await_agent(void)
{
    int64_t until =
        clock_ms()
        + agent_link_patience_ms() / (member.at.generation > 1 ? 2 : 1);
    struct error err;

    for (; agent_link_is_awaited() && clock_ms() < until;
         usleep(AGENT_STEP_US))
        if (find_agent_check(member.at.folder, &err) < 0) {
            if (agent_link_miss_agent())
                complain_say(&err);
            agent_link_give_up_agent();
            return false;
        }
    return true;
}

bool agent_link_miss_agent(void)
{
    return atomic_exchange(&member.record->agent, AGENT_GONE) != AGENT_GONE;
}

/* The horizon is that of the agent started in its place, if there is one. */
void agent_link_lose_agent(const char *why)
{
    bool away = find_agent_is_away();

    if (!away && agent_lock_stands(member.at.folder, AGENT_LOCK_HEAD))
        hang_up();
    else if (agent_link_miss_agent())
        watch_say("the agent is lost (%s); the program goes on, %s", why,
                  away ? "and another one is started"
                       : "but cannot be changed any more");
    if (atomic_load(&member.record->restarts) == member.restarts)
        agent_link_give_up_agent();
    restart_agent_look(member.at.folder);
}

/* What is left of one that was killed: another one may be there by now. */
static bool is_hung_up(int fd)
{
    struct pollfd p = { .fd = fd };

    return poll(&p, 1, 0) > 0 && (p.revents & (POLLHUP | POLLERR));
}

static bool has_agent(void)
{
    if (member.agent >= 0 && is_hung_up(member.agent))
        hang_up();
    return member.agent >= 0;
}

static bool introduce(void)
{
    member.restarts = atomic_load(&member.record->restarts);
    return agent_link_tell(LOCAL_MESSAGE_HELLO, (uint64_t)getpid(), NULL) == 0;
}

bool agent_link_call_agent(void)
{
    struct error err;

    if (has_agent())
        return true;
    if (!await_agent())
        return false;
    member.agent = local_message_connect(member.at.folder, &err);
    if (member.agent < 0) {
        agent_link_lose_agent(err.text);
        return false;
    }
    return introduce();
}

bool agent_link_recall_agent(void)
{
    if (has_agent())
        return true;
    member.agent = agent_lock_call(member.at.folder);
    return member.agent >= 0 && introduce();
}

/* What we have sent may still need us to get to those who are to stop, too;
 * and new ranks may fetch what is constant already.
 * Returns what is left of 'ms'.
 */
static int help_others(int ms)
{
    struct pollfd word = { .fd = member.agent, .events = POLLIN };
    int flag;

    for (; member.helping && ms > 0; ms -= HELP_MS) {
        REAL(MPI_Iprobe)
        (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag,
         MPI_STATUS_IGNORE);
        if (poll(&word, 1, serve_state_wait(member.agent, HELP_MS)) > 0)
            break;
    }
    return ms < 0 ? 0 : ms;
}

int agent_link_hear(struct local_message *wire, struct error *err)
{
    int ms = agent_link_patience_ms() / 2;
    bool asked = false;

    for (;;) {
        int left = serve_state_wait(member.agent, help_others(ms));
        int came = local_message_receive(member.agent, wire, left, err);

        if (came < 0)
            return -1;
        if (came > 0 && wire->head.type != LOCAL_MESSAGE_STAY)
            return 1;
        if (came == 0 && asked) {
            error_set(err, "it said nothing for %d s", 2 * ms / 1000);
            return 0;
        }
        asked = came == 0;
        if (asked)
            agent_link_tell(LOCAL_MESSAGE_STILL, 0, NULL);
    }
}
