/* handshake.c - the first words of a connection between hosts
 *
 * All that is derived from the secret is a mac of what it is for, whom both
 * mean, and both hellos; so nothing of one connection fits another one, and
 * who changes a hello on its way, to have less hidden say, or to put another
 * public key in it, breaks the proofs.  What both agree on by these keys goes
 * into the keys of the connection, so the secret alone does not give them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/little_endian.h"
#include "net/handshake.h"

enum {
    MAGIC_BYTES = 8,
    FORMAT = 2,
    HIDE = 1,
    LABEL_BYTES = 16,
    PUBLIC_AT = HANDSHAKE_HELLO - SEAL_KEY, /* of a hello */
};

static const uint8_t magic[MAGIC_BYTES + 1] = "mitoship";

static const char labels[2][2][LABEL_BYTES] = {
    { "new rank proof", "old rank proof" },
    { "new rank key", "old rank key" },
};

/* With what both agree on, or without it while they have not. */
static void derive(const struct handshake *g,
                   const char label[LABEL_BYTES],
                   const uint8_t shared[SEAL_KEY],
                   uint8_t mac[SEAL_MAC])
{
    uint8_t whom[16];
    struct iovec parts[5] = {
        { (char *)label, LABEL_BYTES },
        { whom, sizeof(whom) },
        { (uint8_t *)g->hello[0], HANDSHAKE_HELLO },
        { (uint8_t *)g->hello[1], HANDSHAKE_HELLO },
        { (uint8_t *)shared, shared ? SEAL_KEY : 0 },
    };

    little_put(whom, g->whom.generation, 8);
    little_put(whom + 8, g->whom.rank, 8);
    seal_mac(mac, g->secret, parts, 5);
}

void handshake_hello(struct handshake *g,
                     int side,
                     uint8_t hello[HANDSHAKE_HELLO])
{
    memset(hello, 0, HANDSHAKE_HELLO);
    memcpy(hello, magic, MAGIC_BYTES);
    little_put(hello + 8, FORMAT, 2);
    little_put(hello + 10, g->hide ? HIDE : 0, 2);
    seal_pair(hello + PUBLIC_AT, g->private_key);
    memcpy(g->hello[side], hello, HANDSHAKE_HELLO);
}

bool handshake_could_be(const uint8_t *hello, size_t bytes)
{
    return memcmp(hello, magic, bytes < MAGIC_BYTES ? bytes : MAGIC_BYTES)
           == 0;
}

int handshake_take_hello(struct handshake *g,
                         int side,
                         const uint8_t hello[HANDSHAKE_HELLO],
                         struct error *err)
{
    if (!handshake_could_be(hello, MAGIC_BYTES))
        return error_set(err, "it does not speak our language");
    if (little_get(hello + 8, 2) != FORMAT || little_get(hello + 10, 2) > HIDE
        || little_get(hello + 12, 4) != 0)
        return error_set(err, "it is of another version of mitosis");
    if (memcmp(hello, g->hello[!side], HANDSHAKE_HELLO) == 0)
        return error_set(err, "it says what we say");
    memcpy(g->hello[side], hello, HANDSHAKE_HELLO);
    return 0;
}

void handshake_prove(const struct handshake *g,
                     int side,
                     uint8_t proof[HANDSHAKE_PROOF])
{
    derive(g, labels[0][side], NULL, proof);
}

/* Strangers do not cost us the work of agreeing. */
bool handshake_check(struct handshake *g,
                     int side,
                     const uint8_t proof[HANDSHAKE_PROOF])
{
    uint8_t wanted[HANDSHAKE_PROOF];
    bool agreed;

    handshake_prove(g, side, wanted);
    if (!seal_equal(proof, wanted, HANDSHAKE_PROOF))
        return false;
    agreed = seal_agree(g->shared, g->private_key, g->hello[side] + PUBLIC_AT);
    seal_wipe(g->private_key, sizeof(g->private_key));
    return agreed;
}

void handshake_way(const struct handshake *g, int side, struct frame_way *w)
{
    derive(g, labels[1][side], g->shared, w->key);
    w->number = 0;
    w->hidden = (g->hello[0][10] | g->hello[1][10]) & HIDE;
}
