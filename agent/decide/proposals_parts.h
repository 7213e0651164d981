/* proposals_parts.h - what the council knows; for the files of proposals.h
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_PROPOSALS_PARTS_H
#define MITOSIS_AGENT_DECIDE_PROPOSALS_PARTS_H

#include "agent/decide/proposal_log.h"
#include "agent/decide/proposals.h"
#include "agent/peers/membership.h"
#include "agent/peers/protocol_runner.h"

/* What is known of an agent, as long as it is there. */
struct member {
    char host[HOST_MESSAGES_HOST];
    char place[ADDRESS_TEXT]; /* "" until it has said so */
    char note[PROTOCOL_RUNNER_NOTE];
    bool has_modules;
    struct member *next;
};

struct council {
    struct head *agent;
    module_t *module[MODULE_KINDS];
    protocol_runner_t *delegate; /* of this host */
    struct member *members;
    char *census; /* that was told last */
    int looks;
    char mover[HOST_MESSAGES_HOST]; /* whose change is under way, or "" */
    char text[PROPOSAL_LOG_TEXT];   /* and which */
    struct proposal_log minutes;
    struct error fault; /* what was wrong last on this host */
};

/* What is known of the agent of that host, or NULL. */
struct member *council_find(const struct council *c, const char *host);

/* The same, made when it is not there.  Returns NULL without memory. */
struct member *council_add(struct council *c, const char *host);

/* Have this host's delegate run the modules. */
void council_run_here(struct council *c);

/* Begin to look who there is, and to give all the modules: now, and again
 * from time to time.
 */
void council_roll(struct council *c);
void council_end_roll(struct council *c);

#endif /* !MITOSIS_AGENT_DECIDE_PROPOSALS_PARTS_H */
