/* Tests of base/seal.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "base/seal.h"
#include "tests/tap.h"

static void to_hex(char *text, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sprintf(text + 2 * i, "%02x", bytes[i]);
}

/* What perl's Digest::SHA says of "abc" and the bytes 0 to 31. */
static const char expected[] = "f0133729c4163dede81e21cd47839256"
                               "da58171238c8a0d874397c73b14e1e47";

static void test_mac(void)
{
    uint8_t key[SEAL_KEY], mac[SEAL_MAC], other[SEAL_MAC];
    struct iovec whole = { (char *)"abc", 3 };
    struct iovec parts[3] = { { (char *)"a", 1 },
                              { NULL, 0 },
                              { (char *)"bc", 2 } };
    char hex[2 * SEAL_MAC + 1];

    for (int i = 0; i < SEAL_KEY; i++)
        key[i] = (uint8_t)i;
    seal_mac(mac, key, &whole, 1);
    to_hex(hex, mac, SEAL_MAC);
    ok(strcmp(hex, expected) == 0, "the mac is HMAC-SHA-256: %s", hex);
    seal_mac(other, key, parts, 3);
    ok(seal_equal(mac, other, SEAL_MAC), "in parts it is the same");
    key[0] ^= 1;
    seal_mac(other, key, &whole, 1);
    ok(!seal_equal(mac, other, SEAL_MAC), "with another key it is not");
}

static void test_hiding(void)
{
    uint8_t key[SEAL_KEY], hidden[100 + SEAL_TAG], plain[100], shown[100];
    int refused = 0;

    seal_random(key, sizeof(key));
    for (int i = 0; i < 100; i++)
        plain[i] = (uint8_t)i;
    seal_hide(hidden, plain, 100, 7, key);
    ok(memcmp(hidden, plain, 100) != 0, "what is hidden looks otherwise");
    ok(seal_show(shown, hidden, sizeof(hidden), 7, key)
           && memcmp(shown, plain, 100) == 0,
       "and can be shown");
    ok(!seal_show(shown, hidden, sizeof(hidden), 8, key),
       "not with another number");
    ok(!seal_show(shown, hidden, sizeof(hidden) - 1, 7, key),
       "not when it is cut off");
    for (size_t i = 0; i < sizeof(hidden); i++) {
        hidden[i] ^= 0x10;
        refused += !seal_show(shown, hidden, sizeof(hidden), 7, key);
        hidden[i] ^= 0x10;
    }
    ok(refused == sizeof(hidden), "not with any byte changed");
    memcpy(hidden, plain, 100);
    seal_hide(hidden, hidden, 100, 9, key);
    ok(seal_show(hidden, hidden, sizeof(hidden), 9, key)
           && memcmp(hidden, plain, 100) == 0,
       "it can be done in place");
}

/* The example of RFC 7748, section 6.1. */
static const uint8_t alice[SEAL_KEY] = {
    0x77, 0x07, 0x6d, 0x0a, 0x73, 0x18, 0xa5, 0x7d, 0x3c, 0x16, 0xc1,
    0x72, 0x51, 0xb2, 0x66, 0x45, 0xdf, 0x4c, 0x2f, 0x87, 0xeb, 0xc0,
    0x99, 0x2a, 0xb1, 0x77, 0xfb, 0xa5, 0x1d, 0xb9, 0x2c, 0x2a,
};
static const uint8_t bob[SEAL_KEY] = {
    0xde, 0x9e, 0xdb, 0x7d, 0x7b, 0x7d, 0xc1, 0xb4, 0xd3, 0x5b, 0x61,
    0xc2, 0xec, 0xe4, 0x35, 0x37, 0x3f, 0x83, 0x43, 0xc8, 0x5b, 0x78,
    0x67, 0x4d, 0xad, 0xfc, 0x7e, 0x14, 0x6f, 0x88, 0x2b, 0x4f,
};
static const char agreed[] = "4a5d9d5ba4ce2de1728e3bf480350f25"
                             "e07e21c947d19e3376f09b3c1e161742";

static void test_agreeing(void)
{
    static const uint8_t nothing[SEAL_KEY];
    uint8_t public_key[2][SEAL_KEY], private_key[2][SEAL_KEY];
    uint8_t shared[2][SEAL_KEY];
    char hex[2 * SEAL_KEY + 1];

    seal_agree(shared[0], alice, bob);
    to_hex(hex, shared[0], SEAL_KEY);
    ok(strcmp(hex, agreed) == 0, "keys are those of X25519: %s", hex);
    for (int i = 0; i < 2; i++)
        seal_pair(public_key[i], private_key[i]);
    ok(seal_agree(shared[0], private_key[0], public_key[1])
           && seal_agree(shared[1], private_key[1], public_key[0])
           && memcmp(shared[0], shared[1], SEAL_KEY) == 0,
       "two agree");
    ok(seal_agree(shared[1], private_key[0], public_key[0])
           && memcmp(shared[0], shared[1], SEAL_KEY) != 0,
       "with another one on something else");
    ok(!seal_agree(shared[0], alice, nothing),
       "nobody agrees on what is the same for all");
    seal_wipe(private_key[0], SEAL_KEY);
    ok(memcmp(private_key[0], nothing, SEAL_KEY) == 0,
       "what is wiped is gone");
}

int main(void)
{
    struct error err;
    uint8_t a[32] = { 0 }, b[32] = { 0 };

    if (!ok(seal_open(&err) == 0 && seal_open(&err) == 0,
            "libsodium is there"))
        return tap_done();
    seal_random(a, sizeof(a));
    seal_random(b, sizeof(b));
    ok(memcmp(a, b, sizeof(a)) != 0, "random bytes are not the same twice");
    test_mac();
    test_hiding();
    test_agreeing();
    return tap_done();
}
