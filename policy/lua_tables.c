/* lua_tables.c - a job as Lua tables
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "base/suggest_name.h"
#include "job/change.h"
#include "job/sizes.h"
#include "policy/field.h"
#include "policy/lua/serialize.h"
#include "policy/lua_tables.h"

enum {
    JOB_BYTES = 8 * 1024, /* of tables, names and their metatables */
    RANK_BYTES = 1024,
    HOST_BYTES = 2 * 1024,
    PEER_BYTES = 64,
    SIZE_BYTES = 32,
    FUNCTION_BYTES = 256,
};

/* How far from its number of ranks a job is shown others, as each is tried. */
enum { SIZES_REACH = 4096 };

/* Where raise_show() finds its tables on the stack. */
enum { AT_RANKS = 1, AT_HOSTS, AT_NAMES };

/* __index of a table of fields: one that is there but not known is nil, one
 * that does not exist is a mistake.
 */
static int raise_unknown(lua_State *L)
{
    const struct field_table *t =
        &field_tables[lua_tointeger(L, lua_upvalueindex(1))];
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    struct suggest_name n;

    for (const struct field *f = t->field; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return 0;
    n = suggest_name_start(name);
    for (const struct field *f = t->field; f->name; f++)
        suggest_name_offer(&n, f->name);
    if (n.best)
        return luaL_error(L, "%s has no field '%s'; did you mean '%s'?",
                          t->name, name, n.best);
    return luaL_error(L, "%s has no field '%s'", t->name,
                      luaL_tolstring(L, 2, NULL));
}

/* Give the table on top the metatable of a set of fields. */
static void guard(lua_State *L, enum field_set set)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &field_tables[set]) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushinteger(L, set);
        lua_pushcclosure(L, raise_unknown, 1);
        lua_setfield(L, -2, "__index");
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &field_tables[set]);
    }
    lua_setmetatable(L, -2);
}

static void push_fields(lua_State *L,
                        enum field_set set,
                        const void *record,
                        const struct policy_job *job);

static void push_number(lua_State *L, double number)
{
    if (isnan(number))
        lua_pushnil(L);
    else
        lua_pushnumber(L, number);
}

static void push_sent(lua_State *L,
                      const double *sent,
                      const struct policy_job *job)
{
    lua_newtable(L);
    for (int r = 0; sent && r < job->size; r++)
        if (sent[r] > 0) {
            lua_pushnumber(L, sent[r]);
            lua_rawseti(L, -2, r);
        }
}

/* What a rank sends to those on each host. */
static void push_talk(lua_State *L,
                      const struct policy_rank *rank,
                      const struct policy_job *job)
{
    if (!rank->sent) {
        lua_pushnil(L);
        return;
    }
    lua_newtable(L);
    for (int r = 0; r < job->size; r++)
        if (rank->sent[r] > 0 && r != rank->rank) {
            const char *host = job->ranks[r].host;

            lua_getfield(L, -1, host);
            lua_pushnumber(L, lua_tonumber(L, -1) + rank->sent[r]);
            lua_setfield(L, -3, host);
            lua_pop(L, 1);
        }
}

static void push_by_host(lua_State *L,
                         const double *values,
                         const struct policy_job *job)
{
    lua_newtable(L);
    for (int h = 0; values && h < job->host_count; h++) {
        if (isnan(values[h]))
            continue;
        lua_pushnumber(L, values[h]);
        lua_setfield(L, -2, job->hosts[h].name);
    }
}

static void push_rank(lua_State *L, int rank)
{
    if (rank < 0)
        lua_pushnil(L);
    else
        lua_rawgeti(L, AT_RANKS, rank);
}

static void push_host(lua_State *L, int host, const struct policy_job *job)
{
    if (host < 0) {
        lua_pushnil(L);
        return;
    }
    lua_pushstring(L, job->hosts[host].name);
    lua_rawget(L, AT_HOSTS);
}

static int least_size(const struct policy_job *job)
{
    int least = job->size > SIZES_REACH ? job->size - SIZES_REACH : 1;

    return job->limits.min > least ? job->limits.min : least;
}

static int most_size(const struct policy_job *job)
{
    int most = job->size < CHANGE_MOST - SIZES_REACH ? job->size + SIZES_REACH
                                                     : CHANGE_MOST;

    return job->limits.max < most ? job->limits.max : most;
}

