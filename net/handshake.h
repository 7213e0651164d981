/* handshake.h - the first words of a connection between hosts
 *
 * Both sides prove that they know the job's secret, and that they mean the
 * same old rank, before anything else is said:
 *
 *     new rank: hello      a public key, made for this connection
 *     old rank: hello      another one
 *     new rank: proof      a mac of both
 *     old rank: proof      another one
 *
 * A stranger learns a public key from it.  What was recorded is of no use
 * later, as the keys will be others, and not even for who comes to know the
 * secret: what both agree on by these keys is needed, too.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_HANDSHAKE_H
#define MITOSIS_NET_HANDSHAKE_H

#include "net/frame.h"

enum { HANDSHAKE_HELLO = 48, HANDSHAKE_PROOF = SEAL_MAC };

/* Which old rank is meant. */
struct handshake_whom {
    uint64_t generation;
    uint64_t rank;
};

/* One side of it. */
struct handshake {
    const uint8_t *secret; /* SEAL_KEY bytes */
    struct handshake_whom whom;
    bool hide;                         /* whether this side wants it */
    uint8_t hello[2][HANDSHAKE_HELLO]; /* of the new rank, of the old one */
    uint8_t private_key[SEAL_KEY];     /* for that in our own */
    uint8_t shared[SEAL_KEY];          /* what both have agreed on */
};

/* Write our hello, as the new rank (0) or the old one (1). */
void handshake_hello(struct handshake *g,
                     int side,
                     uint8_t hello[HANDSHAKE_HELLO]);

/* Take that of the other side, 'side', which may be anything.  Returns -1
 * with the reason in 'err'.
 */
int handshake_take_hello(struct handshake *g,
                         int side,
                         const uint8_t hello[HANDSHAKE_HELLO],
                         struct error *err);

/* Whether the first 'bytes' bytes could be those of a hello: a stranger can be
 * told before all has come.
 */
bool handshake_could_be(const uint8_t *hello, size_t bytes);

/* The proof of 'side', once both hellos are there. */
void handshake_prove(const struct handshake *g,
                     int side,
                     uint8_t proof[HANDSHAKE_PROOF]);

/* Whether 'proof' is that of 'side', the other one; if so, agree with it on
 * what the keys are made of.  Once only.
 */
bool handshake_check(struct handshake *g,
                     int side,
                     const uint8_t proof[HANDSHAKE_PROOF]);

/* The way from 'side' to the other one, once its proof has been checked. */
void handshake_way(const struct handshake *g, int side, struct frame_way *w);

#endif /* !MITOSIS_NET_HANDSHAKE_H */
