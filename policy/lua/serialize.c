/* serialize.c - plain values of Lua as bytes, to send them to another agent
 *
 * Bytes are checked as a whole before any of them becomes a value, so that
 * what makes the value need not doubt.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "base/append_text.h"
#include "base/little_endian.h"
#include "policy/lua/serialize.h"

enum { STACK = 4 /* slots that a table needs */ };

/* ---- writing ---- */

static int put(struct serialize *p,
               const void *data,
               size_t bytes,
               struct error *err)
{
    if (bytes > sizeof(p->data) - p->bytes)
        return error_set(err, "it takes more than %d bytes", SERIALIZE_BYTES);
    memcpy(p->data + p->bytes, data, bytes);
    p->bytes += bytes;
    return 0;
}

static int put_word(struct serialize *p,
                    char mark,
                    uint64_t word,
                    struct error *err)
{
    uint8_t bytes[9] = { (uint8_t)mark };

    little_put(bytes + 1, word, 8);
    return put(p, bytes, sizeof(bytes), err);
}

static int put_number(lua_State *L,
                      int index,
                      struct serialize *p,
                      struct error *err)
{
    double number = lua_tonumber(L, index);
    uint64_t word;

    if (lua_isinteger(L, index))
        return put_word(p, 'i', (uint64_t)lua_tointeger(L, index), err);
    memcpy(&word, &number, sizeof(word));
    return put_word(p, 'n', word, err);
}

static int put_text(lua_State *L,
                    int index,
                    struct serialize *p,
                    struct error *err)
{
    uint8_t head[3] = { 's' };
    size_t bytes;
    const char *text = lua_tolstring(L, index, &bytes);

    little_put(head + 1, bytes, 2);
    if (bytes > SERIALIZE_BYTES)
        return error_set(err, "it takes more than %d bytes", SERIALIZE_BYTES);
    if (put(p, head, sizeof(head), err) < 0)
        return -1;
    return put(p, text, bytes, err);
}

static int write_value(lua_State *L,
                       int index,
                       int depth,
                       struct serialize *p,
                       struct error *err);

static int put_table(
    lua_State *L, int index, int depth, struct serialize *p, struct error *err)
{
    size_t at = p->bytes;
    uint64_t pairs = 0;

    if (depth == 0 || !lua_checkstack(L, STACK))
        return error_set(err, "its tables are deeper than %d",
                         SERIALIZE_DEPTH);
    if (put(p, "{??", 3, err) < 0)
        return -1;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        int key = lua_gettop(L) - 1, type = lua_type(L, key);

        if (type != LUA_TNUMBER && type != LUA_TSTRING)
            return error_set(err, "a key of it is a %s",
                             lua_typename(L, type));
        if (write_value(L, key, 0, p, err) < 0
            || write_value(L, key + 1, depth - 1, p, err) < 0)
            return -1;
        pairs++;
    }
    little_put(p->data + at + 1, pairs, 2);
    return 0;
}

static int write_value(
    lua_State *L, int index, int depth, struct serialize *p, struct error *err)
{
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        return put_number(L, index, p, err);
    case LUA_TSTRING:
        return put_text(L, index, p, err);
    case LUA_TBOOLEAN:
        return put(p, lua_toboolean(L, index) ? "t" : "f", 1, err);
    case LUA_TTABLE:
        return put_table(L, index, depth, p, err);
    default:
        return error_set(err, "a %s cannot be sent", luaL_typename(L, index));
    }
}

int serialize_write(lua_State *L,
                    int index,
                    struct serialize *p,
                    struct error *err)
{
    int top = lua_gettop(L), rc;

    p->bytes = 0;
    rc = write_value(L, lua_absindex(L, index), SERIALIZE_DEPTH, p, err);
    lua_settop(L, top);
    return rc;
}

/* ---- checking ---- */

static double number_at(const uint8_t *at)
{
    uint64_t word = little_get(at, 8);
    double number;

    memcpy(&number, &word, sizeof(number));
    return number;
}

/* What is left to read. */
struct rest {
    const uint8_t *at;
    size_t bytes;
};

static const uint8_t *take(struct rest *r, size_t bytes)
{
    const uint8_t *at = r->at;

    if (bytes > r->bytes)
        return NULL;
    r->at += bytes;
    r->bytes -= bytes;
    return at;
}

static bool check_value(struct rest *r, int depth, bool key);

static bool check_table(struct rest *r, int depth)
{
    const uint8_t *head = take(r, 2);

    if (!head || depth == 0)
        return false;
    for (uint64_t left = little_get(head, 2); left > 0; left--)
        if (!check_value(r, 0, true) || !check_value(r, depth - 1, false))
            return false;
    return true;
}

