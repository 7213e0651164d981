/* answer.c - read what a policy's 'decide' returned
 *
 * Every value may be anything.  Numbers must be numbers: a text that looks
 * like one is a mistake, too.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include <lua.h>

#include "policy/answer.h"
#include "policy/answer_reader.h"

static int read_resize(struct answer_reader *r)
{
    int size;

    if (!answer_reader_integer(r->L, 1, &size))
        return answer_reader_wrong(r, "resize", "a number of ranks");
    return answer_reader_begin(r, "resize") < 0
               ? -1
               : answer_reader_add(r, " %d", size);
}

static int read_request(struct answer_reader *r)
{
    return answer_reader_integer(r->L, 1, &r->to->request)
               ? 0
               : answer_reader_wrong(r, "request", "a number of hosts");
}

static int read_parts(struct answer_reader *r, const char *field, int *parts)
{
    int type = answer_reader_push(r->L, "parts");
    char name[48];

    snprintf(name, sizeof(name), "%s.parts", field);
    if (type != LUA_TNIL && !answer_reader_integer(r->L, 2, parts))
        return answer_reader_wrong(r, name, "a number of parts, 2 or more");
    lua_pop(r->L, 1);
    return 0;
}

/* The field 'rank' of the table at the top. */
static int read_its_rank(struct answer_reader *r, const char *field, int *rank)
{
    char name[48];

    snprintf(name, sizeof(name), "%s.rank", field);
    answer_reader_push(r->L, "rank");
    if (answer_reader_rank(r, name, rank) < 0)
        return -1;
    lua_pop(r->L, 1);
    return 0;
}

/* Its field 'to', NULL when it is left out. */
static int read_host(struct answer_reader *r,
                     const char *field,
                     bool needed,
                     const char **host)
{
    int type = answer_reader_push(r->L, "to");
    char name[48];

    snprintf(name, sizeof(name), "%s.to", field);
    if (type != LUA_TSTRING && (needed || type != LUA_TNIL))
        return answer_reader_wrong(r, name, "the name of a host");
    *host = lua_tostring(r->L, -1);
    lua_pop(r->L, 1); /* the table still has it */
    if (*host && !policy_job_host(r->job, *host))
        return error_set(r->err, "%s: there is no host '%.100s'", name, *host);
    return 0;
}

static int read_one_split(struct answer_reader *r, const char *field)
{
    static const char *const names[] = { "rank", "parts", "to", NULL };
    const char *to = NULL;
    int rank, parts = 2;

    if (!lua_istable(r->L, -1)) {
        if (answer_reader_rank(r, field, &rank) < 0
            || answer_reader_begin(r, "split") < 0)
            return -1;
        return answer_reader_add(r, " %d", rank);
    }
    if (answer_reader_fields(r, field, names) < 0
        || read_parts(r, field, &parts) < 0
        || read_its_rank(r, field, &rank) < 0
        || read_host(r, field, false, &to) < 0
        || answer_reader_begin(r, "split") < 0)
        return -1;
    return answer_reader_add(r, " %d %d%s%s", rank, parts, to ? " --to " : "",
                             to ? to : "");
}

/* split = 3, or { rank = 3, parts = 2, to = "h2" }, or a list of these */
static int read_split(struct answer_reader *r)
{
    bool list = lua_istable(r->L, -1) && lua_rawlen(r->L, -1) > 0;

    return answer_reader_each(r, "split", list, read_one_split);
}

static int read_one_merge(struct answer_reader *r, const char *field)
{
    int there, rank;
    char one[48];

    if (!lua_istable(r->L, -1))
        return answer_reader_wrong(r, field, "a list of two ranks or more");
    there = answer_reader_count(r->L);
    if (there < 2)
        return error_set(r->err, "%s has %d ranks, and needs two or more",
                         field, there);
    if (answer_reader_begin(r, "merge") < 0)
        return -1;
    for (int i = 1; i <= there; i++) {
        snprintf(one, sizeof(one), "%s[%d]", field, i);
        lua_rawgeti(r->L, -1, i);
        if (answer_reader_rank(r, one, &rank) < 0
            || answer_reader_add(r, " %d", rank) < 0)
            return -1;
        lua_pop(r->L, 1);
    }
    return 0;
}

/* merge = { 2, 3 }, or a list of these */
static int read_merge(struct answer_reader *r)
{
    bool list = lua_istable(r->L, -1) && answer_reader_is_list(r->L);

    return answer_reader_each(r, "merge", list, read_one_merge);
}

