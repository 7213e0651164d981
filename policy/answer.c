/* answer.c - read what a policy's 'decide' returned
 *
 * Every value may be anything.  Numbers must be numbers: a text that looks
 * like one is a mistake, too.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "base/nearest.h"
#include "policy/answer.h"

/* What is read, and into what. */
struct reader {
    lua_State *L;
    const struct policy_job *job;
    struct decision *d;
    struct error *err;
};

static int add(struct reader *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Add to the text of the change. */
static int add(struct reader *r, const char *fmt, ...)
{
    size_t used = strlen(r->d->text), room = sizeof(r->d->text) - used;
    va_list ap;
    int len;

    va_start(ap, fmt);
    len = vsnprintf(r->d->text + used, room, fmt, ap);
    va_end(ap);
    if (len >= 0 && (size_t)len < room)
        return 0;
    return error_set(r->err, "the decision is too long");
}

/* What the value at the top is, for a message: "the text 'four'". */
static const char *what_came(lua_State *L)
{
    static char text[128];

    switch (lua_type(L, -1)) {
    case LUA_TNUMBER:
        snprintf(text, sizeof(text), "%.14g", lua_tonumber(L, -1));
        break;
    case LUA_TSTRING:
        snprintf(text, sizeof(text), "the text '%.60s'", lua_tostring(L, -1));
        break;
    case LUA_TBOOLEAN:
        snprintf(text, sizeof(text), "%s",
                 lua_toboolean(L, -1) ? "true" : "false");
        break;
    default:
        snprintf(text, sizeof(text), "a %s", luaL_typename(L, -1));
    }
    return text;
}

static int wrong(struct reader *r, const char *field, const char *expected)
{
    return error_set(r->err, "%s is %s, not %s", field, what_came(r->L),
                     expected);
}

static bool is_integer(lua_State *L, int least, int *value)
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
static int read_rank(struct reader *r, const char *field, int *rank)
{
    if (!is_integer(r->L, 0, rank))
        return wrong(r, field, "the number of a rank");
    if (*rank >= r->job->size)
        return error_set(r->err, "%s: there is no rank %d, the last one is %d",
                         field, *rank, r->job->size - 1);
    return 0;
}

/* Push a field of the table at the top, without asking metatables. */
static int push_field(lua_State *L, const char *name)
{
    lua_pushstring(L, name);
    lua_rawget(L, -2);
    return lua_type(L, -1);
}

/* Whether the table at the top has no fields but those in 'names', which end
 * with a NULL.
 */
static int check_fields(struct reader *r,
                        const char *where,
                        const char *const names[])
{
    lua_State *L = r->L;

    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *key =
            lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;
        struct nearest n = nearest_start(key ? key : "");
        const char *const *name = names;

        for (; key && *name && strcmp(*name, key) != 0; name++)
            nearest_offer(&n, *name);
        if (key && *name)
            continue;
        lua_pop(L, 1);
        if (n.best)
            return error_set(r->err,
                             "%s has no field '%.60s'; did you mean '%s'?",
                             where, key, n.best);
        if (key)
            return error_set(r->err, "%s has no field '%.60s'", where, key);
        return error_set(r->err, "%s has no field %s", where, what_came(L));
    }
    return 0;
}

static int read_resize(struct reader *r)
{
    int size;

    if (!is_integer(r->L, 1, &size))
        return wrong(r, "resize", "a number of ranks");
    return add(r, "resize %d", size);
}

static int read_parts(struct reader *r, int *parts)
{
    int type = push_field(r->L, "parts");

    *parts = 2;
    if (type != LUA_TNIL && !is_integer(r->L, 2, parts))
        return wrong(r, "split.parts", "a number of parts, 2 or more");
    lua_pop(r->L, 1);
    return 0;
}

/* split = 3, or split = { rank = 3, parts = 2 } */
static int read_split(struct reader *r)
{
    static const char *const names[] = { "rank", "parts", NULL };
    int rank, parts = 2;

    if (!lua_istable(r->L, -1)) {
        if (read_rank(r, "split", &rank) < 0)
            return -1;
        return add(r, "split %d", rank);
    }
    if (check_fields(r, "split", names) < 0 || read_parts(r, &parts) < 0)
        return -1;
    push_field(r->L, "rank");
    if (read_rank(r, "split.rank", &rank) < 0)
        return -1;
    return add(r, "split %d %d", rank, parts);
}

/* merge = { 2, 3 } */
static int read_merge(struct reader *r)
{
    static const char expected[] = "a list of two ranks or more";
    size_t count = 0, there = 0;
    char field[32];
    int rank;

    if (!lua_istable(r->L, -1))
        return wrong(r, "merge", expected);
    for (lua_pushnil(r->L); lua_next(r->L, -2); lua_pop(r->L, 1))
        there++;
    if (there < 2)
        return error_set(r->err, "merge has %zu ranks, and needs two or more",
                         there);
    if (add(r, "merge") < 0)
        return -1;
    for (; count < there; count++) {
        snprintf(field, sizeof(field), "merge[%zu]", count + 1);
        lua_rawgeti(r->L, -1, (lua_Integer)count + 1);
        if (read_rank(r, field, &rank) < 0 || add(r, " %d", rank) < 0)
            return -1;
        lua_pop(r->L, 1);
    }
    return 0;
}

