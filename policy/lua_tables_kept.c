/* lua_tables_kept.c - a job as a Lua table whose fields are made when they are
 * asked for
 *
 * A job that is simulated may have many ranks and is asked about often, and
 * its policy looks at a few of its fields.  So its table is empty at first,
 * and what it is made of is copied, as the policy may keep it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "policy/lua_tables_internal.h"

struct kept {
    uint64_t made; /* a bit for each field of the job; or the policy's own */
    struct policy_job job;
    struct policy_rank rank[]; /* and behind them the hosts */
};

static bool is_on_host(const struct policy_job *job, int r)
{
    const char *name = job->ranks[r].host;

    return name >= job->hosts[0].name
           && name <= job->hosts[job->host_count - 1].name;
}

bool lua_tables_can_keep(const struct policy_job *job)
{
    bool can = !job->sizes;

    for (int r = 0; r < job->size && can; r++)
        can = !job->ranks[r].sent && is_on_host(job, r);
    for (int h = 0; h < job->host_count && can; h++)
        can = !job->hosts[h].distance && !job->hosts[h].bandwidth
              && !job->hosts[h].profile;
    return can;
}

/* Its three values are the tables for the bottom of the stack. */
static void push_kept(lua_State *L, const struct policy_job *job)
{
    size_t ranks = (size_t)job->size * sizeof(job->ranks[0]);
    size_t hosts = (size_t)job->host_count * sizeof(job->hosts[0]);
    struct kept *k =
        lua_newuserdatauv(L, sizeof(*k) + ranks + hosts, LUA_TABLES_NAMES);

    k->made = 0;
    k->job = *job;
    k->job.ranks = k->rank;
    k->job.hosts = (struct policy_host *)(void *)&k->rank[job->size];
    memcpy(k->job.ranks, job->ranks, ranks);
    memcpy(k->job.hosts, job->hosts, hosts);
    for (int r = 0; r < job->size; r++)
        k->rank[r].host =
            (char *)k->job.hosts + (job->ranks[r].host - (char *)job->hosts);
}

/* Put the tables of the one at the top in its place; those that 'f' leads to
 * are there.
 */
static void push_kept_parts(lua_State *L,
                            const struct kept *k,
                            const struct field *f)
{
    int at = lua_gettop(L);
    bool ranks = f->type == FIELD_RANK || f->type == FIELD_RANKS;
    bool hosts = f->type == FIELD_HOST || f->type == FIELD_HOSTS
                 || f->type == FIELD_NAMES;

    if (ranks && lua_getiuservalue(L, at, LUA_TABLES_RANKS) == LUA_TNIL) {
        lua_tables_push_ranks(L, &k->job);
        lua_setiuservalue(L, at, LUA_TABLES_RANKS);
    }
    if (hosts && lua_getiuservalue(L, at, LUA_TABLES_HOSTS) == LUA_TNIL) {
        lua_tables_push_hosts(L, &k->job, -1);
        lua_setiuservalue(L, at, LUA_TABLES_NAMES);
        lua_setiuservalue(L, at, LUA_TABLES_HOSTS);
    }
    lua_settop(L, at);
    for (int i = LUA_TABLES_RANKS; i <= LUA_TABLES_NAMES; i++)
        lua_getiuservalue(L, at, i);
    lua_remove(L, at);
}

/* Called with what is kept: return its field with that number. */
static int raise_make(lua_State *L)
{
    struct kept *k = lua_touserdata(L, 1);
    lua_Integer which = lua_tointeger(L, 2);
    const struct field *f = &field_tables[SET_JOB].field[which];

    k->made |= UINT64_C(1) << which;
    lua_settop(L, 1);
    push_kept_parts(L, k, f);
    lua_tables_push(L, f, (const char *)&k->job + f->at, &k->job);
    return 1;
}

/* Push the field, and put it into the job at index 1. */
static void make_field(lua_State *L, int which)
{
    lua_pushcfunction(L, raise_make);
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushinteger(L, which);
    lua_call(L, 2, 1);
    lua_pushstring(L, field_tables[SET_JOB].field[which].name);
    lua_pushvalue(L, -2);
    lua_rawset(L, 1);
}

/* Which field has the name at index 2, or -1; -1, too, when it was made. */
static int find_kept(lua_State *L)
{
    const struct kept *k = lua_touserdata(L, lua_upvalueindex(2));
    const struct field *f = field_tables[SET_JOB].field;
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";

    for (int i = 0; f[i].name; i++)
        if (strcmp(f[i].name, name) == 0)
            return k->made >> i & 1 ? -1 : i;
    return -1;
}

/* __index, __newindex and __pairs of a job that is kept. */
static int raise_kept(lua_State *L)
{
    int which = find_kept(L);

    if (which < 0)
        return lua_tables_raise_unknown(L);
    make_field(L, which);
    return 1;
}

static int raise_set(lua_State *L)
{
    struct kept *k = lua_touserdata(L, lua_upvalueindex(2));
    int which = find_kept(L);

    if (which >= 0)
        k->made |= UINT64_C(1) << which;
    lua_rawset(L, 1);
    return 0;
}

static int raise_pairs(lua_State *L)
{
    const struct kept *k = lua_touserdata(L, lua_upvalueindex(2));

    for (int i = 0; field_tables[SET_JOB].field[i].name; i++) {
        if (!(k->made >> i & 1))
            make_field(L, i);
        lua_settop(L, 1);
    }
    lua_getglobal(L, "next");
    lua_insert(L, 1);
    lua_pushnil(L);
    return 3;
}

void lua_tables_push_kept(lua_State *L, const struct policy_job *job)
{
    static const luaL_Reg events[] = { { "__index", raise_kept },
                                       { "__newindex", raise_set },
                                       { "__pairs", raise_pairs },
                                       { NULL, NULL } };

    lua_newtable(L);
    lua_createtable(L, 0, 3);
    lua_pushinteger(L, SET_JOB);
    push_kept(L, job);
    luaL_setfuncs(L, events, 2);
    lua_setmetatable(L, -2);
}
