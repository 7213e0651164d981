/* sandbox.c - Lua for guests: few names, a budget, and no way to fail us
 *
 * Each call runs in a process of its own (confine.h), so whatever a guest has
 * Lua do, it ends.  What Lua allocates is in memory that both processes share,
 * so the guest's variables are there at the next call; only when a call was
 * ended by force are they lost, and the sandbox with them.
 *
 * Within the process the count hook looks at the budget now and then, and from
 * the moment it is spent at every instruction, so that a guest cannot catch
 * the error and carry on.  Instructions alone would not do: one that joins two
 * long strings takes as long as thousands of others.  So time counts as well,
 * and since strings that are joined are allocated, all allocations of a call
 * together.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "policy/lua/library.h"
#include "policy/lua/sandbox.h"
#include "policy/lua/shared_heap.h"

enum {
    STEP = 50,           /* instructions between looks at the budget */
    ITEM = 200,          /* instructions for an item of what it returns */
    RESERVE = 64 * 1024, /* bytes for telling that there are none */
    ALLOCATIONS = 64,    /* times the memory, in a call */
};

/* It is in its own heap. */
struct sandbox {
    shared_heap_t *heap;
    lua_State *L;
    const char *name;
    size_t used;
    size_t most;              /* bytes for this call */
    size_t churn;             /* bytes allocated in this call */
    bool starved;             /* memory was refused in this call, */
    int line;                 /* in this line of the guest; 0: in none */
    bool lost;                /* a call was ended by force */
    lua_Integer instructions; /* left in this call */
    volatile bool late;       /* the time of this call is over */
    const char *spent;        /* NULL, or what is */
};

/* The one that is being called in this process, for the signal handler. */
static sandbox_t *volatile called;

static const char names_key; /* its address, for what a guest can see */

/* The innermost line of the guest that is being carried out, or 0. */
static int line_of(lua_State *L)
{
    lua_Debug ar;

    for (int level = 0; lua_getstack(L, level, &ar); level++)
        if (lua_getinfo(L, "l", &ar) && ar.currentline > 0)
            return ar.currentline;
    return 0;
}

