/* seal.h - prove, hide and tell from forged
 *
 * libsodium does the work.  It is opened when it is first wanted, so that
 * nothing depends on it that never talks to another host.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_SEAL_H
#define MITOSIS_BASE_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include "base/error.h"

enum {
    SEAL_KEY = 32, /* bytes of a key */
    SEAL_MAC = 32, /* of a mac */
    SEAL_TAG = 16, /* that hiding adds */
};

/* Open libsodium, once for all.  Returns -1 with the reason in 'err' when it
 * is not there.  All that follows needs it.
 */
int seal_open(struct error *err);

/* Bytes that nobody can guess. */
void seal_random(void *to, size_t bytes);

/* HMAC-SHA-256 of 'parts' one after the other. */
void seal_mac(uint8_t mac[SEAL_MAC],
              const uint8_t key[SEAL_KEY],
              const struct iovec *parts,
              int count);

/* Whether two are the same, which takes as long whatever they are. */
bool seal_equal(const void *a, const void *b, size_t bytes);

/* Hide 'bytes' bytes of 'from' in as many and SEAL_TAG more at 'to', which
 * may be the same place (ChaCha20-Poly1305, IETF).  'number' is never the same
 * again with this key.
 */
void seal_hide(void *to,
               const void *from,
               size_t bytes,
               uint64_t number,
               const uint8_t key[SEAL_KEY]);

/* The way back for 'bytes' bytes with the tag and all.  Returns whether they
 * are what seal_hide() made with this number and key; if not, there is nothing
 * of them at 'to'.
 */
bool seal_show(void *to,
               const void *from,
               size_t bytes,
               uint64_t number,
               const uint8_t key[SEAL_KEY]);

/* Make a pair of keys (X25519).  The public one may be told to everybody. */
void seal_pair(uint8_t public_key[SEAL_KEY], uint8_t private_key[SEAL_KEY]);

/* What two know who have told each other their public keys, and nobody who
 * has listened: both write the same to 'shared', each from its own private key
 * and the other's public one.  Returns false when the latter is one of the few
 * that would make it the same with whatever private key.
 */
bool seal_agree(uint8_t shared[SEAL_KEY],
                const uint8_t private_key[SEAL_KEY],
                const uint8_t public_key[SEAL_KEY]);

/* Forget what is not needed any more. */
void seal_wipe(void *what, size_t bytes);

#endif /* !MITOSIS_BASE_SEAL_H */
