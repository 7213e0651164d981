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
    return tap_done();
}
