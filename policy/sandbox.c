/* sandbox.c - Lua for guests: few names, a budget, and no way to fail us
 *
 * Names are allowed one by one.  There is no setmetatable(), so nothing of a
 * guest runs but when it is called.  Of the string library only what takes
 * time in proportion to what it reads or makes is allowed.
 *
 * The count hook looks at the budget now and then, and from the moment it is
 * spent at every instruction, so that a guest cannot catch the error and
 * carry on.  Instructions alone would not do: one that joins two long strings
 * takes as long as thousands of others.  So time counts as well, and since
 * strings that are joined are allocated, all allocations of a call together.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "policy/sandbox.h"

enum {
    STEP = 50,           /* instructions between looks at the clock */
    ITEM = 200,          /* instructions for an item of what it returns */
    RESERVE = 64 * 1024, /* bytes for telling that there are none */
    ALLOCATIONS = 64,    /* times the memory, in a call */
};

struct sandbox {
    lua_State *L;
    const char *name;
    size_t used;
    size_t most;       /* bytes for this call */
    size_t churn;      /* bytes allocated in this call */
    bool starved;      /* memory was refused in this call */
    long instructions; /* left in this call */
    const char *spent; /* NULL, or what is */
    int64_t began;     /* CLOCK_MONOTONIC, ns */
    int64_t began_cpu;
};

/* What a guest may use of the libraries; NULL stands for the basic one. */
static const struct {
    const char *library;
    const char *names;
} allowed[] = {
    { NULL, "assert error ipairs next pairs pcall select tonumber tostring "
            "type" },
    { LUA_MATHLIBNAME, "abs ceil cos exp floor fmod huge log max maxinteger "
                       "min mininteger modf pi sin sqrt tan tointeger type "
                       "ult" },
    { LUA_STRLIBNAME, "byte char format len lower reverse sub upper" },
    { LUA_TABLIBNAME, "concat insert pack remove sort unpack" },
};