static int read_one_migrate(struct answer_reader *r, const char *field)
{
    static const char *const names[] = { "rank", "to", NULL };
    const char *host;
    int rank;

    if (!lua_istable(r->L, -1))
        return answer_reader_wrong(r, field, "a table with 'rank' and 'to'");
    if (answer_reader_fields(r, field, names) < 0
        || read_its_rank(r, field, &rank) < 0
        || read_host(r, field, true, &host) < 0)
        return -1;
    return answer_reader_begin(r, "migrate") < 0
               ? -1
               : answer_reader_add(r, " %d %s", rank, host);
}

/* migrate = { rank = 3, to = "h2" }, or a list of these */
static int read_migrate(struct answer_reader *r)
{
    bool list = lua_istable(r->L, -1) && answer_reader_is_list(r->L);

    return answer_reader_each(r, "migrate", list, read_one_migrate);
}

static int read_weight(struct answer_reader *r, int at, double *weight)
{
    char field[32];

    snprintf(field, sizeof(field), "rebalance[%d]", at);
    lua_rawgeti(r->L, -1, at);
    if (lua_type(r->L, -1) != LUA_TNUMBER
        || !((*weight = lua_tonumber(r->L, -1)) > 0) || *weight > 1e12)
        return answer_reader_wrong(r, field, "a weight above 0");
    lua_pop(r->L, 1);
    return 0;
}

/* rebalance = { [0] = 2, 1, 1 }, by rank; or a list from 1 on. */
static int read_rebalance(struct answer_reader *r)
{
    int there, first = 1;
    double weight = 0;

    if (!lua_istable(r->L, -1))
        return answer_reader_wrong(r, "rebalance", "a table of weights");
    there = answer_reader_count(r->L);
    if (lua_rawgeti(r->L, -1, 0) != LUA_TNIL)
        first = 0;
    lua_pop(r->L, 1);
    if (there == 0)
        return error_set(r->err, "rebalance has no weights");
    if (answer_reader_begin(r, "rebalance") < 0)
        return -1;
    for (int i = first; i < first + there; i++)
        if (read_weight(r, i, &weight) < 0
            || answer_reader_add(r, " %.6g", weight) < 0)
            return -1;
    return 0;
}

static int read_why(struct answer_reader *r)
{
    if (lua_type(r->L, -1) != LUA_TSTRING)
        return answer_reader_wrong(r, "why", "a text");
    snprintf(r->to->why, sizeof(r->to->why), "%s", lua_tostring(r->L, -1));
    return 0;
}

static int read_gain(struct answer_reader *r)
{
    double gain = JOB_UNKNOWN;

    if (lua_type(r->L, -1) == LUA_TNUMBER)
        gain = lua_tonumber(r->L, -1);
    if (!(gain > -1e6) || !(gain < 1))
        return answer_reader_wrong(r, "gain", "a share below 1");
    r->to->gain = gain;
    return 0;
}

static const struct {
    const char *name;
    int (*read)(struct answer_reader *r); /* the value at the top */
} parts[] = {
    { "migrate", read_migrate },     { "split", read_split },
    { "merge", read_merge },         { "resize", read_resize },
    { "rebalance", read_rebalance }, { "why", read_why },
    { "gain", read_gain },           { "request", read_request },
};

enum { PARTS = sizeof(parts) / sizeof(parts[0]) };

static int read_table(struct answer_reader *r)
{
    const char *names[PARTS + 1] = { NULL };
    int top = lua_gettop(r->L);

    for (int i = 0; i < PARTS; i++)
        names[i] = parts[i].name;
    if (answer_reader_fields(r, "a decision", names) < 0)
        return -1;
    for (int i = 0; i < PARTS; i++) {
        if (answer_reader_push(r->L, parts[i].name) != LUA_TNIL
            && parts[i].read(r) < 0)
            return -1;
        lua_settop(r->L, top);
    }
    if (!*r->to->text && r->to->request == 0)
        return error_set(r->err, "the decision says nothing to do; return "
                                 "nil to leave the job as it is");
    return 0;
}

/* nil, and maybe why. */
static int read_nothing(struct answer_reader *r, int index)
{
    lua_settop(r->L, index + 1);
    if (lua_isnil(r->L, -1))
        return 0;
    return read_why(r);
}

int answer_read(lua_State *L,
                int index,
                const struct policy_job *job,
                struct decision_words *to,
                struct error *err)
{
    struct answer_reader r = { L, job, to, err };

    decision_words_clear(to);
    if (lua_isnoneornil(L, index))
        return read_nothing(&r, index);
    lua_settop(L, index);
    if (!lua_istable(L, -1))
        return answer_reader_wrong(&r, "the decision", "a table or nil");
    return read_table(&r);
}
