/* policy.c - a Lua file that says when a job is to be changed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>

#include "base/nearest.h"
#include "policy/answer.h"
#include "policy/policy.h"
#include "policy/sandbox.h"
#include "policy/show.h"

static const double every_preset = 2, every_least = 0.01, every_most = 86400;

/* What is read from the file, replaced as a whole by a new one. */
struct content {
    sandbox_t *sandbox;
    double every;
    char help[OPTION_HELP];
    struct options options;
};

struct policy {
    char path[POLICY_PATH];
    char name[256];
    char *given; /* the options that the user gave */
    struct stat seen;
    struct content *content;
    int failures; /* in a row */
};

/* What travels through sandbox_call(). */
struct question {
    struct policy *policy;
    struct content *content;
    const char *text; /* of the file */
    size_t bytes;
    const struct policy_job *job;
    struct decision *decision;
    struct error *fault; /* in the answer */
    bool faulty;
};

/* Where the policy's function is in the registry. */
static const char decide_key;

/* ---- what a policy declares ---- */

/* Complain unless all fields of the table at the top are in 'names'. */
static void raise_unless_known(lua_State *L,
                               const char *where,
                               const char *const names[])
{
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *key = luaL_tolstring(L, -2, NULL);
        struct nearest n = nearest_start(key);
        const char *const *name = names;

        for (; *name && strcmp(*name, key) != 0; name++)
            nearest_offer(&n, *name);
        if (!*name && n.best)
            luaL_error(L, "%s has no field '%s'; did you mean '%s'?", where,
                       key, n.best);
        if (!*name)
            luaL_error(L, "%s has no field '%s'", where, key);
        lua_pop(L, 1);
    }
}

/* Copy the text 'field' of the table at the top, or "". */
static void raise_get_text(lua_State *L,
                           const char *where,
                           const char *field,
                           char *text,
                           size_t size)
{
    int type = lua_getfield(L, -1, field);

    if (type != LUA_TNIL && type != LUA_TSTRING)
        luaL_error(L, "%s: '%s' is a %s, not a text", where, field,
                   luaL_typename(L, -1));
    snprintf(text, size, "%s", type == LUA_TNIL ? "" : lua_tostring(L, -1));
    lua_pop(L, 1);
}

static void raise_read_type(lua_State *L, struct option *o)
{
    char word[16];

    raise_get_text(L, o->name, "type", word, sizeof(word));
    for (o->type = 0; o->type < OPTION_TYPES; o->type++)
        if (strcmp(word, option_type_name[o->type]) == 0)
            return;
    luaL_error(L, "option %s: its type is none of number, text, boolean",
               o->name);
}

/* The default must be of the type; a boolean's text is "true" or "false". */
static void raise_read_default(lua_State *L, struct option *o)
{
    static const int types[] = { [OPTION_NUMBER] = LUA_TNUMBER,
                                 [OPTION_TEXT] = LUA_TSTRING,
                                 [OPTION_BOOLEAN] = LUA_TBOOLEAN };
    int type = lua_getfield(L, -1, "default");
    struct error err;

    if (type != LUA_TNIL
        && (type != types[o->type]
            || option_set(o, luaL_tolstring(L, -1, NULL), &err) < 0))
        luaL_error(L, "option %s: its default is not of its type", o->name);
    lua_pop(L, type == LUA_TNIL ? 1 : 2);
}

/* One option; its name and table are at the top. */
static void raise_read_option(lua_State *L, struct options *all)
{
    static const char *const names[] = { "type", "default", "help", NULL };
    struct option *o = &all->option[all->count];
    const char *name;

    if (all->count == OPTIONS)
        luaL_error(L, "more than %d options", OPTIONS);
    if (lua_type(L, -2) != LUA_TSTRING || !lua_istable(L, -1))
        luaL_error(L, "'options' is not a table of tables by name");
    name = lua_tostring(L, -2);
    if (strlen(name) >= sizeof(o->name) || strpbrk(name, "=,\\"))
        luaL_error(L, "'%s' cannot be the name of an option", name);
    strcpy(o->name, name);
    raise_unless_known(L, name, names);
    raise_read_type(L, o);
    raise_read_default(L, o);
    raise_get_text(L, o->name, "help", o->help, sizeof(o->help));
    all->count++;
}

static int by_name(const void *a, const void *b)
{
    const struct option *x = a, *y = b;

    return strcmp(x->name, y->name);
}

static void raise_read_options(lua_State *L, struct options *all)
{
    int type = lua_getfield(L, -1, "options");

    if (type != LUA_TNIL && type != LUA_TTABLE)
        luaL_error(L, "'options' is not a table");
    if (type == LUA_TTABLE)
        for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
            raise_read_option(L, all);
    lua_pop(L, 1);
    qsort(all->option, (size_t)all->count, sizeof(all->option[0]), by_name);
}

static void raise_read_every(lua_State *L, double *every)
{
    int type = lua_getfield(L, -1, "every");

    *every = type == LUA_TNIL ? every_preset : lua_tonumber(L, -1);
    if ((type != LUA_TNIL && type != LUA_TNUMBER)
        || !(*every >= every_least && *every <= every_most))
        luaL_error(L, "'every' is not a number of seconds from %f to %f",
                   every_least, every_most);
    lua_pop(L, 1);
}

/* ---- load ---- */

static int raise_load(lua_State *L)
{
    static const char *const names[] = { "decide", "every", "help", "options",
                                         NULL };
    struct question *q = lua_touserdata(L, 1);

    sandbox_run(L, q->policy->name, q->text, q->bytes);
    if (!lua_istable(L, -1))
        return luaL_error(L, "it returns a %s instead of a table",
                          luaL_typename(L, -1));
    raise_unless_known(L, "a policy", names);
    raise_read_every(L, &q->content->every);
    raise_get_text(L, "a policy", "help", q->content->help,
                   sizeof(q->content->help));
    raise_read_options(L, &q->content->options);
    if (lua_getfield(L, -1, "decide") != LUA_TFUNCTION)
        return luaL_error(L, "it has no function 'decide'");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &decide_key);
    return 0;
}

