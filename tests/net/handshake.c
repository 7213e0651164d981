/* Tests of net/handshake.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "net/handshake.h"
#include "tests/tap.h"

enum { NEW, OLD };

static const uint8_t secret[SEAL_KEY] = "abcdefghijklmnopqrstuvwxyz01234";
static const uint8_t other[SEAL_KEY] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ01234";

static struct handshake make(const uint8_t *key, uint64_t rank, bool hide)
{
    return (
        struct handshake){ .secret = key, .whom = { 3, rank }, .hide = hide };
}

/* Both say hello; whether each takes the other's proof. */
static void meet(struct handshake *a,
                 struct handshake *b,
                 bool *a_ok,
                 bool *b_ok)
{
    uint8_t hello[2][HANDSHAKE_HELLO], proof[2][HANDSHAKE_PROOF];

    handshake_hello(a, NEW, hello[NEW]);
    handshake_hello(b, OLD, hello[OLD]);
    handshake_take_hello(b, NEW, hello[NEW], NULL);
    handshake_take_hello(a, OLD, hello[OLD], NULL);
    handshake_prove(a, NEW, proof[NEW]);
    handshake_prove(b, OLD, proof[OLD]);
    *b_ok = handshake_check(b, NEW, proof[NEW]);
    *a_ok = handshake_check(a, OLD, proof[OLD]);
    if (handshake_check(b, NEW, proof[OLD])
        || handshake_check(a, OLD, proof[NEW]))
        *a_ok = *b_ok = false;
}

