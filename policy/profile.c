/* profile.c - a Lua file that makes figures of what an agent sees
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <lauxlib.h>
#include <lua.h>
#include <math.h>

#include "policy/field.h"
#include "policy/lua/declare.h"
#include "policy/lua/sandbox.h"
#include "policy/lua_tables.h"
#include "policy/profile.h"

/* What travels through module_call(). */
struct call {
    const module_t *module;
    const struct protocol_view *view;
    struct serialize *figures;
    struct error fault; /* in what it returns */
};

/* What a host's number can be: what is counted is not less than 0. */
static bool is_possible(const struct field *f, double number)
{
    if (f->type != FIELD_NUMBER && f->type != FIELD_INT)
        return true;
    return isfinite(number) && (number >= 0 || f->type != FIELD_INT);
}

/* What takes the place of a number, or only has its name, must be one; the
 * table is at 1.
 */
static int check_fields(lua_State *L, struct call *c)
{
    const struct field *f = field_tables[SET_HOST].field;

    for (; f->name; f++) {
        int type;

        lua_settop(L, 1);
        lua_pushstring(L, f->name);
        type = lua_rawget(L, 1);
        if (f->type == FIELD_NUMBER && type != LUA_TNIL && type != LUA_TNUMBER)
            return error_set(&c->fault,
                             "derive: '%s' is a %s, not a number; it would "
                             "take the place of job.hosts[name].%s",
                             f->name, luaL_typename(L, -1), f->name);
        if (type == LUA_TNUMBER && !is_possible(f, lua_tonumber(L, -1)))
            return error_set(&c->fault,
                             "derive: '%s' is %g, which job.hosts[name].%s "
                             "cannot be",
                             f->name, lua_tonumber(L, -1), f->name);
    }
    return 0;
}

static int raise_derive(lua_State *L)
{
    struct call *c = lua_touserdata(L, 1);
    struct error err;

    lua_settop(L, 0);
    declare_push(L, "derive");
    lua_tables_view(L, c->view);
    declare_push_options(L, module_options(c->module));
    sandbox_begin(L);
    lua_call(L, 2, 1);
    if (!lua_istable(L, 1))
        error_set(&c->fault, "derive returns a %s instead of a table",
                  luaL_typename(L, 1));
    else if (check_fields(L, c) == 0
             && serialize_write(L, 1, c->figures, &err) < 0)
        error_set(&c->fault, "what derive returns: %.400s", err.text);
    return 0;
}

int profile_derive(profile_t *p,
                   const struct protocol_view *v,
                   struct serialize *to,
                   struct error *err)
{
    struct serialize figures = { 0 };
    struct call c = { .module = p, .view = v, .figures = &figures };
    const struct output out[] = { { &figures, sizeof(figures) }, { NULL, 0 } };

    if (module_call(p, "derive", raise_derive, NULL, &c, out,
                    lua_tables_bytes(v->job), &c.fault, err)
        < 0)
        return -1;
    *to = figures;
    return 0;
}

void profile_apply(const struct serialize *figures, struct policy_host *host)
{
    const struct field *f = field_tables[SET_HOST].field;

    host->profile = figures;
    for (; figures && f->name; f++)
        if (f->type == FIELD_NUMBER)
            serialize_number(figures, f->name,
                             (double *)((char *)host + f->at));
}

void profile_show(const struct serialize *figures, struct protocol_view *v)
{
    v->profile = figures;
    profile_apply(figures, &v->job->hosts[v->own]);
}
