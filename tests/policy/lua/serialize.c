/* Tests of policy/lua/serialize.c: what goes there comes back, and nothing
 * else does
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "policy/lua/serialize.h"
#include "tests/tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { TRIES = 200 * 1000 };

static lua_State *L;
static struct serialize plain;

static void run(const char *text)
{
    lua_settop(L, 0);
    if (luaL_dostring(L, text) != LUA_OK) {
        printf("Bail out! %s\n", lua_tostring(L, -1));
        exit(EXIT_FAILURE);
    }
}

static void test_round(void)
{
    static const char *const cases[] = {
        "return {}",
        "return { 1, 2.5, -3, 'four', true, false }",
        "return { a = { b = { c = {} } }, [1.5] = 'x', [-1] = '' }",
        "return { [math.mininteger] = math.huge, x = 0/0 }",
        "return { long = 'x' .. ('y'):rep(4000) }",
        "return { [2] = 'a hole', ['\\0'] = '\\0\\255' }",
    };
    static struct serialize again;
    struct error err = { "" };

    for (size_t i = 0; i < COUNT(cases); i++) {
        int rc, same;

        run(cases[i]);
        rc = serialize_write(L, 1, &plain, &err);
        ok(rc == 0 && lua_gettop(L) == 1, "%.50s can be sent", cases[i]);
        ok(serialize_check(&plain), "and is understood");
        serialize_push(L, &plain);
        /* A table's pairs may be in another order, but are as many. */
        same = serialize_write(L, 2, &again, &err) == 0
               && again.bytes == plain.bytes;
        ok(same, "and comes back as it was");
    }
}

static void test_values(void)
{
    struct error err;

    run("return { n = 2.5, i = 7, t = true, f = false, s = 'x', l = { 3 } }");
    serialize_write(L, 1, &plain, &err);
    serialize_push(L, &plain);
    lua_setglobal(L, "m");
    lua_pop(L, 1);
    run("return m.n == 2.5 and math.type(m.i) == 'integer' and m.i == 7 and "
        "m.t == true and m.f == false and m.s == 'x' and m.l[1] == 3 and "
        "m.z == nil");
    ok(lua_toboolean(L, 1), "all values are what they were");
}

static void test_tell(void)
{
    struct error err;
    char text[32];

    run("return { 7, x = 2.5 }");
    serialize_write(L, 1, &plain, &err);
    serialize_tell(&plain, text, sizeof(text));
    has(text, "{ [1] = 7, x = 2.5 }", "a table is told as Lua has it");
    run("return { l = { true }, s = ('long '):rep(20) }");
    serialize_write(L, 1, &plain, &err);
    serialize_tell(&plain, text, sizeof(text));
    ok(strlen(text) == sizeof(text) - 1, "as far as there is room");
}

static void test_refused(void)
{
    static const struct {
        const char *value;
        const char *reason;
    } cases[] = {
        { "return { print }", "a function cannot be sent" },
        { "return { [true] = 1 }", "a key of it is a boolean" },
        { "return { [{}] = 1 }", "a key of it is a table" },
        { "local t = {} t[1] = t return t", "deeper than 8" },
        { "return { ('x'):rep(4100) }", "more than 4096 bytes" },
        { "return { ('x'):rep(1000000) }", "more than 4096 bytes" },
        { "local t = {} for i = 1, 300 do t[i] = i end return t",
          "more than 4096 bytes" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { "" };

        run(cases[i].value);
        ok(serialize_write(L, 1, &plain, &err) < 0 && lua_gettop(L) == 1,
           "%.50s cannot", cases[i].value);
        has(err.text, cases[i].reason, "and the reason is told");
    }
}

static bool is_table(const char *bytes, size_t count)
{
    plain.bytes = count;
    memcpy(plain.data, bytes, count);
    return serialize_check(&plain);
}

static void test_strangers(void)
{
    static const struct {
        const char *what;
        const char *bytes;
        size_t count;
    } cases[] = {
        { "nothing", "", 0 },
        { "a text", "s\1\0x", 4 },
        { "a table without its count", "{\1", 2 },
        { "a table that ends early", "{\1\0s\1\0x", 7 },
        { "one with a key that is none", "{\1\0tt", 5 },
        { "one with a key that is not a number", "{\1\0n\0\0\0\0\0\0\xf8\x7ft",
          13 },
        { "one with a text that is too long", "{\1\0s\1\0xs\377\377xx", 13 },
        { "one with something behind it", "{\0\0t", 4 },
        { "one with a mark that is none", "{\1\0s\1\0x?", 8 },
        { "one of 65535 pairs", "{\377\377", 3 },
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        ok(!is_table(cases[i].bytes, cases[i].count), "%s is refused",
           cases[i].what);
    ok(is_table("{\1\0s\1\0xt", 8), "where one that is whole is taken");
}

/* Bytes that made sense, with some of them changed. */
static void test_fuzz(void)
{
    const char *seed = getenv("SEED");
    char told[64];
    int taken = 0;

    srand(seed ? (unsigned)atoi(seed) : 1);
    for (int i = 0; i < TRIES; i++) {
        static const char start[] = "{\3\0s\1\0a{\1\0i\1\0\0\0\0\0\0\0tn"
                                    "\0\0\0\0\0\0\0\0s\3\0bcds\1\0ef";

        memcpy(plain.data, start, sizeof(start) - 1);
        plain.bytes = sizeof(start) - 1 - (size_t)(rand() % 8 == 0);
        for (int n = rand() % 4; n > 0; n--)
            plain.data[(size_t)rand() % plain.bytes] = (uint8_t)rand();
        if (!serialize_check(&plain))
            continue;
        lua_settop(L, 0);
        serialize_push(L, &plain);
        serialize_tell(&plain, told, sizeof(told));
        taken += lua_istable(L, 1);
    }
    ok(taken > TRIES / 100 && taken < TRIES,
       "of %d tables with changed bytes those that make sense are taken",
       TRIES);
    diag("%d were", taken);
}

int main(void)
{
    L = luaL_newstate();
    luaL_openlibs(L);
    test_round();
    test_values();
    test_tell();
    test_refused();
    test_strangers();
    test_fuzz();
    lua_close(L);
    return tap_done();
}
