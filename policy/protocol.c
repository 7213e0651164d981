/* protocol.c - a Lua file by which the agents of a job talk to each other
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "policy/answer.h"
#include "policy/answer_reader.h"
#include "policy/lua/declare.h"
#include "policy/lua/sandbox.h"
#include "policy/lua_tables.h"
#include "policy/protocol.h"

/* What travels through module_call(). */
struct call {
    const module_t *module;
    const char *function;
    const struct protocol_view *view;
    const struct serialize *message; /* of 'receive' */
    const char *from;
    const char *text; /* of 'answer' */
    const char *why;
    bool done;
    struct protocol_answer *answer;
    bool *wanted;       /* of 'neighbours' */
    struct error fault; /* in the answer */
};

/* ---- messages ---- */

/* The number of the host, or -1 when there is no other agent of that name. */
static int find_other(const struct protocol_view *v, const char *name)
{
    for (int h = 0; h < v->job->host_count; h++)
        if (h != v->own && strcmp(v->job->hosts[h].name, name) == 0)
            return h;
    return -1;
}

static int send_to(struct call *c, int to, const struct serialize *value)
{
    struct protocol_answer *a = c->answer;

    if (a->count == PROTOCOL_MESSAGES)
        return error_set(&c->fault, "more than %d messages at once",
                         PROTOCOL_MESSAGES);
    a->message[a->count].to = to;
    a->message[a->count++].value = *value;
    return 0;
}

/* The table at the top, with 'to'; "all" are all neighbours. */
static int read_message(lua_State *L, struct call *c)
{
    const struct protocol_view *v = c->view;
    struct serialize value;
    struct error err;
    const char *to;
    int other;

    lua_pushliteral(L, "to");
    lua_rawget(L, -2);
    if (lua_type(L, -1) != LUA_TSTRING)
        return error_set(&c->fault,
                         "the 'to' of a message is a %s, not the "
                         "name of a host or 'all'",
                         luaL_typename(L, -1));
    to = lua_tostring(L, -1);
    if (serialize_write(L, -2, &value, &err) < 0)
        return error_set(&c->fault, "the message to %.60s: %.400s", to,
                         err.text);
    other = find_other(v, to);
    if (other >= 0 && send_to(c, other, &value) < 0)
        return -1;
    for (int h = 0; strcmp(to, "all") == 0 && h < v->job->host_count; h++)
        if (v->near[h] && send_to(c, h, &value) < 0)
            return -1;
    lua_pop(L, 1);
    return 0;
}

/* Whether the table at the top has anything. */
static bool is_filled(lua_State *L)
{
    lua_pushnil(L);
    if (!lua_next(L, -2))
        return false;
    lua_pop(L, 2);
    return true;
}

/* send = { to = NAME, ... }, or a list of these. */
static int read_send(lua_State *L, struct call *c)
{
    int top = lua_gettop(L);

    if (lua_isnil(L, -1))
        return 0;
    if (!lua_istable(L, -1))
        return error_set(&c->fault,
                         "send is a %s, not a message or a list "
                         "of messages",
                         luaL_typename(L, -1));
    lua_pushliteral(L, "to");
    if (lua_rawget(L, -2) != LUA_TNIL) {
        lua_settop(L, top);
        return read_message(L, c);
    }
    lua_settop(L, top);
    if (lua_rawlen(L, top) == 0 && is_filled(L))
        return error_set(&c->fault, "send has no 'to', nor is it a list of "
                                    "messages");
    for (lua_Integer i = 1; lua_rawgeti(L, top, i) != LUA_TNIL; i++) {
        sandbox_spend(L);
        if (!lua_istable(L, -1))
            return error_set(&c->fault, "send[%d] is a %s, not a message",
                             (int)i, luaL_typename(L, -1));
        if (read_message(L, c) < 0)
            return -1;
        lua_settop(L, top);
    }
    return 0;
}

/* ---- answers ---- */

static int read_propose(lua_State *L, struct call *c)
{
    struct error err;

    if (lua_isnil(L, -1))
        return 0;
    if (answer_read(L, lua_gettop(L), c->view->job, &c->answer->propose, &err)
        < 0)
        return error_set(&c->fault, "propose: %.900s", err.text);
    if (c->answer->propose.request > 0)
        return error_set(&c->fault, "propose: a policy can request hosts, a "
                                    "protocol cannot");
    return 0;
}

static int read_why(lua_State *L, struct call *c)
{
    if (lua_isnil(L, -1))
        return 0;
    if (lua_type(L, -1) != LUA_TSTRING)
        return error_set(&c->fault, "why is a %s, not a text",
                         luaL_typename(L, -1));
    snprintf(c->answer->why, sizeof(c->answer->why), "%s",
             lua_tostring(L, -1));
    return 0;
}

static const struct {
    const char *name;
    int (*read)(lua_State *L, struct call *c); /* the value at the top */
} parts[] = {
    { "send", read_send },
    { "propose", read_propose },
    { "why", read_why },
};

enum { PARTS = sizeof(parts) / sizeof(parts[0]) };

/* No fields but these in the table at the top. */
static int check_fields(lua_State *L, struct call *c)
{
    struct answer_reader r = { .L = L, .err = &c->fault };
    const char *names[PARTS + 1] = { NULL };

    for (int i = 0; i < PARTS; i++)
        names[i] = parts[i].name;
    return answer_reader_fields(&r, "an answer", names);
}

