/* proposals_internal.h - what is known of the job's protocol, for proposals.h
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_PROPOSALS_INTERNAL_H
#define MITOSIS_AGENT_DECIDE_PROPOSALS_INTERNAL_H

#include "agent/decide/proposal_log.h"
#include "agent/decide/proposals.h"
#include "agent/peers/membership.h"
#include "agent/peers/protocol_runner.h"

/* What is known of an agent, as long as it is there. */
struct member {
    char host[HOST_NAME];
    char place[ADDRESS_TEXT]; /* "" until it has said so */
    char note[PROTOCOL_RUNNER_NOTE];
    bool has_modules;
    struct member *next;
};

struct proposals {
    struct head *agent;
    module_t *module[MODULE_KINDS];
    struct member *members;
    char *membership; /* that was told last */
    int looks;
    char mover[HOST_NAME];        /* whose change is under way, or "" */
    char text[PROPOSAL_LOG_TEXT]; /* and which */
    struct proposal_log log;
    struct error fault; /* what was wrong last on this host */
};

/* What is known of the agent of that host, or NULL. */
struct member *proposals_member(const struct proposals *c, const char *host);

/* The agent of that host has called. */
void proposals_meet(struct head *a, const char *host);

/* Begin to look who there is, and to give all the modules: now, and again
 * from time to time.
 */
void proposals_look(struct proposals *c);
void proposals_end_looks(struct proposals *c);

#endif /* !MITOSIS_AGENT_DECIDE_PROPOSALS_INTERNAL_H */