/* migrate = { rank = 3, to = "h2" } */
static int read_migrate(struct reader *r)
{
    static const char *const names[] = { "rank", "to", NULL };
    const char *host;
    int rank;

    if (!lua_istable(r->L, -1))
        return wrong(r, "migrate", "a table with 'rank' and 'to'");
    if (check_fields(r, "migrate", names) < 0)
        return -1;
    push_field(r->L, "rank");
    if (read_rank(r, "migrate.rank", &rank) < 0)
        return -1;
    lua_pop(r->L, 1);
    if (push_field(r->L, "to") != LUA_TSTRING)
        return wrong(r, "migrate.to", "the name of a host");
    host = lua_tostring(r->L, -1);
    if (!policy_job_host(r->job, host))
        return error_set(r->err, "migrate.to: there is no host '%.100s'",
                         host);
    return add(r, "migrate %d %s", rank, host);
}

static int read_weight(struct reader *r, int at, double *weight)
{
    char field[32];

    snprintf(field, sizeof(field), "rebalance[%d]", at);
    lua_rawgeti(r->L, -1, at);
    if (lua_type(r->L, -1) != LUA_TNUMBER
        || !((*weight = lua_tonumber(r->L, -1)) > 0) || *weight > 1e12)
        return wrong(r, field, "a weight above 0");
    lua_pop(r->L, 1);
    return 0;
}

/* rebalance = { [0] = 2, 1, 1 }, by rank; or a list from 1 on. */
static int read_rebalance(struct reader *r)
{
    int there = 0, first = 1;
    double weight = 0;

    if (!lua_istable(r->L, -1))
        return wrong(r, "rebalance", "a table of weights");
    for (lua_pushnil(r->L); lua_next(r->L, -2); lua_pop(r->L, 1))
        there++;
    if (there != r->job->size)
        return error_set(r->err, "rebalance has %d weights for %d ranks",
                         there, r->job->size);
    if (lua_rawgeti(r->L, -1, 0) != LUA_TNIL)
        first = 0;
    lua_pop(r->L, 1);
    if (add(r, "rebalance") < 0)
        return -1;
    for (int i = first; i < first + there; i++)
        if (read_weight(r, i, &weight) < 0 || add(r, " %.6g", weight) < 0)
            return -1;
    return 0;
}

static int read_why(struct reader *r)
{
    if (lua_type(r->L, -1) != LUA_TSTRING)
        return wrong(r, "why", "a text");
    snprintf(r->d->why, sizeof(r->d->why), "%s", lua_tostring(r->L, -1));
    return 0;
}

static int read_gain(struct reader *r)
{
    double gain = JOB_UNKNOWN;

    if (lua_type(r->L, -1) == LUA_TNUMBER)
        gain = lua_tonumber(r->L, -1);
    if (!(gain > -1e6) || !(gain < 1))
        return wrong(r, "gain", "a share below 1");
    r->d->gain = gain;
    return 0;
}

static const struct {
    const char *name;
    int (*read)(struct reader *r); /* the value at the top */
    bool change;
} parts[] = {
    { "migrate", read_migrate, true },     { "split", read_split, true },
    { "merge", read_merge, true },         { "resize", read_resize, true },
    { "rebalance", read_rebalance, true }, { "why", read_why, false },
    { "gain", read_gain, false },
};

enum { PARTS = sizeof(parts) / sizeof(parts[0]) };

static int read_table(struct reader *r)
{
    const char *names[PARTS + 1] = { NULL }, *before = NULL;
    int top = lua_gettop(r->L);

    for (int i = 0; i < PARTS; i++)
        names[i] = parts[i].name;
    if (check_fields(r, "a decision", names) < 0)
        return -1;
    for (int i = 0; i < PARTS; i++) {
        if (push_field(r->L, parts[i].name) != LUA_TNIL) {
            if (parts[i].change && before)
                return error_set(r->err,
                                 "%s and %s at once: one change at a time",
                                 before, parts[i].name);
            before = parts[i].change ? parts[i].name : before;
            if (parts[i].read(r) < 0)
                return -1;
        }
        lua_settop(r->L, top);
    }
    if (!before)
        return error_set(r->err, "the decision says nothing to do; return "
                                 "nil to leave the job as it is");
    return 0;
}

/* nil, and maybe why. */
static int read_nothing(struct reader *r, int index)
{
    lua_settop(r->L, index + 1);
    if (lua_isnil(r->L, -1))
        return 0;
    return read_why(r);
}

int answer_read(lua_State *L,
                int index,
                const struct policy_job *job,
                struct decision *d,
                struct error *err)
{
    struct reader r = { L, job, d, err };

    d->text[0] = d->why[0] = '\0';
    d->gain = JOB_UNKNOWN;
    if (lua_isnoneornil(L, index))
        return read_nothing(&r, index);
    lua_settop(L, index);
    if (!lua_istable(L, -1))
        return wrong(&r, "the decision", "a table or nil");
    if (read_table(&r) < 0)
        return -1;
    return decision_check(d, job, err);
}