static int64_t now(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void *allocate(void *arg, void *ptr, size_t old, size_t size)
{
    sandbox_t *s = arg;
    void *p;

    if (!ptr)
        old = 0; /* Lua passes a type here, not a size */
    if (size == 0) {
        free(ptr);
        s->used -= old;
        return NULL;
    }
    if (size > old
        && (s->used + (size - old) > s->most
            || s->churn > (size_t)ALLOCATIONS * s->most)) {
        s->starved = true;
        return NULL;
    }
    p = realloc(ptr, size);
    if (p) {
        s->used += size - old;
        s->churn += size;
    }
    return p;
}

static sandbox_t *sandbox_of(lua_State *L)
{
    void *s;

    lua_getallocf(L, &s);
    return s;
}

/* The clock of the processor's time is slow to read, so it is read only when
 * the other one says that it may matter.
 */
static bool late(const sandbox_t *s)
{
    const int64_t most = SANDBOX_MS * INT64_C(1000000);

    return now(CLOCK_MONOTONIC) - s->began > most
           && now(CLOCK_THREAD_CPUTIME_ID) - s->began_cpu > most;
}

static void look_at_budget(lua_State *L, lua_Debug *ar);

static void spend(lua_State *L, long instructions)
{
    sandbox_t *s = sandbox_of(L);

    s->instructions -= instructions;
    if (!s->spent && s->instructions <= 0)
        s->spent = "budget of instructions";
    else if (!s->spent && late(s))
        s->spent = "time";
    if (s->spent) {
        lua_sethook(L, look_at_budget, LUA_MASKCOUNT, 1);
        luaL_error(L, "its %s is spent", s->spent);
    }
}

static void look_at_budget(lua_State *L, lua_Debug *ar)
{
    (void)ar;
    spend(L, STEP);
}

void sandbox_spend(lua_State *L)
{
    spend(L, ITEM);
}

/* Whether a function of the guest is being called. */
static bool in_guest(lua_State *L)
{
    lua_Debug ar;

    for (int level = 1; lua_getstack(L, level, &ar); level++)
        if (lua_getinfo(L, "S", &ar) && *ar.what != 'C')
            return true;
    return false;
}

static int add_traceback(lua_State *L)
{
    sandbox_of(L)->most += RESERVE;
    if (!in_guest(L)) {
        luaL_tolstring(L, 1, NULL);
        return 1;
    }
    luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
    return 1;
}

/* What went wrong, in words.  An error that came up while the error was
 * handled may be no text at all.
 */
static void explain(const sandbox_t *s, int status, struct error *err)
{
    const char *text = lua_type(s->L, -1) == LUA_TSTRING
                           ? lua_tostring(s->L, -1)
                           : "an error without words";

    if (status == LUA_ERRMEM || (s->starved && strstr(text, "not enough")))
        error_set(err, "%s: its %d MiB of memory are spent", s->name,
                  SANDBOX_MEMORY / 1024 / 1024);
    else if (strncmp(text, s->name, strlen(s->name)) == 0)
        error_set(err, "%s", text);
    else
        error_set(err, "%s: %s", s->name, text);
}

void sandbox_begin(lua_State *L)
{
    sandbox_t *s = sandbox_of(L);

    s->began = now(CLOCK_MONOTONIC);
    s->began_cpu = now(CLOCK_THREAD_CPUTIME_ID);
}

int sandbox_call(
    sandbox_t *s, lua_CFunction fn, void *arg, size_t large, struct error *err)
{
    lua_State *L = s->L;
    int status;

    s->instructions = SANDBOX_INSTRUCTIONS;
    s->most = SANDBOX_MEMORY + large;
    s->churn = 0;
    s->spent = NULL;
    s->starved = false;
    sandbox_begin(L);
    lua_sethook(L, look_at_budget, LUA_MASKCOUNT, STEP);
    lua_settop(L, 0);
    lua_pushcfunction(L, add_traceback);
    lua_pushcfunction(L, fn);
    lua_pushlightuserdata(L, arg);
    status = lua_pcall(L, 1, 0, 1);
    if (status != LUA_OK)
        explain(s, status, err);
    lua_settop(L, 0);
    return status == LUA_OK ? 0 : -1;
}

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
    lua_pop(L, 4);
}

/* Leave what a guest can see in the registry, by the address of 'allowed'. */
static int furnish(lua_State *L)
{
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
    lua_rawsetp(L, LUA_REGISTRYINDEX, allowed);
    return 0;
}

sandbox_t *sandbox_create(const char *name, struct error *err)
{
    sandbox_t *s = calloc(1, sizeof(*s));

    if (!s) {
        error_set(err, "%s: %s", name, strerror(errno));
        return NULL;
    }
    s->name = name;
    s->most = SANDBOX_MEMORY;
    s->L = lua_newstate(allocate, s);
    if (!s->L) {
        error_set(err, "%s: %s", name, strerror(ENOMEM));
        sandbox_destroy(s);
        return NULL;
    }
    if (sandbox_call(s, furnish, NULL, 0, err) < 0) {
        sandbox_destroy(s);
        return NULL;
    }
    return s;
}

void sandbox_destroy(sandbox_t *s)
{
    if (s) {
        if (s->L)
            lua_close(s->L);
        free(s);
    }
}

void sandbox_run(lua_State *L,
                 const char *path,
                 const char *text,
                 size_t bytes)
{
    lua_pushfstring(L, "@%s", path);
    if (luaL_loadbufferx(L, text, bytes, lua_tostring(L, -1), "t") != LUA_OK)
        lua_error(L);
    lua_remove(L, -2);
    lua_rawgetp(L, LUA_REGISTRYINDEX, allowed);
    lua_setupvalue(L, -2, 1); /* all that it can see */
    lua_call(L, 0, 1);
}
