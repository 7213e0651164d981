/* member.c - what this rank is in a job that can be changed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "pmpi/member.h"
#include "pmpi/watch.h"

enum {
    AGENT_MS = 5000, /* for the agent to be there */
    AGENT_STEP_US = 500,
};

static struct control_slot nowhere;

struct member member = { .slot = &nowhere, .agent = -1 };

bool member_takes_part(void)
{
    return member.slot != &nowhere;
}

void member_give_up_agent(void)
{
    if (member.agent >= 0)
        close(member.agent);
    member.agent = -1;
    atomic_store(&member.slot->horizon, CONTROL_NEVER);
}

int member_tell(enum wire_type type, uint64_t number, const char *text)
{
    struct wire_head head = {
        .type = type,
        .generation = member.at.generation,
        .rank = member.at.rank,
        .bytes = text ? (uint32_t)strlen(text) : 0,
        .number = number,
    };

    return wire_send(member.agent, &head, text, NULL);
}

int member_tell_sums(enum wire_type type,
                     uint64_t number,
                     const uint64_t *sums,
                     size_t count)
{
    struct wire_head head = {
        .type = type,
        .generation = member.at.generation,
        .rank = member.at.rank,
        .bytes = (uint32_t)(count * sizeof(sums[0])),
        .number = number,
    };

    return wire_send(member.agent, &head, sums, NULL);
}

/* The agent was started by the first rank at its first sync, and may not be
 * there yet when a script has us stop at one of ours.
 */
static int connect_to_agent(struct error *err)
{
    int fd = -1;

    for (int us = 0; us < AGENT_MS * 1000; us += AGENT_STEP_US) {
        fd = wire_connect(member.at.folder, err);
        if (fd >= 0 || member.at.generation > 1)
            break;
        usleep(AGENT_STEP_US);
    }
    return fd;
}

bool member_call_agent(void)
{
    struct error err;

    if (member.agent >= 0)
        return true;
    member.agent = connect_to_agent(&err);
    if (member.agent < 0) {
        watch_say("%s; the job cannot be changed any more", err.text);
        member_give_up_agent();
        return false;
    }
    return member_tell(WIRE_HELLO, (uint64_t)getpid(), NULL) == 0;
}