static void *allocate(void *arg, void *ptr, size_t old, size_t size)
{
    sandbox_t *s = arg;
    void *p;

    if (!ptr)
        old = 0; /* Lua passes a type here, not a size */
    if (size == 0) {
        shared_heap_put(s->heap, ptr);
        s->used -= old;
        return NULL;
    }
    if (size > old
        && (s->used + (size - old) > s->most
            || s->churn > (size_t)ALLOCATIONS * s->most)) {
        s->starved = true;
        s->line = s->L ? line_of(s->L) : 0;
        return NULL;
    }
    p = shared_heap_resize(s->heap, ptr, size);
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

/* "x.lua:7: ", or "x.lua: " where no line of the guest is carried out. */
static void push_place(lua_State *L)
{
    int line = line_of(L);

    if (line > 0)
        lua_pushfstring(L, "%s:%d: ", sandbox_of(L)->name, line);
    else
        lua_pushfstring(L, "%s: ", sandbox_of(L)->name);
}

static void look_at_budget(lua_State *L, lua_Debug *ar);

static void spend(lua_State *L, lua_Integer instructions)
{
    sandbox_t *s = sandbox_of(L);

    if (instructions < s->instructions)
        s->instructions -= instructions;
    else
        s->instructions = 0;
    if (!s->spent && s->instructions == 0)
        s->spent = "budget of instructions";
    else if (!s->spent && s->late)
        s->spent = "time";
    if (s->spent) {
        lua_sethook(L, look_at_budget, LUA_MASKCOUNT, 1);
        push_place(L);
        lua_pushfstring(L, "its %s is spent", s->spent);
        lua_concat(L, 2);
        lua_error(L);
    }
}

/* Lua takes a hook at any moment. */
static void on_late(int signal)
{
    sandbox_t *s = called;

    (void)signal;
    s->late = true;
    lua_sethook(s->L, look_at_budget, LUA_MASKCOUNT, 1);
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

/* As text.  The address of a table or function is another one each time, and
 * what is told once would be told again.
 */
static const char *push_error(lua_State *L)
{
    if (lua_topointer(L, 1) && lua_type(L, 1) != LUA_TSTRING) {
        push_place(L);
        lua_pushfstring(L, "a %s is the error", luaL_typename(L, 1));
        lua_concat(L, 2);
        return lua_tostring(L, -1);
    }
    return luaL_tolstring(L, 1, NULL);
}

static int add_traceback(lua_State *L)
{
    const char *text;

    sandbox_of(L)->most += RESERVE;
    text = push_error(L);
    if (in_guest(L))
        luaL_traceback(L, L, text, 1);
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
    char line[32];

    snprintf(line, sizeof(line), ":%d", s->line);
    if (status == LUA_ERRMEM || (s->starved && strstr(text, "not enough")))
        error_set(err, "%s%s: its %d MiB of memory are spent", s->name,
                  s->line > 0 ? line : "", SANDBOX_MEMORY / 1024 / 1024);
    else if (strncmp(text, s->name, strlen(s->name)) == 0)
        error_set(err, "%s", text);
    else
        error_set(err, "%s: %s", s->name, text);
}

void sandbox_begin(lua_State *L)
{
    (void)L;
    confine_limit(SANDBOX_MS, on_late);
}

/* ---- calls ---- */

/* What travels through confine_run(). */
struct call {
    sandbox_t *sandbox;
    lua_CFunction fn;
    void *arg;
    struct error *err;
};

static int call(void *arg)
{
    const struct call *c = arg;
    lua_State *L = c->sandbox->L;
    int status;

    called = c->sandbox;
    lua_sethook(L, look_at_budget, LUA_MASKCOUNT, STEP);
    lua_settop(L, 0);
    lua_pushcfunction(L, add_traceback);
    lua_pushcfunction(L, c->fn);
    lua_pushlightuserdata(L, c->arg);
    status = lua_pcall(L, 1, 0, 1);
    confine_limit(0, NULL);
    if (status != LUA_OK)
        explain(c->sandbox, status, c->err);
    lua_settop(L, 0);
    return status == LUA_OK ? 0 : -1;
}

/* All that comes back: what the caller wants, and what went wrong. */
static int list_outputs(struct output list[SANDBOX_OUTPUTS + 2],
                        const struct output *out,
                        struct error *why)
{
    int count = 0;

    for (; out && out->data; out++)
        list[count++] = *out;
    list[count++] = (struct output){ why, sizeof(*why) };
    list[count] = (struct output){ NULL, 0 };
    return count;
}

static void begin(sandbox_t *s, size_t large)
{
    s->instructions = SANDBOX_INSTRUCTIONS;
    s->most = SANDBOX_MEMORY + large;
    s->churn = 0;
    s->spent = NULL;
    s->starved = s->late = false;
}

int sandbox_call(sandbox_t *s,
                 lua_CFunction fn,
                 void *arg,
                 const struct output *out,
                 size_t large,
                 struct error *err)
{
    struct error why = { "" }, fault;
    struct call c = { s, fn, arg, &why };
    struct output list[SANDBOX_OUTPUTS + 2];
    int rc;

    if (s->lost)
        return error_set(err, "%s: it was ended by force", s->name);
    if (shared_heap_reserve(s->heap, SANDBOX_MEMORY + large) < 0)
        return error_set(err, "%s: out of memory", s->name);
    begin(s, large);
    list_outputs(list, out, &why);
    if (confine_run(call, &c, list, &rc, &s->lost, &fault) < 0)
        return error_set(err, "%s: %.900s", s->name, fault.text);
    if (rc < 0)
        error_set(err, "%s", why.text);
    return rc;
}

bool sandbox_lost(const sandbox_t *s)
{
    return s->lost;
}

/* ---- the start ---- */

/* Leave what a guest can see in the registry. */
static int furnish(lua_State *L)
{
    library_push(L, spend);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &names_key);
    return 0;
}

/* This is no guest's doing, and done here. */
static int begin_lua(sandbox_t *s)
{
    begin(s, 0);
    s->L = lua_newstate(allocate, s);
    if (!s->L)
        return -1;
    lua_pushcfunction(s->L, furnish);
    return lua_pcall(s->L, 0, 0, 0) == LUA_OK ? 0 : -1;
}

sandbox_t *sandbox_create(const char *name, struct error *err)
{
    shared_heap_t *heap = shared_heap_create();
    sandbox_t *s = heap ? shared_heap_get(heap, sizeof(*s)) : NULL;

    if (s)
        *s = (sandbox_t){ .heap = heap, .name = name };
    if (!s || begin_lua(s) < 0) {
        error_set(err, "%s: out of memory", name);
        shared_heap_destroy(heap);
        return NULL;
    }
    return s;
}

/* Nothing in it needs to be closed. */
void sandbox_destroy(sandbox_t *s)
{
    if (s)
        shared_heap_destroy(s->heap);
}

void sandbox_run(lua_State *L,
                 const char *path,
                 const char *text,
                 size_t bytes)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of the order of bytes */
    size_t skip = strlen(mark);

    if (bytes >= skip && memcmp(text, mark, skip) == 0) {
        text += skip;
        bytes -= skip;
    }
    sandbox_begin(L);
    lua_pushfstring(L, "@%s", path);
    if (luaL_loadbufferx(L, text, bytes, lua_tostring(L, -1), "t") != LUA_OK)
        lua_error(L);
    lua_remove(L, -2);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &names_key);
    lua_setupvalue(L, -2, 1); /* all that it can see */
    lua_call(L, 0, 1);
}
