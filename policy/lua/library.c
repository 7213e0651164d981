/* library.c - what a guest may use of Lua's libraries
 *
 * There is no setmetatable(), so nothing of a guest runs but when it is
 * called.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "policy/lua/library.h"

/* NULL stands for the basic library. */
static const struct {
    const char *library;
    const char *names;
} allowed[] = {
    { NULL, "assert error ipairs nearest next pairs pcall select tonumber "
            "tostring type" },
    { LUA_MATHLIBNAME, "abs ceil cos exp floor fmod huge log max maxinteger "
                       "min mininteger modf pi sin sqrt tan tointeger type "
                       "ult" },
    { LUA_STRLIBNAME, "byte char format len lower reverse sub upper" },
    { LUA_TABLIBNAME, "concat insert pack remove sort unpack" },
};

/* That of the one sandbox; the same for all. */
static library_spend_t *spend;

/* ---- functions that go by a length ---- */

/* How many items 'first' to 'last' are, which are any numbers. */
static lua_Integer count(lua_Integer first, lua_Integer last)
{
    lua_Unsigned items = (lua_Unsigned)last - (lua_Unsigned)first;

    if (first > last)
        return 0;
    return items < LUA_MAXINTEGER ? (lua_Integer)items + 1 : LUA_MAXINTEGER;
}

/* The argument, or 'otherwise' when it is none or no number: then Lua's own
 * function has something to say about it.
 */
static lua_Integer integer(lua_State *L, int arg, lua_Integer otherwise)
{
    int fine;
    lua_Integer n = lua_tointegerx(L, arg, &fine);

    return fine ? n : otherwise;
}

static lua_Integer length(lua_State *L)
{
    return lua_istable(L, 1) ? (lua_Integer)lua_rawlen(L, 1) : 0;
}

/* What the calls of each need of the budget. */

static lua_Integer cost_of_insert(lua_State *L)
{
    lua_Integer last = length(L);

    return lua_gettop(L) < 3 ? 0 : count(integer(L, 2, last), last);
}

static lua_Integer cost_of_remove(lua_State *L)
{
    lua_Integer last = length(L);

    return count(integer(L, 2, last), last);
}

static lua_Integer cost_of_concat(lua_State *L)
{
    return count(integer(L, 3, 1), integer(L, 4, length(L)));
}

/* Whether the first argument is less than the second one, as the function
 * says with which sort() was called, or as Lua does.
 */
static int compare(lua_State *L)
{
    spend(L, 1);
    lua_settop(L, 2);
    if (lua_isnil(L, lua_upvalueindex(1))) {
        lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
        return 1;
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 2, 1);
    return 1;
}

/* Each comparison is paid for as it is made, as nobody knows how many there
 * will be.
 */
static lua_Integer cost_of_sort(lua_State *L)
{
    if (!lua_isnoneornil(L, 2))
        luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_pushcclosure(L, compare, 1);
    return 0;
}

static const struct {
    const char *name;
    lua_Integer (*cost)(lua_State *L);
} by_length[] = {
    { "insert", cost_of_insert },
    { "remove", cost_of_remove },
    { "concat", cost_of_concat },
    { "sort", cost_of_sort },
};

/* Pay, and call Lua's own function. */
static int pay_and_call(lua_State *L)
{
    lua_Integer which = lua_tointeger(L, lua_upvalueindex(1));
    lua_CFunction own = lua_tocfunction(L, lua_upvalueindex(2));

    spend(L, by_length[which].cost(L));
    return own(L);
}

/* Put them in place of Lua's own in the table at the top. */
static void wrap(lua_State *L)
{
    const int functions = sizeof(by_length) / sizeof(by_length[0]);

    for (int i = 0; i < functions; i++) {
        lua_pushinteger(L, i);
        lua_getfield(L, -2, by_length[i].name);
        lua_pushcclosure(L, pay_and_call, 2);
        lua_setfield(L, -2, by_length[i].name);
    }
}

/* ---- numbers of ranks ---- */

/* Push a number as an integer, which it is but for its type. */
static int return_size(lua_State *L, lua_Number number)
{
    lua_Integer size;

    if (lua_numbertointeger(number, &size))
        lua_pushinteger(L, size);
    else
        lua_pushnil(L);
    return 1;
}

/* nearest(list, number, least, most): of the numbers in the list, or of all
 * where there is none, the one from 'least' to 'most' that is the nearest, of
 * two that are as near the smaller one, or nil.
 */
static int nearest(lua_State *L)
{
    lua_Number wanted = luaL_checknumber(L, 2);
    lua_Number least = luaL_checknumber(L, 3);
    lua_Number most = luaL_checknumber(L, 4);
    lua_Number best = (lua_Number)NAN;

    luaL_argcheck(L, !isnan(wanted), 2, "it is no number");
    if (lua_isnil(L, 1)) {
        best = fmax(ceil(least), fmin(floor(most), floor(wanted)));
        return return_size(L, best <= most ? best : (lua_Number)NAN);
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    spend(L, length(L));
    for (lua_Integer i = 1; i <= length(L); i++) {
        lua_Number n;

        lua_rawgeti(L, 1, i);
        n = lua_tonumber(L, -1);
        lua_pop(L, 1);
        if (n >= least && n <= most
            && !(fabs(n - wanted) >= fabs(best - wanted)))
            best = n;
    }
    return return_size(L, best);
}

/* ---- names ---- */

/* Copy the names from the table below the top to that at the top. */
static void copy_names(lua_State *L, const char *names)
{
    while (*names) {
        size_t len = strcspn(names, " ");

        lua_pushlstring(L, names, len);
        lua_pushvalue(L, -1);
        lua_rawget(L, -4);
        lua_rawset(L, -3);
        names += len + (names[len] == ' ');
    }
}

/* Methods of strings are those allowed, too. */
static void restrict_strings(lua_State *L)
{
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 2);
}

static void open_libraries(lua_State *L)
{
    luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
    luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
    luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
    luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
    wrap(L);
    lua_pop(L, 4);
    lua_register(L, "nearest", nearest);
}

void library_push(lua_State *L, library_spend_t *of_sandbox)
{
    spend = of_sandbox;
    open_libraries(L);
    lua_newtable(L);
    for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) {
        const char *library = allowed[i].library;

        if (!library) {
            lua_pushglobaltable(L);
            lua_pushvalue(L, -2);
            copy_names(L, allowed[i].names);
            lua_pop(L, 2);
            continue;
        }
        lua_getglobal(L, library);
        lua_newtable(L);
        copy_names(L, allowed[i].names);
        lua_remove(L, -2);
        if (strcmp(library, LUA_STRLIBNAME) == 0)
            restrict_strings(L);
        lua_setfield(L, -2, library);
    }
}
