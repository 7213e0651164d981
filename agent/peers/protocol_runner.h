/* protocol_runner.h - run the job's protocol on this host
 *
 * The head and every outpost have one, once the job has a protocol: it asks
 * the protocol every so often, sends its messages to neighbours, hands it
 * theirs, and gives what it proposes to its owner, who tells the head.
 *
 * A protocol that would talk without end cannot: there are so many messages
 * and so much time between two ticks, and no more.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_PEERS_PROTOCOL_RUNNER_H
#define MITOSIS_AGENT_PEERS_PROTOCOL_RUNNER_H

#include "base/seal.h"
#include "net/loop.h"
#include "policy/decision.h"
#include "policy/lua/module.h"

enum {
    PROTOCOL_RUNNER_MESSAGES = 256, /* that it may send from tick to tick, */
    PROTOCOL_RUNNER_MS = 200,       /* and the time that answering may take */
    PROTOCOL_RUNNER_NOTE = 256,
};

struct protocol_runner_events {
    /* It proposes a change, when so many changes were done, of this
     * generation.
     */
    void (*propose)(void *arg,
                    uint32_t generation,
                    uint32_t changes,
                    const struct decision *made);

    /* What is wrong, in a sentence for the user. */
    void (*complain)(void *arg, const char *text);

    /* What it does, in a few words, when that has changed. */
    void (*note)(void *arg, const char *text);
};

typedef struct protocol_runner protocol_runner_t;

/* Begin, for the job in 'folder' on the host 'own'.  Returns what
 * protocol_runner_destroy() takes, or NULL with the reason in 'err'.
 */
protocol_runner_t *protocol_runner_create(
    loop_t *loop,
    const char *folder,
    const uint8_t secret[SEAL_KEY],
    const char *own,
    const struct protocol_runner_events *events,
    void *arg,
    struct error *err);

/* End it.  NULL is fine. */
void protocol_runner_destroy(protocol_runner_t *d);

/* Where it listens for other agents, see net/address.h. */
const char *protocol_runner_place(const protocol_runner_t *d);

/* How often it has asked the protocol, messages aside. */
uint64_t protocol_runner_ticks(const protocol_runner_t *d);

/* Whether it asks no more, as the protocol failed too often. */
bool protocol_runner_off(const protocol_runner_t *d);

/* Its owner has forgotten what it noted: say it again. */
void protocol_runner_repeat(protocol_runner_t *d);

/* Run this module from now on, in place of the one of its kind; a NULL is
 * none.  It is the runner's then.
 */
void protocol_runner_run(protocol_runner_t *d,
                         enum module_kind kind,
                         module_t *m);

/* These are the agents and ranks, as text, which may be anything. */
void protocol_runner_know(protocol_runner_t *d, const char *membership);

/* Tell the protocol what came of its proposal. */
void protocol_runner_tell(protocol_runner_t *d,
                          const char *text,
                          bool done,
                          const char *why);

#endif /* !MITOSIS_AGENT_PEERS_PROTOCOL_RUNNER_H */