static void push_sizes(lua_State *L,
                       const struct sizes *sizes,
                       const struct policy_job *job)
{
    int count = 0;

    if (!sizes) {
        lua_pushnil(L);
        return;
    }
    lua_newtable(L);
    for (int n = least_size(job); n <= most_size(job); n++)
        if (sizes_has(sizes, n)) {
            lua_pushinteger(L, n);
            lua_rawseti(L, -2, ++count);
        }
}

static void push_queue(lua_State *L,
                       const struct policy_queue *queue,
                       const struct policy_job *job)
{
    if (queue->known)
        push_fields(L, SET_QUEUE, queue, job);
    else
        lua_pushnil(L);
}

/* job.predict(n) */
static int raise_predict(lua_State *L)
{
    const struct scaling *s = lua_touserdata(L, lua_upvalueindex(1));
    lua_Integer ranks = luaL_checkinteger(L, 1);
    double seconds = 0;
    const char *how = "";
    struct error err;

    if (ranks < 1 || ranks > CHANGE_MOST)
        return luaL_error(L, "job.predict(%I): not a number of ranks", ranks);
    if (scaling_predict(s, (int)ranks, &seconds, &how, &err) < 0) {
        lua_pushnil(L);
        lua_pushstring(L, err.text);
    } else {
        lua_pushnumber(L, seconds);
        lua_pushstring(L, how);
    }
    return 2;
}

/* A policy may keep the function for longer than the job is there, so this
 * has figures of its own.
 */
static void push_predict(lua_State *L, const struct scaling *s)
{
    memcpy(lua_newuserdatauv(L, sizeof(*s), 0), s, sizeof(*s));
    lua_pushcclosure(L, raise_predict, 1);
}

static void push_here(lua_State *L, int own, const struct policy_job *job)
{
    int count = 0;

    lua_newtable(L);
    for (int r = 0; r < job->size; r++)
        if (strcmp(job->ranks[r].host, job->hosts[own].name) == 0) {
            lua_pushinteger(L, r);
            lua_rawseti(L, -2, ++count);
        }
}

/* How far a host is; what is not known is farther than all else. */
static double distance(const struct protocol_view *v, int host)
{
    const double *known = v->job->hosts[v->own].distance;

    return known && !isnan(known[host]) ? known[host] : INFINITY;
}

/* Of the neighbours that are no nearer than 'last' the next one in the list,
 * or -1.
 */
static int next_near(const struct protocol_view *v, int last)
{
    double bound = last < 0 ? -1 : distance(v, last);
    int best = -1;

    for (int h = 0; h < v->job->host_count; h++)
        if (v->near[h]
            && (distance(v, h) > bound
                || (h > last && distance(v, h) >= bound))
            && (best < 0 || distance(v, h) < distance(v, best)))
            best = h;
    return best;
}

static void push_near(lua_State *L, const struct protocol_view *v)
{
    int count = 0;

    lua_newtable(L);
    for (int h = -1; (h = next_near(v, h)) >= 0;) {
        lua_pushstring(L, v->job->hosts[h].name);
        lua_rawseti(L, -2, ++count);
    }
}

static void push_profile(lua_State *L, const struct serialize *profile)
{
    if (profile)
        serialize_push(L, profile);
    else
        lua_newtable(L);
}

static void push(lua_State *L,
                 const struct field *f,
                 const char *at,
                 const struct policy_job *job)
{
    switch (f->type) {
    case FIELD_INT:
        lua_pushinteger(L, *(const int *)at);
        break;
    case FIELD_BOOL:
        lua_pushboolean(L, *(const bool *)at);
        break;
    case FIELD_COUNT:
        lua_pushinteger(L, (lua_Integer) * (const uint64_t *)at);
        break;
    case FIELD_NUMBER:
        push_number(L, *(const double *)at);
        break;
    case FIELD_TEXT:
        lua_pushstring(L, *(const char *const *)at);
        break;
    case FIELD_NAME:
        lua_pushstring(L, at);
        break;
    case FIELD_RANK:
        push_rank(L, *(const int *)at);
        break;
    case FIELD_HOST:
        push_host(L, *(const int *)at, job);
        break;
    case FIELD_LIMITS:
        push_fields(L, SET_LIMITS, at, job);
        break;
    case FIELD_SIZES:
        push_sizes(L, *(const struct sizes *const *)at, job);
        break;
    case FIELD_QUEUE:
        push_queue(L, (const struct policy_queue *)at, job);
        break;
    case FIELD_RANKS:
        lua_pushvalue(L, AT_RANKS);
        break;
    case FIELD_HOSTS:
        lua_pushvalue(L, AT_HOSTS);
        break;
    case FIELD_NAMES:
        lua_pushvalue(L, AT_NAMES);
        break;
    case FIELD_SENT:
        push_sent(L, *(double *const *)at, job);
        break;
    case FIELD_TALK:
        push_talk(
            L,
            (const struct policy_rank *)(at
                                         - offsetof(struct policy_rank, sent)),
            job);
        break;
    case FIELD_PREDICT:
        push_predict(L, (const struct scaling *)at);
        break;
    case FIELD_DISTANCE:
        push_by_host(L, *(double *const *)at, job);
        break;
    case FIELD_HERE:
        push_here(L, *(const int *)at, job);
        break;
    case FIELD_NEAR:
        push_near(
            L, (const struct protocol_view *)(at
                                              - offsetof(struct protocol_view,
                                                         near)));
        break;
    case FIELD_PROFILE:
        push_profile(L, *(const struct serialize *const *)at);
        break;
    }
}

