/* protocol.h - a Lua file by which the agents of a job talk to each other
 *
 *     return {
 *         kind = "protocol",
 *         help = "Who has nothing to do asks somebody for work.",
 *         every = 1.0,
 *         tick = function(self, options)
 *             return { send = { to = self.neighbours[1], want = "work" } }
 *         end,
 *         receive = function(self, message, options)
 *             return { propose = { migrate = { rank = self.here[1],
 *                                              to = message.from } } }
 *         end,
 *     }
 *
 * Each agent runs it for itself.  'tick' is called every so often, 'receive'
 * when a message has come; both answer with messages to send, a change to
 * propose, or nothing and why.  'answer', if it is there, is told what came
 * of a proposal, and 'neighbours' says whom the agent is to be in contact
 * with, which is all others when it is not there.
 *
 * doc/mitosis-policy.5 is the long story.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_PROTOCOL_H
#define MITOSIS_POLICY_PROTOCOL_H

#include "policy/decision.h"
#include "policy/lua/module.h"
#include "policy/lua/serialize.h"
#include "policy/protocol_view.h"

enum { PROTOCOL_MESSAGES = 32 /* most in an answer */ };

typedef module_t protocol_t;

struct protocol_message {
    int to; /* the number of a host in the view */
    struct serialize value;
};

/* What it answers.  One is large: keep it, it is filled in anew each time. */
struct protocol_answer {
    int count;
    struct protocol_message message[PROTOCOL_MESSAGES];
    char why[DECISION_WHY]; /* why there is nothing to do, or "" */
    struct decision_words propose;
    /* All before is bytes, as it leaves the sandbox; this is made of it. */
    struct decision proposal; /* without a change for none */
};

/* Free what is in 'a', which is zero before its first use. */
void protocol_clear(struct protocol_answer *a);

/* Call its functions.  Return 0 with the answer, checked, in 'a', which is
 * empty when it has no such function; or -1 with the reason in 'err', and an
 * empty answer.  Messages to an agent that there is not any more are left
 * out.
 */
int protocol_tick(protocol_t *p,
                  const struct protocol_view *v,
                  struct protocol_answer *a,
                  struct error *err);

/* A message, on which serialize_check() was true, has come from that host. */
int protocol_receive(protocol_t *p,
                     const struct protocol_view *v,
                     const char *from,
                     const struct serialize *message,
                     struct protocol_answer *a,
                     struct error *err);

/* Its proposal 'text' was carried out or not, as 'why' says.  What 'a' holds
 * then is of no use.
 */
int protocol_tell(protocol_t *p,
                  const struct protocol_view *v,
                  const char *text,
                  bool done,
                  const char *why,
                  struct protocol_answer *a,
                  struct error *err);

/* Set wanted[] for the hosts that it wants to be in contact with. */
int protocol_neighbours(protocol_t *p,
                        const struct protocol_view *v,
                        bool *wanted,
                        struct error *err);

#endif /* !MITOSIS_POLICY_PROTOCOL_H */
