/* iteration_model.c - a user's Lua function that says how long iterations
 * compute
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "base/read_file.h"
#include "policy/lua/confine.h"
#include "policy/lua/iteration_model.h"
#include "policy/lua/sandbox.h"

enum { AT_ONCE = 4096 /* figures that are asked for in one call */ };

static const double most_seconds = 1e9; /* that an iteration may take */
static const char function_key[] = "iteration model";

struct iteration_model {
    char *path;
    const char *name; /* without folders */
    sandbox_t *sandbox;
};

/* ---- what is wrong ---- */

/* Make one line of what is said of the file, with the line in it where it was
 * if that is told below, in the way to it.
 */
static void make_line(const iteration_model_t *m, struct error *err)
{
    static const char way[] = "\nstack traceback:\n\t";
    char *at = strstr(err->text, way);
    size_t name = strlen(m->name);
    char text[sizeof(err->text)];
    int line = 0;

    if (!at)
        return;
    *at = '\0';
    at += strlen(way);
    if (strncmp(at, m->name, name) == 0 && at[name] == ':')
        line = atoi(at + name + 1);
    if (line > 0 && strncmp(err->text, m->name, name) == 0
        && strncmp(err->text + name, ": ", 2) == 0) {
        strcpy(text, err->text + name + 2);
        error_set(err, "%s:%d: %s", m->name, line, text);
    }
}

/* ---- loading ---- */

struct loading {
    const char *name;
    const char *text;
    size_t bytes;
};

static int raise_load(lua_State *L)
{
    const struct loading *l = lua_touserdata(L, 1);

    sandbox_run(L, l->name, l->text, l->bytes);
    if (!lua_istable(L, -1) || lua_getfield(L, -1, "model") != LUA_TFUNCTION)
        return luaL_error(L,
                          "%s: it does not return { model = function"
                          "(iteration, n) ... end }",
                          l->name);
    lua_setfield(L, LUA_REGISTRYINDEX, function_key);
    return 0;
}

static int load(iteration_model_t *m, struct error *err)
{
    struct loading l = { .name = m->name };
    char *text = read_file(m->path, SANDBOX_FILE, &l.bytes, err);
    int rc;

    if (!text)
        return -1;
    l.text = text;
    rc = sandbox_call(m->sandbox, raise_load, &l, NULL, l.bytes, err);
    free(text);
    return rc;
}

iteration_model_t *iteration_model_load(const char *path, struct error *err)
{
    iteration_model_t *m = calloc(1, sizeof(*m));

    if (!m || !(m->path = strdup(path))) {
        error_set(err, "%s: %s", path, strerror(ENOMEM));
        free(m);
        return NULL;
    }
    m->name = basename(m->path);
    if ((m->sandbox = sandbox_create(m->name, err)) && load(m, err) == 0)
        return m;
    make_line(m, err);
    iteration_model_destroy(m);
    return NULL;
}

void iteration_model_destroy(iteration_model_t *m)
{
    if (!m)
        return;
    sandbox_destroy(m->sandbox);
    free(m->path);
    free(m);
}

/* ---- asking ---- */

struct asking {
    const char *name;
    size_t ranks;
    size_t from;
    size_t count; /* iterations */
    double *seconds;
};

/* Raise what is wrong, with the line in which the function begins. */
static int raise_nonsense(lua_State *L,
                          const struct asking *a,
                          size_t iteration,
                          const char *what)
{
    lua_Debug is;

    lua_getfield(L, LUA_REGISTRYINDEX, function_key);
    lua_getinfo(L, ">S", &is);
    return luaL_error(L, "%s:%d: model(%d, %d) returns %s", a->name,
                      is.linedefined, (int)iteration, (int)a->ranks, what);
}

/* The number at the top, which belongs to 'rank', or to all if that is -1. */
static double raise_number(lua_State *L,
                           const struct asking *a,
                           size_t iteration,
                           int rank)
{
    double seconds = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
    char what[96], of[32] = "";

    if (rank >= 0)
        snprintf(of, sizeof(of), " for rank %d", rank);
    if (lua_type(L, -1) != LUA_TNUMBER)
        snprintf(what, sizeof(what), "%s%s, not seconds",
                 lua_isnil(L, -1) ? "nothing" : luaL_typename(L, -1), of);
    else if (!(seconds >= 0 && seconds <= most_seconds))
        snprintf(what, sizeof(what), "%.6g seconds%s, not 0 to %g", seconds,
                 of, most_seconds);
    else
        return seconds;
    raise_nonsense(L, a, iteration, what);
    return 0;
}

/* What it returned for an iteration: a number for all, or a table. */
static void raise_read(lua_State *L, const struct asking *a, size_t iteration)
{
    double *seconds = a->seconds + (iteration - a->from) * a->ranks;
    bool table = lua_istable(L, -1);

    for (size_t i = 0; i < a->ranks; i++) {
        if (!table && i > 0) {
            seconds[i] = seconds[0];
            continue;
        }
        if (table)
            lua_rawgeti(L, -1, (lua_Integer)i);
        seconds[i] = raise_number(L, a, iteration, table ? (int)i : -1);
        if (table)
            lua_pop(L, 1);
    }
}

static int raise_ask(lua_State *L)
{
    const struct asking *a = lua_touserdata(L, 1);

    sandbox_begin(L);
    for (size_t i = a->from; i < a->from + a->count; i++) {
        lua_settop(L, 0);
        lua_getfield(L, LUA_REGISTRYINDEX, function_key);
        lua_pushinteger(L, (lua_Integer)i);
        lua_pushinteger(L, (lua_Integer)a->ranks);
        lua_call(L, 2, 1);
        raise_read(L, a, i);
    }
    return 0;
}

int iteration_model_ask(iteration_model_t *m,
                        size_t ranks,
                        size_t iterations,
                        double *seconds,
                        struct error *err)
{
    size_t block = ranks < AT_ONCE ? AT_ONCE / ranks : 1;
    struct asking a = { .name = m->name, .ranks = ranks };

    for (; a.from < iterations; a.from += a.count) {
        struct output out[2] = { { NULL, 0 }, { NULL, 0 } };

        a.count = iterations - a.from < block ? iterations - a.from : block;
        a.seconds = seconds + a.from * ranks;
        out[0] =
            (struct output){ a.seconds, a.count * ranks * sizeof(double) };
        if (sandbox_call(m->sandbox, raise_ask, &a, out, 0, err) < 0) {
            make_line(m, err);
            return -1;
        }
    }
    return 0;
}