static void push_fields(lua_State *L,
                        enum field_set set,
                        const void *record,
                        const struct policy_job *job)
{
    int count = 0;

    while (field_tables[set].field[count].name)
        count++;
    luaL_checkstack(L, 8, NULL);
    lua_createtable(L, 0, count);
    for (const struct field *f = field_tables[set].field; f->name; f++) {
        push(L, f, (const char *)record + f->at, job);
        lua_setfield(L, -2, f->name);
    }
    guard(L, set);
}

/* Fill the three tables at the bottom of the stack; of the hosts one (-1:
 * all) has fields.
 */
static void push_parts(lua_State *L, const struct policy_job *job, int one)
{
    lua_settop(L, 0);
    lua_createtable(L, job->size, 1);
    lua_createtable(L, 0, job->host_count);
    lua_createtable(L, job->host_count, 0);
    for (int h = 0; h < job->host_count; h++) {
        if (one < 0 || one == h) {
            push_fields(L, SET_HOST, &job->hosts[h], job);
            lua_setfield(L, AT_HOSTS, job->hosts[h].name);
        }
        lua_pushstring(L, job->hosts[h].name);
        lua_rawseti(L, AT_NAMES, h + 1);
    }
    for (int r = 0; r < job->size; r++) {
        push_fields(L, SET_RANK, &job->ranks[r], job);
        lua_rawseti(L, AT_RANKS, r);
    }
}

/* Functions of their own, so that their tables stand at the bottom of a
 * stack.
 */
static int raise_show(lua_State *L)
{
    const struct policy_job *job = lua_touserdata(L, 1);

    push_parts(L, job, -1);
    push_fields(L, SET_JOB, job, job);
    return 1;
}

static int raise_show_view(lua_State *L)
{
    const struct protocol_view *view = lua_touserdata(L, 1);

    push_parts(L, view->job, view->own);
    push_fields(L, SET_SELF, view, view->job);
    return 1;
}

void lua_tables_job(lua_State *L, const struct policy_job *job)
{
    lua_pushcfunction(L, raise_show);
    lua_pushlightuserdata(L, (void *)job);
    lua_call(L, 1, 1);
}

void lua_tables_view(lua_State *L, const struct protocol_view *view)
{
    lua_pushcfunction(L, raise_show_view);
    lua_pushlightuserdata(L, (void *)view);
    lua_call(L, 1, 1);
}

size_t lua_tables_bytes(const struct policy_job *job)
{
    size_t bytes = JOB_BYTES + sizeof(struct scaling) + FUNCTION_BYTES
                   + (size_t)job->size * RANK_BYTES
                   + (size_t)job->host_count * HOST_BYTES;

    if (job->sizes && most_size(job) > least_size(job))
        bytes += (size_t)(most_size(job) - least_size(job)) * SIZE_BYTES;
    for (int h = 0; h < job->host_count; h++) {
        const struct serialize *profile = job->hosts[h].profile;

        bytes += profile ? 8 * profile->bytes : 0;
        bytes += (size_t)job->host_count * PEER_BYTES
                 * ((job->hosts[h].distance != NULL)
                    + (job->hosts[h].bandwidth != NULL));
    }
    for (int r = 0; r < job->size; r++)
        for (int to = 0; job->ranks[r].sent && to < job->size; to++)
            bytes += job->ranks[r].sent[to] > 0 ? 2 * PEER_BYTES : 0;
    return 2 * bytes; /* the tables of the last question may be there yet */
}