static void test_meeting(void)
{
    static const struct {
        const char *what;
        const uint8_t *key;
        uint64_t rank;
        bool works;
    } cases[] = {
        { "who knows the secret is believed", secret, 5, true },
        { "who does not is not", other, 5, false },
        { "nor who takes it for another rank", secret, 6, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct handshake a = make(cases[i].key, cases[i].rank, false);
        struct handshake b = make(secret, 5, false);
        bool a_ok, b_ok;

        meet(&a, &b, &a_ok, &b_ok);
        ok(a_ok == cases[i].works && b_ok == cases[i].works, "%s",
           cases[i].what);
    }
}

static void test_keys(void)
{
    for (int hide = 0; hide < 4; hide++) {
        struct handshake a = make(secret, 1, hide & 1);
        struct handshake b = make(secret, 1, hide & 2);
        struct frame_way w[4];
        bool a_ok, b_ok;

        meet(&a, &b, &a_ok, &b_ok);
        handshake_way(&a, NEW, &w[0]);
        handshake_way(&b, NEW, &w[1]);
        handshake_way(&a, OLD, &w[2]);
        handshake_way(&b, OLD, &w[3]);
        ok(memcmp(w[0].key, w[1].key, SEAL_KEY) == 0
               && memcmp(w[2].key, w[3].key, SEAL_KEY) == 0
               && memcmp(w[0].key, w[2].key, SEAL_KEY) != 0,
           "both have the same keys, one each way");
        ok(w[0].hidden == (hide != 0) && w[1].hidden == w[0].hidden
               && w[2].hidden == w[0].hidden,
           "one who wants to hide is enough: %d", hide);
    }
}

/* Whether the key of a connection is what one makes of both hellos who knows
 * the secret and 'shared'.
 */
static bool is_key(const struct handshake *g,
                   const uint8_t *shared,
                   size_t bytes)
{
    static const char label[16] = "new rank key";
    uint8_t whom[16] = { 3, [8] = 1 }, mac[SEAL_MAC];
    struct iovec parts[5] = {
        { (char *)label, sizeof(label) },
        { whom, sizeof(whom) },
        { (uint8_t *)g->hello[NEW], HANDSHAKE_HELLO },
        { (uint8_t *)g->hello[OLD], HANDSHAKE_HELLO },
        { (uint8_t *)shared, bytes },
    };
    struct frame_way w;

    seal_mac(mac, g->secret, parts, 5);
    handshake_way(g, NEW, &w);
    return memcmp(mac, w.key, SEAL_KEY) == 0;
}

static void test_listening(void)
{
    static const uint8_t nothing[SEAL_KEY];
    struct handshake a = make(secret, 1, true), b = make(secret, 1, true);
    uint8_t private_key[SEAL_KEY], hello[HANDSHAKE_HELLO],
        proof[HANDSHAKE_PROOF];
    uint8_t shared[SEAL_KEY];

    handshake_hello(&a, NEW, hello);
    memcpy(private_key, a.private_key, SEAL_KEY);
    handshake_take_hello(&b, NEW, hello, NULL);
    handshake_hello(&b, OLD, hello);
    handshake_take_hello(&a, OLD, hello, NULL);
    handshake_prove(&b, OLD, proof);
    ok(handshake_check(&a, OLD, proof), "two meet");
    seal_agree(shared, private_key, hello + HANDSHAKE_HELLO - SEAL_KEY);
    ok(is_key(&a, shared, SEAL_KEY),
       "the keys are those of the secret and of what both agreed on");
    ok(!is_key(&a, NULL, 0) && !is_key(&a, nothing, SEAL_KEY),
       "the secret and what was said do not give them");
    ok(memcmp(a.private_key, nothing, SEAL_KEY) == 0,
       "the private key is gone");
}

/* One who knows the secret and has no private key. */
static void test_no_key(void)
{
    struct handshake a = make(secret, 1, false), b = make(secret, 1, false);
    uint8_t hello[HANDSHAKE_HELLO], proof[HANDSHAKE_PROOF];

    handshake_hello(&b, OLD, hello);
    handshake_hello(&a, NEW, hello);
    memset(hello + HANDSHAKE_HELLO - SEAL_KEY, 0, SEAL_KEY);
    memcpy(a.hello[NEW], hello, HANDSHAKE_HELLO);
    handshake_take_hello(&b, NEW, hello, NULL);
    handshake_take_hello(&a, OLD, b.hello[OLD], NULL);
    handshake_prove(&a, NEW, proof);
    ok(!handshake_check(&b, NEW, proof),
       "a public key that makes all keys the same is refused");
}

static void test_replay(void)
{
    struct handshake a = make(secret, 1, false), b = make(secret, 1, false);
    uint8_t hello[HANDSHAKE_HELLO], answer[HANDSHAKE_HELLO],
        proof[HANDSHAKE_PROOF];
    struct error err;

    handshake_hello(&a, NEW, hello);
    handshake_hello(&b, OLD, answer);
    handshake_take_hello(&a, OLD, answer, NULL);
    handshake_prove(&a, NEW, proof);
    handshake_hello(&b, OLD, answer);
    handshake_take_hello(&b, NEW, hello, NULL);
    ok(!handshake_check(&b, NEW, proof), "a proof is of no use the next time");
    ok(handshake_take_hello(&b, NEW, answer, &err) < 0,
       "what one says cannot be said back");
    has(err.text, "says what we say", "which is told");
    hello[10] ^= 1;
    handshake_take_hello(&b, NEW, hello, NULL);
    handshake_take_hello(&a, OLD, answer, NULL);
    handshake_prove(&a, NEW, proof);
    ok(!handshake_check(&b, NEW, proof),
       "what was changed on its way breaks the proof");
}

static void test_garbage(void)
{
    struct handshake g = make(secret, 1, false);
    uint8_t hello[HANDSHAKE_HELLO], mine[HANDSHAKE_HELLO];
    struct error err;

    handshake_hello(&g, OLD, mine);
    handshake_hello(&g, NEW, hello);
    ok(handshake_could_be(hello, 1)
           && handshake_could_be(hello, HANDSHAKE_HELLO),
       "the beginning of a hello could be one");
    ok(!handshake_could_be((const uint8_t *)"GET / HTTP/1.0\r\n", 1),
       "that of something else could not");
    hello[8]++;
    ok(handshake_take_hello(&g, NEW, hello, &err) < 0,
       "another version is none");
    has(err.text, "another version", "which is told");
    hello[0] = 'M';
    ok(handshake_take_hello(&g, NEW, hello, &err) < 0, "nor is garbage");
    has(err.text, "language", "which is told");
}

int main(void)
{
    struct error err;

    if (seal_open(&err) < 0) {
        ok(false, "%s", err.text);
        return tap_done();
    }
    test_meeting();
    test_keys();
    test_listening();
    test_no_key();
    test_replay();
    test_garbage();
    return tap_done();
}