/* Read all of a regular file that is not too large. */
static char *read_file(const char *path,
                       struct stat *st,
                       size_t *bytes,
                       struct error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    char *text = NULL;
    ssize_t came = -1;

    if (fd < 0 || fstat(fd, st) < 0)
        error_set(err, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(st->st_mode))
        error_set(err, "%s: not a file", path);
    else if (st->st_size > SANDBOX_FILE)
        error_set(err, "%s: larger than %d kB", path, SANDBOX_FILE / 1024);
    else if (!(text = malloc((size_t)st->st_size + 1))
             || (came = read(fd, text, (size_t)st->st_size)) < 0)
        error_set(err, "%s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    if (came < 0) {
        free(text);
        return NULL;
    }
    *bytes = (size_t)came;
    return text;
}

static void destroy_content(struct content *c)
{
    if (c) {
        sandbox_destroy(c->sandbox);
        free(c);
    }
}

static struct content *load_content(struct policy *p, struct error *err)
{
    struct content *c = calloc(1, sizeof(*c));
    struct question q = { .policy = p, .content = c };
    struct error why;
    char *text = NULL;

    if (!c) {
        error_set(err, "out of memory");
        return NULL;
    }
    text = read_file(p->path, &p->seen, &q.bytes, err);
    q.text = text;
    c->sandbox = text ? sandbox_create(p->name, err) : NULL;
    if (!c->sandbox || sandbox_call(c->sandbox, raise_load, &q, 0, err) < 0)
        goto fail;
    if (options_set(&c->options, p->given, &why) < 0) {
        error_set(err, "%s: %.900s", p->name, why.text);
        goto fail;
    }
    free(text);
    return c;
fail:
    free(text);
    destroy_content(c);
    return NULL;
}

policy_t *policy_load(const char *path, const char *options, struct error *err)
{
    policy_t *p = calloc(1, sizeof(*p));
    const char *slash = strrchr(path, '/');

    if (!p || !(p->given = strdup(options))) {
        error_set(err, "%s: %s", path, strerror(errno));
        policy_destroy(p);
        return NULL;
    }
    snprintf(p->path, sizeof(p->path), "%s", path);
    snprintf(p->name, sizeof(p->name), "%s", slash ? slash + 1 : path);
    p->content = load_content(p, err);
    if (!p->content) {
        policy_destroy(p);
        return NULL;
    }
    return p;
}

void policy_destroy(policy_t *p)
{
    if (p) {
        destroy_content(p->content);
        free(p->given);
        free(p);
    }
}

const char *policy_name(const policy_t *p)
{
    return p->name;
}

const char *policy_help(const policy_t *p)
{
    return p->content->help;
}

double policy_every(const policy_t *p)
{
    return p->content->every;
}

const struct options *policy_options(const policy_t *p)
{
    return &p->content->options;
}

/* ---- decide ---- */

static void push_options(lua_State *L, const struct options *all)
{
    lua_createtable(L, 0, all->count);
    for (int i = 0; i < all->count; i++) {
        const struct option *o = &all->option[i];

        if (o->type == OPTION_TEXT)
            lua_pushstring(L, o->text);
        else if (o->type == OPTION_BOOLEAN)
            lua_pushboolean(L, o->number > 0);
        else
            lua_pushnumber(L, o->number);
        lua_setfield(L, -2, o->name);
    }
}

static int raise_decide(lua_State *L)
{
    struct question *q = lua_touserdata(L, 1);

    lua_settop(L, 0);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &decide_key);
    show_job(L, q->job);
    push_options(L, &q->content->options);
    lua_call(L, 2, 2);
    q->faulty = answer_read(L, 1, q->job, q->decision, q->fault) < 0;
    return 0;
}

static int ask(policy_t *p, struct question *q, struct error *err)
{
    struct error fault;
    int rc;

    q->fault = &fault;
    rc = sandbox_call(p->content->sandbox, raise_decide, q, show_bytes(q->job),
                      err);
    if (rc == 0 && q->faulty)
        rc = error_set(err, "%s: %.900s", p->name, fault.text);
    return rc;
}

int policy_decide(policy_t *p,
                  const struct policy_job *job,
                  struct decision *d,
                  struct error *err)
{
    struct question q = {
        .policy = p, .content = p->content, .job = job, .decision = d
    };

    d->text[0] = d->why[0] = '\0';
    d->gain = JOB_UNKNOWN;
    if (policy_off(p))
        return error_set(err, "%s: switched off", p->name);
    if (ask(p, &q, err) < 0) {
        d->text[0] = d->why[0] = '\0';
        p->failures++;
        return -1;
    }
    p->failures = 0;
    return 0;
}

bool policy_off(const policy_t *p)
{
    return p->failures >= POLICY_PATIENCE;
}

/* ---- reload ---- */

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_dev == b->st_dev
           && a->st_size == b->st_size
           && a->st_mtim.tv_sec == b->st_mtim.tv_sec
           && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

int policy_reload(policy_t *p, struct error *err)
{
    struct content *c;
    struct stat st;

    /* An editor may have it away for a moment; nothing is lost by waiting. */
    if (stat(p->path, &st) < 0 || same_file(&st, &p->seen))
        return 0;
    p->seen = st;
    c = load_content(p, err);
    if (!c)
        return -1;
    destroy_content(p->content);
    p->content = c;
    p->failures = 0;
    return 1;
}
