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

static struct greet make(const uint8_t *key, uint64_t rank, bool hide)
{
    return (struct greet){ .secret = key, .whom = { 3, rank }, .hide = hide };
}

/* Both say hello; whether each takes the other's proof. */
static void meet(struct greet *a, struct greet *b, bool *a_ok, bool *b_ok)
{
    uint8_t hello[2][GREET_HELLO], proof[2][GREET_PROOF];

    greet_hello(a, NEW, hello[NEW]);
    greet_hello(b, OLD, hello[OLD]);
    greet_take_hello(b, NEW, hello[NEW], NULL);
    greet_take_hello(a, OLD, hello[OLD], NULL);
    greet_prove(a, NEW, proof[NEW]);
    greet_prove(b, OLD, proof[OLD]);
    *b_ok = greet_check(b, NEW, proof[NEW]);
    *a_ok = greet_check(a, OLD, proof[OLD]);
    if (greet_check(b, NEW, proof[OLD]) || greet_check(a, OLD, proof[NEW]))
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
        struct greet a = make(cases[i].key, cases[i].rank, false);
        struct greet b = make(secret, 5, false);
        bool a_ok, b_ok;

        meet(&a, &b, &a_ok, &b_ok);
        ok(a_ok == cases[i].works && b_ok == cases[i].works, "%s",
           cases[i].what);
    }
}

static void test_keys(void)
{
    for (int hide = 0; hide < 4; hide++) {
        struct greet a = make(secret, 1, hide & 1);
        struct greet b = make(secret, 1, hide & 2);
        struct frame_way w[4];
        bool a_ok, b_ok;

        meet(&a, &b, &a_ok, &b_ok);
        greet_way(&a, NEW, &w[0]);
        greet_way(&b, NEW, &w[1]);
        greet_way(&a, OLD, &w[2]);
        greet_way(&b, OLD, &w[3]);
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
static bool is_key(const struct greet *g, const uint8_t *shared, size_t bytes)
{
    static const char label[16] = "new rank key";
    uint8_t whom[16] = { 3, [8] = 1 }, mac[SEAL_MAC];
    struct iovec parts[5] = {
        { (char *)label, sizeof(label) },
        { whom, sizeof(whom) },
        { (uint8_t *)g->hello[NEW], GREET_HELLO },
        { (uint8_t *)g->hello[OLD], GREET_HELLO },
        { (uint8_t *)shared, bytes },
    };
    struct frame_way w;

    seal_mac(mac, g->secret, parts, 5);
    greet_way(g, NEW, &w);
    return memcmp(mac, w.key, SEAL_KEY) == 0;
}

static void test_listening(void)
{
    static const uint8_t nothing[SEAL_KEY];
    struct greet a = make(secret, 1, true), b = make(secret, 1, true);
    uint8_t private_key[SEAL_KEY], hello[GREET_HELLO], proof[GREET_PROOF];
    uint8_t shared[SEAL_KEY];

    greet_hello(&a, NEW, hello);
    memcpy(private_key, a.private_key, SEAL_KEY);
    greet_take_hello(&b, NEW, hello, NULL);
    greet_hello(&b, OLD, hello);
    greet_take_hello(&a, OLD, hello, NULL);
    greet_prove(&b, OLD, proof);
    ok(greet_check(&a, OLD, proof), "two meet");
    seal_agree(shared, private_key, hello + GREET_HELLO - SEAL_KEY);
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
    struct greet a = make(secret, 1, false), b = make(secret, 1, false);
    uint8_t hello[GREET_HELLO], proof[GREET_PROOF];

    greet_hello(&b, OLD, hello);
    greet_hello(&a, NEW, hello);
    memset(hello + GREET_HELLO - SEAL_KEY, 0, SEAL_KEY);
    memcpy(a.hello[NEW], hello, GREET_HELLO);
    greet_take_hello(&b, NEW, hello, NULL);
    greet_take_hello(&a, OLD, b.hello[OLD], NULL);
    greet_prove(&a, NEW, proof);
    ok(!greet_check(&b, NEW, proof),
       "a public key that makes all keys the same is refused");
}

static void test_replay(void)
{
    struct greet a = make(secret, 1, false), b = make(secret, 1, false);
    uint8_t hello[GREET_HELLO], answer[GREET_HELLO], proof[GREET_PROOF];
    struct error err;

    greet_hello(&a, NEW, hello);
    greet_hello(&b, OLD, answer);
    greet_take_hello(&a, OLD, answer, NULL);
    greet_prove(&a, NEW, proof);
    greet_hello(&b, OLD, answer);
    greet_take_hello(&b, NEW, hello, NULL);
    ok(!greet_check(&b, NEW, proof), "a proof is of no use the next time");
    ok(greet_take_hello(&b, NEW, answer, &err) < 0,
       "what one says cannot be said back");
    has(err.text, "says what we say", "which is told");
    hello[10] ^= 1;
    greet_take_hello(&b, NEW, hello, NULL);
    greet_take_hello(&a, OLD, answer, NULL);
    greet_prove(&a, NEW, proof);
    ok(!greet_check(&b, NEW, proof),
       "what was changed on its way breaks the proof");
}

static void test_garbage(void)
{
    struct greet g = make(secret, 1, false);
    uint8_t hello[GREET_HELLO], mine[GREET_HELLO];
    struct error err;

    greet_hello(&g, OLD, mine);
    greet_hello(&g, NEW, hello);
    ok(greet_could_be(hello, 1) && greet_could_be(hello, GREET_HELLO),
       "the beginning of a hello could be one");
    ok(!greet_could_be((const uint8_t *)"GET / HTTP/1.0\r\n", 1),
       "that of something else could not");
    hello[8]++;
    ok(greet_take_hello(&g, NEW, hello, &err) < 0, "another version is none");
    has(err.text, "another version", "which is told");
    hello[0] = 'M';
    ok(greet_take_hello(&g, NEW, hello, &err) < 0, "nor is garbage");
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