/* Not a number cannot be a key. */
static bool check_number(struct rest *r, bool key)
{
    const uint8_t *at = take(r, 8);

    return at && !(key && isnan(number_at(at)));
}

static bool check_value(struct rest *r, int depth, bool key)
{
    const uint8_t *mark = take(r, 1), *head;

    switch (mark ? *mark : 0) {
    case 'n':
        return check_number(r, key);
    case 'i':
        return take(r, 8) != NULL;
    case 's':
        head = take(r, 2);
        return head && take(r, little_get(head, 2));
    case 't':
    case 'f':
        return !key;
    case '{':
        return !key && check_table(r, depth);
    default:
        return false;
    }
}

bool serialize_check(const struct serialize *p)
{
    struct rest r = { p->data, p->bytes };

    return p->bytes > 0 && p->bytes <= SERIALIZE_BYTES && *p->data == '{'
           && check_value(&r, SERIALIZE_DEPTH, false) && r.bytes == 0;
}

/* ---- finding ---- */

static const uint8_t *skip(const uint8_t *at)
{
    uint8_t mark = *at++;
    uint64_t count = mark == 's' || mark == '{' ? little_get(at, 2) : 0;

    if (mark == 'n' || mark == 'i')
        return at + 8;
    if (mark == 's')
        return at + 2 + count;
    if (mark == '{')
        for (at += 2; count > 0; count--)
            at = skip(skip(at));
    return at;
}

bool serialize_number(const struct serialize *p,
                      const char *name,
                      double *number)
{
    const uint8_t *at = p->data + 3;
    size_t length = strlen(name);

    for (uint64_t left = little_get(p->data + 1, 2); left > 0; left--) {
        const uint8_t *value = skip(at);

        if (*at == 's' && little_get(at + 1, 2) == length
            && memcmp(at + 3, name, length) == 0
            && (*value == 'n' || *value == 'i')) {
            *number = *value == 'n'
                          ? number_at(value + 1)
                          : (double)(int64_t)little_get(value + 1, 8);
            return true;
        }
        at = skip(value);
    }
    return false;
}

/* ---- telling ---- */

static const uint8_t *tell_value(const uint8_t *at,
                                 bool key,
                                 char *text,
                                 size_t size)
{
    uint8_t mark = *at++;
    uint64_t count = mark == 's' || mark == '{' ? little_get(at, 2) : 0;

    switch (mark) {
    case 'n':
        append_text(text, size, key ? "[%g]" : "%g", number_at(at));
        return at + 8;
    case 'i':
        append_text(text, size, key ? "[%lld]" : "%lld",
                    (long long)little_get(at, 8));
        return at + 8;
    case 's':
        append_text(text, size, key ? "%.*s" : "'%.*s'", (int)count,
                    (const char *)at + 2);
        return at + 2 + count;
    case '{':
        append_text(text, size, count ? "{ " : "{");
        for (at += 2; count > 0; count--) {
            at = tell_value(at, true, text, size);
            append_text(text, size, " = ");
            at = tell_value(at, false, text, size);
            append_text(text, size, count > 1 ? ", " : " ");
        }
        append_text(text, size, "}");
        return at;
    default:
        append_text(text, size, "%s", mark == 't' ? "true" : "false");
        return at;
    }
}

void serialize_tell(const struct serialize *p, char *text, size_t size)
{
    text[0] = '\0';
    tell_value(p->data, false, text, size);
}

/* ---- reading ---- */

static const uint8_t *push_value(lua_State *L, const uint8_t *at);

static const uint8_t *push_table(lua_State *L, const uint8_t *at)
{
    uint64_t left = little_get(at, 2);

    luaL_checkstack(L, STACK, NULL);
    lua_newtable(L);
    for (at += 2; left > 0; left--) {
        at = push_value(L, at);
        at = push_value(L, at);
        lua_rawset(L, -3);
    }
    return at;
}

static const uint8_t *push_value(lua_State *L, const uint8_t *at)
{
    uint8_t mark = *at++;
    uint64_t word;

    switch (mark) {
    case 'n':
        lua_pushnumber(L, number_at(at));
        return at + 8;
    case 'i':
        lua_pushinteger(L, (lua_Integer)little_get(at, 8));
        return at + 8;
    case 's':
        word = little_get(at, 2);
        lua_pushlstring(L, (const char *)at + 2, word);
        return at + 2 + word;
    case '{':
        return push_table(L, at);
    default:
        lua_pushboolean(L, mark == 't');
        return at;
    }
}

void serialize_push(lua_State *L, const struct serialize *p)
{
    push_value(L, p->data);
}
