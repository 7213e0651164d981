/* answer_reader.c - read values that a policy returned, and say what is wrong
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <lauxlib.h>

#include "base/suggest_name.h"
#include "policy/answer_reader.h"

/* Add to the text of the change. */
int answer_reader_add(struct answer_reader *r, const char *fmt, ...)
{
    size_t used = strlen(r->to->text), room = sizeof(r->to->text) - used;
    va_list ap;
    int len;

    va_start(ap, fmt);
    len = vsnprintf(r->to->text + used, room, fmt, ap);
    va_end(ap);
    if (len >= 0 && (size_t)len < room)
        return 0;
    return error_set(r->err, "the decision is too long");
}

/* Begin one more part of the change. */
int answer_reader_begin(struct answer_reader *r, const char *kind)
{
    return answer_reader_add(r, "%s%s", *r->to->text ? " and " : "", kind);
}

/* What the value at the top is, for a message: "the text 'four'". */
struct what {
    char text[128];
};

static struct what what_came(lua_State *L)
{
    struct what w;

    switch (lua_type(L, -1)) {
    case LUA_TNUMBER:
        snprintf(w.text, sizeof(w.text), "%.14g", lua_tonumber(L, -1));
        break;
    case LUA_TSTRING:
        snprintf(w.text, sizeof(w.text), "the text '%.60s'",
                 lua_tostring(L, -1));
        break;
    case LUA_TBOOLEAN:
        snprintf(w.text, sizeof(w.text), "%s",
                 lua_toboolean(L, -1) ? "true" : "false");
        break;
    default:
        snprintf(w.text, sizeof(w.text), "a %s", luaL_typename(L, -1));
    }
    return w;
}

int answer_reader_wrong(struct answer_reader *r,
                        const char *field,
                        const char *expected)
{
    return error_set(r->err, "%s is %s, not %s", field, what_came(r->L).text,
                     expected);
}

bool answer_reader_integer(lua_State *L, int least, int *value)
{
    int fine = 0;
    lua_Integer n = 0;

    if (lua_type(L, -1) == LUA_TNUMBER)
        n = lua_tointegerx(L, -1, &fine);
    if (!fine || n < least || n > INT_MAX)
        return false;
    *value = (int)n;
    return true;
}

/* A rank that there is, at the top. */
int answer_reader_rank(struct answer_reader *r, const char *field, int *rank)
{
    if (!answer_reader_integer(r->L, 0, rank))
        return answer_reader_wrong(r, field, "the number of a rank");
    if (*rank >= r->job->size)
        return error_set(r->err, "%s: there is no rank %d, the last one is %d",
                         field, *rank, r->job->size - 1);
    return 0;
}

/* Push a field of the table at the top, without asking metatables. */
int answer_reader_push(lua_State *L, const char *name)
{
    lua_pushstring(L, name);
    lua_rawget(L, -2);
    return lua_type(L, -1);
}

/* Whether the table at the top has no fields but those in 'names', which end
 * with a NULL.
 */
int answer_reader_fields(struct answer_reader *r,
                         const char *where,
                         const char *const names[])
{
    lua_State *L = r->L;
    struct suggest_name n;

    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *key =
            lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;
        const char *const *name = names;

        while (key && *name && strcmp(*name, key) != 0)
            name++;
        if (key && *name)
            continue;
        n = suggest_name_start(key ? key : "");
        for (name = names; key && *name; name++)
            suggest_name_offer(&n, *name);
        lua_pop(L, 1);
        if (n.best)
            return error_set(r->err,
                             "%s has no field '%.60s'; did you mean '%s'?",
                             where, key, n.best);
        if (key)
            return error_set(r->err, "%s has no field '%.60s'", where, key);
        return error_set(r->err, "%s has no field %s", where,
                         what_came(L).text);
    }
    return 0;
}

int answer_reader_count(lua_State *L)
{
    int there = 0;

    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
        there++;
    return there;
}

/* Whether the table at the top is a list of tables. */
bool answer_reader_is_list(lua_State *L)
{
    bool list = lua_rawgeti(L, -1, 1) == LUA_TTABLE;

    lua_pop(L, 1);
    return list;
}

/* Read the value at the top, or each of a list of such. */
int answer_reader_each(struct answer_reader *r,
                       const char *field,
                       bool list,
                       int (*read)(struct answer_reader *r, const char *field))
{
    int there = list ? answer_reader_count(r->L) : 0;
    char one[32];

    if (!list)
        return read(r, field);
    for (int i = 1; i <= there; i++) {
        snprintf(one, sizeof(one), "%s[%d]", field, i);
        lua_rawgeti(r->L, -1, i);
        if (read(r, one) < 0)
            return -1;
        lua_pop(r->L, 1);
    }
    return 0;
}
