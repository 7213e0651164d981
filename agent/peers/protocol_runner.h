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
    DELEGATE_MESSAGES = 256, /* that it may send from tick to tick, */
    DELEGATE_MS = 200,       /* and the time that answering may take */
    DELEGATE_NOTE = 256,
};

struct delegate_events {
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

typedef struct delegate delegate_t;

/* Begin, for the job in 'folder' on the host 'own'.  Returns what
 * delegate_destroy() takes, or NULL with the reason in 'err'.
 */
delegate_t *delegate_create(loop_t *loop,
                            const char *folder,
                            const uint8_t secret[SEAL_KEY],
                            const char *own,
                            const struct delegate_events *events,
                            void *arg,
                            struct error *err);

/* End it.  NULL is fine. */
void delegate_destroy(delegate_t *d);

/* Where it listens for other agents, see net/address.h. */
const char *delegate_place(const delegate_t *d);

/* How often it has asked the protocol, messages aside. */
uint64_t delegate_ticks(const delegate_t *d);

/* Its owner has forgotten what it noted: say it again. */
void delegate_repeat(delegate_t *d);

/* Run this module from now on, in place of the one of its kind; a NULL is
 * none.  It is the delegate's then.
 */
void delegate_run(delegate_t *d, enum module_kind kind, module_t *m);

/* These are the agents and ranks: a census as text, which may be anything. */
void delegate_know(delegate_t *d, const char *census);

/* Tell the protocol what came of its proposal. */
void delegate_tell(delegate_t *d,
                   const char *text,
                   bool done,
                   const char *why);

#endif /* !MITOSIS_AGENT_PEERS_PROTOCOL_RUNNER_H */