/* What 'tick', 'receive' and 'answer' return: two values from 1 on. */
static void read_answer(lua_State *L, struct call *c)
{
    if (lua_isnil(L, 1)) {
        read_why(L, c);
        return;
    }
    lua_settop(L, 1);
    if (!lua_istable(L, 1))
        error_set(&c->fault, "%s returns a %s instead of a table or nil",
                  c->function, luaL_typename(L, 1));
    else if (check_fields(L, c) == 0)
        for (int i = 0; i < PARTS && !*c->fault.text; i++) {
            lua_settop(L, 1);
            lua_pushstring(L, parts[i].name);
            lua_rawget(L, 1);
            parts[i].read(L, c);
        }
}

/* ---- calls ---- */

/* Push the function and what it is called with.  Returns how many values the
 * latter are, or -1 when there is no such function.
 */
static int push_call(lua_State *L, const struct call *c)
{
    int before = 0;

    lua_settop(L, 0);
    if (!declare_push(L, c->function))
        return -1;
    lua_tables_view(L, c->view);
    if (c->message) {
        serialize_push(L, c->message);
        lua_pushstring(L, c->from);
        lua_setfield(L, -2, "from");
        before = 1;
    }
    if (c->text) {
        lua_createtable(L, 0, 3);
        lua_pushboolean(L, c->done);
        lua_setfield(L, -2, "done");
        lua_pushstring(L, c->why);
        lua_setfield(L, -2, "why");
        lua_pushstring(L, c->text);
        lua_setfield(L, -2, "proposal");
        before = 1;
    }
    declare_push_options(L, module_options(c->module));
    return before + 2;
}

static int raise_call(lua_State *L)
{
    struct call *c = lua_touserdata(L, 1);
    int values = push_call(L, c);

    if (values < 0)
        return 0;
    sandbox_begin(L);
    lua_call(L, values, 2);
    read_answer(L, c);
    return 0;
}

static void take_proposal(void *arg)
{
    struct call *c = arg;
    struct protocol_answer *a = c->answer;
    struct error err;

    if (decision_read(&a->proposal, &a->propose, c->view->job, &err) < 0)
        error_set(&c->fault, "propose: %.900s", err.text);
}

void protocol_clear(struct protocol_answer *a)
{
    a->count = 0;
    a->why[0] = '\0';
    decision_words_clear(&a->propose);
    decision_clear(&a->proposal);
}

static int run(module_t *m, struct call *c, struct error *err)
{
    struct protocol_answer *a = c->answer;
    const struct output out[] = {
        { a, offsetof(struct protocol_answer, proposal) }, { NULL, 0 }
    };
    size_t large = lua_tables_bytes(c->view->job) + 8 * SERIALIZE_BYTES;
    int rc;

    protocol_clear(a);
    c->module = m;
    rc = module_call(m, c->function, raise_call, take_proposal, c, out, large,
                     &c->fault, err);
    if (rc < 0)
        protocol_clear(a);
    return rc;
}

int protocol_tick(protocol_t *p,
                  const struct protocol_view *v,
                  struct protocol_answer *a,
                  struct error *err)
{
    struct call c = { .function = "tick", .view = v, .answer = a };

    if (!module_pauses(p, v->since_change))
        return run(p, &c, err);
    protocol_clear(a);
    strcpy(a->why, MODULE_PAUSE);
    return 0;
}

int protocol_receive(protocol_t *p,
                     const struct protocol_view *v,
                     const char *from,
                     const struct serialize *message,
                     struct protocol_answer *a,
                     struct error *err)
{
    struct call c = { .function = "receive",
                      .view = v,
                      .from = from,
                      .message = message,
                      .answer = a };

    return run(p, &c, err);
}

int protocol_tell(protocol_t *p,
                  const struct protocol_view *v,
                  const char *text,
                  bool done,
                  const char *why,
                  struct protocol_answer *a,
                  struct error *err)
{
    struct call c = { .function = "answer",
                      .view = v,
                      .text = text,
                      .done = done,
                      .why = why,
                      .answer = a };

    return run(p, &c, err);
}

/* ---- neighbours ---- */

static int raise_neighbours(lua_State *L)
{
    struct call *c = lua_touserdata(L, 1);
    int values = push_call(L, c), other;

    if (values < 0)
        return 0;
    memset(c->wanted, 0, (size_t)c->view->job->host_count);
    sandbox_begin(L);
    lua_call(L, values, 1);
    if (!lua_istable(L, 1)) {
        error_set(&c->fault,
                  "neighbours returns a %s instead of a list of "
                  "names",
                  luaL_typename(L, 1));
        return 0;
    }
    for (lua_Integer i = 1; lua_rawgeti(L, 1, i) != LUA_TNIL; i++) {
        sandbox_spend(L);
        if (lua_type(L, -1) != LUA_TSTRING) {
            error_set(&c->fault, "neighbour %d is a %s, not a name", (int)i,
                      luaL_typename(L, -1));
            return 0;
        }
        other = find_other(c->view, lua_tostring(L, -1));
        if (other >= 0)
            c->wanted[other] = true;
        lua_pop(L, 1);
    }
    return 0;
}

int protocol_neighbours(protocol_t *p,
                        const struct protocol_view *v,
                        bool *wanted,
                        struct error *err)
{
    struct call c = {
        .module = p, .function = "neighbours", .view = v, .wanted = wanted
    };
    const struct output out[] = {
        { wanted, (size_t)v->job->host_count * sizeof(*wanted) }, { NULL, 0 }
    };

    for (int h = 0; h < v->job->host_count; h++)
        wanted[h] = h != v->own;
    if (module_call(p, "neighbours", raise_neighbours, NULL, &c, out,
                    lua_tables_bytes(v->job), &c.fault, err)
        == 0)
        return 0;
    for (int h = 0; h < v->job->host_count; h++)
        wanted[h] = h != v->own;
    return -1;
}
