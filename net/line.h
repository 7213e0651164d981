/* line.h - what agents of different hosts say to each other goes over this
 *
 * A line is a connection whose ends have proved that they know the job's
 * secret (net/handshake.h).  All that is said on it is hidden, and what was
 * changed, left out or repeated on the way ends it.  So does silence: both
 * ends say something now and then.  Of callers that do not prove who they are
 * the user is told (refused_callers.h).
 *
 * An agent that is in the same process is spoken to over a line as well.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_LINE_H
#define MITOSIS_NET_LINE_H

#include <stddef.h>

#include "base/seal.h"
#include "net/local_message.h"
#include "net/loop.h"

enum { LINE_PAYLOAD = 64 * 1024 * 1024 }; /* most of a message's */

/* Who speaks first. */
enum line_side { LINE_CALLER, LINE_CALLED };

/* What is to be done when something happens. */
struct line_events {
    /* The other end has proved who it is.  May be NULL. */
    void (*ready)(void *arg);

    /* It says something.  'payload', ended by a NUL, is there for this call
     * only.
     */
    void (*heard)(void *arg,
                  const struct local_message_head *head,
                  const char *payload);

    /* It is gone, or no friend; 'why' tells.  The line is still to be given
     * back.  May be NULL.
     */
    void (*lost)(void *arg, const char *why);
};

typedef struct line line_t;

/* Make one of a connection, or of one that is being made, which is closed
 * with it.  Returns what line_destroy() takes, or NULL when memory is short,
 * with 'fd' closed.
 */
line_t *line_create(loop_t *loop,
                    int fd,
                    enum line_side side,
                    const uint8_t secret[SEAL_KEY],
                    const struct line_events *events,
                    void *arg);

/* One end of a line within a process. */
struct line_end {
    const struct line_events *events;
    void *arg;
};

/* Make a line both of whose ends are in this process: no connection, no
 * secret.  Each end is heard by the other one from the loop, in the order in
 * which it was said, and never within line_send().  Both are ready as soon as
 * the loop goes round, and given back by line_destroy() one by one: then the
 * other one hears what was said before, and is lost.  Returns -1 without
 * memory.
 */
int line_pair(loop_t *loop, const struct line_end ends[2], line_t *line[2]);

/* What happens to it is told to another one from now on, who owns it. */
void line_hand_over(line_t *l, const struct line_events *events, void *arg);

/* Free it, which any of the calls above may do.  NULL is fine. */
void line_destroy(line_t *l);

/* End one that has called and did not say yet who it is, to make room for
 * others: as if it had lost its way.
 */
void line_refuse(line_t *l);

/* Say something, as soon as it can be.  Returns -1 when there is no memory for
 * it, or the line is lost already.
 */
int line_send(line_t *l,
              const struct local_message_head *head,
              const void *payload);

/* The same, with what is in the head one by one. */
int line_say(line_t *l,
             uint32_t type,
             uint32_t generation,
             int rank,
             uint64_t number,
             const void *payload,
             size_t bytes);

/* Have what was said to one in this process heard at once, before the loop
 * comes round; not to be called by it.  Of a connection nothing is done.
 */
void line_flush(line_t *l);

/* How many bytes of what was said are not on their way yet. */
size_t line_owes(const line_t *l);

/* Seconds since something was heard on it last, or since it was made; 0 when
 * both ends are in this process.
 */
double line_silence(const line_t *l);

#endif /* !MITOSIS_NET_LINE_H */
