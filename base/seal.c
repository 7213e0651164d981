/* seal.c - prove, hide and tell from forged
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <sodium.h>
#include <string.h>

#include "base/seal.h"

_Static_assert(SEAL_KEY == crypto_auth_hmacsha256_KEYBYTES, "a key");
_Static_assert(SEAL_KEY == crypto_aead_chacha20poly1305_ietf_KEYBYTES,
               "a key");
_Static_assert(SEAL_MAC == crypto_auth_hmacsha256_BYTES, "a mac");
_Static_assert(SEAL_TAG == crypto_aead_chacha20poly1305_ietf_ABYTES, "a tag");
_Static_assert(SEAL_KEY == crypto_scalarmult_curve25519_BYTES, "a key");
_Static_assert(SEAL_KEY == crypto_scalarmult_curve25519_SCALARBYTES, "a key");

enum { NONCE = crypto_aead_chacha20poly1305_ietf_NPUBBYTES };

static struct {
    void *library;
    __typeof__(sodium_init) *init;
    __typeof__(sodium_memcmp) *compare;
    __typeof__(randombytes_buf) *random;
    __typeof__(crypto_auth_hmacsha256_init) *mac_init;
    __typeof__(crypto_auth_hmacsha256_update) *mac_update;
    __typeof__(crypto_auth_hmacsha256_final) *mac_final;
    __typeof__(crypto_aead_chacha20poly1305_ietf_encrypt) *encrypt;
    __typeof__(crypto_aead_chacha20poly1305_ietf_decrypt) *decrypt;
    __typeof__(crypto_scalarmult_curve25519_base) *make_public;
    __typeof__(crypto_scalarmult_curve25519) *agree;
    __typeof__(sodium_memzero) *wipe;
} sodium;

static bool find(const char *name, void *function)
{
    void *found = dlsym(sodium.library, name);

    memcpy(function, &found, sizeof(found));
    return found != NULL;
}

static bool find_all(void)
{
    return find("sodium_init", &sodium.init)
           && find("sodium_memcmp", &sodium.compare)
           && find("randombytes_buf", &sodium.random)
           && find("crypto_auth_hmacsha256_init", &sodium.mac_init)
           && find("crypto_auth_hmacsha256_update", &sodium.mac_update)
           && find("crypto_auth_hmacsha256_final", &sodium.mac_final)
           && find("crypto_aead_chacha20poly1305_ietf_encrypt",
                   &sodium.encrypt)
           && find("crypto_aead_chacha20poly1305_ietf_decrypt",
                   &sodium.decrypt)
           && find("crypto_scalarmult_curve25519_base", &sodium.make_public)
           && find("crypto_scalarmult_curve25519", &sodium.agree)
           && find("sodium_memzero", &sodium.wipe);
}

int seal_open(struct error *err)
{
    void *library;

    if (sodium.library)
        return 0;
    library = dlopen("libsodium.so.23", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return error_set(err, "%s", dlerror());
    sodium.library = library;
    if (find_all() && sodium.init() >= 0)
        return 0;
    sodium.library = NULL;
    dlclose(library);
    return error_set(err, "libsodium.so.23 is not as expected");
}

void seal_random(void *to, size_t bytes)
{
    sodium.random(to, bytes);
}

void seal_mac(uint8_t mac[SEAL_MAC],
              const uint8_t key[SEAL_KEY],
              const struct iovec *parts,
              int count)
{
    crypto_auth_hmacsha256_state state;

    sodium.mac_init(&state, key, SEAL_KEY);
    for (int i = 0; i < count; i++)
        sodium.mac_update(&state, parts[i].iov_base, parts[i].iov_len);
    sodium.mac_final(&state, mac);
}

bool seal_equal(const void *a, const void *b, size_t bytes)
{
    return sodium.compare(a, b, bytes) == 0;
}

/* Four zeros, and the number with the lowest byte first. */
static void make_nonce(uint8_t nonce[NONCE], uint64_t number)
{
    memset(nonce, 0, NONCE);
    for (int i = 0; i < 8; i++)
        nonce[4 + i] = (uint8_t)(number >> (8 * i));
}

void seal_hide(void *to,
               const void *from,
               size_t bytes,
               uint64_t number,
               const uint8_t key[SEAL_KEY])
{
    uint8_t nonce[NONCE];

    make_nonce(nonce, number);
    sodium.encrypt(to, NULL, from, bytes, NULL, 0, NULL, nonce, key);
}

bool seal_show(void *to,
               const void *from,
               size_t bytes,
               uint64_t number,
               const uint8_t key[SEAL_KEY])
{
    uint8_t nonce[NONCE];

    make_nonce(nonce, number);
    return sodium.decrypt(to, NULL, NULL, from, bytes, NULL, 0, nonce, key)
           == 0;
}

void seal_pair(uint8_t public_key[SEAL_KEY], uint8_t private_key[SEAL_KEY])
{
    sodium.random(private_key, SEAL_KEY);
    sodium.make_public(public_key, private_key);
}

bool seal_agree(uint8_t shared[SEAL_KEY],
                const uint8_t private_key[SEAL_KEY],
                const uint8_t public_key[SEAL_KEY])
{
    return sodium.agree(shared, private_key, public_key) == 0;
}

void seal_wipe(void *what, size_t bytes)
{
    sodium.wipe(what, bytes);
}
