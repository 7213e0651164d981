/* serve.h - let ranks on other hosts read what is registered
 *
 * An old rank listens on a TCP port, and those that prove that they belong to
 * the job may read the items that it shows.  It has no thread: it is served
 * when serve_step() is called, which waits for nothing unless it is asked to.
 *
 *     serve_t *s = serve_open(&options, &err);
 *     serve_show(s, items, count, true);
 *     while (!done)
 *         poll(serve_fd(s), serve_patience(s)), serve_step(s, 0, budget);
 *     serve_hide(s);
 *     serve_close(s);
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_SERVE_H
#define MITOSIS_MIGRATE_TRANSFER_SERVE_H

#include "migrate/transfer/byte_ranges.h"
#include "net/handshake.h"

typedef struct serve serve_t;

struct serve_options {
    const uint8_t *secret;      /* SEAL_KEY bytes, copied */
    struct handshake_whom whom; /* who we are */
    bool hide;                  /* what is said is to be hidden */
    const char *compress;       /* see compress.h */
    int greet_ms;               /* time to prove oneself; 0: ten seconds */
    int stall_ms;               /* time for any byte to get on; 0: thirty */
    /* Told, a sentence each, what was dropped; may be NULL. */
    void (*tell)(void *arg, const char *text);
    void *arg;
};

/* Listen on a free port of all addresses.  Returns what the caller gives back
 * with serve_close(), or NULL with the reason in 'err'.
 */
serve_t *serve_open(const struct serve_options *o, struct error *err);

/* Drop all who are there, and stop listening.  NULL is fine. */
void serve_close(serve_t *s);

int serve_port(const serve_t *s);

/* These items may be read from now on, until serve_hide(): of those of a
 * rank that computes in between, not 'stopped', the constant ones only, and
 * at a rate that leaves it most of the link.  Their memory is read by
 * serve_step() only.  The list is copied.
 */
void serve_show(serve_t *s,
                const struct byte_ranges_item *items,
                size_t count,
                bool stopped);

/* Their memory may change from now on. */
void serve_hide(serve_t *s);

/* A descriptor that can be read when there is something to do. */
int serve_fd(const serve_t *s);

/* Milliseconds after which there is, whatever the descriptor says; -1: never.
 */
int serve_patience(const serve_t *s);

/* Wait for something to do for at most 'ms', and do it for about 'work_ns'
 * nanoseconds.  Returns whether something was done.
 */
bool serve_step(serve_t *s, int ms, uint64_t work_ns);

/* How many are there now and have proved who they are. */
size_t serve_clients(const serve_t *s);

#endif /* !MITOSIS_MIGRATE_TRANSFER_SERVE_H */
