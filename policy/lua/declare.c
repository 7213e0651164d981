/* declare.c - what a module of Lua says of itself
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "base/suggest_name.h"
#include "policy/lua/declare.h"
#include "policy/lua/setting_line.h"

enum { FIELDS = 16 };

/* Seconds that all modules have which are asked, as fields, and as options so
 * that a user can say otherwise.
 */
static const struct {
    const char *name;
    const char *help;
    double preset, least, most;
} common[DECLARE_COMMON] = {
    [DECLARE_EVERY] = { "every", "Seconds from one question to the next.", 2,
                        0.01, 86400 },
    [DECLARE_PAUSE] = { "pause", "Seconds to wait after a change.", 0, 0,
                        86400 },
};

/* Of each kind the functions, the first of which it must have. */
static const char *const functions[MODULE_KINDS][DECLARE_FUNCTIONS + 1] = {
    [MODULE_DECIDE] = { "decide" },
    [MODULE_PROTOCOL] = { "tick", "receive", "answer", "neighbours" },
    [MODULE_PROFILE] = { "derive" },
};

/* Where they are in the registry, by their names. */
static const char functions_key;

/* The text that is read, for the lines in messages. */
static const char source_key;

static _Noreturn void raise_wrong(lua_State *L,
                                  const char *field,
                                  const char *fmt,
                                  ...) __attribute__((format(printf, 3, 4)));

/* Raise what is wrong, with the line at which 'field' is set. */
static _Noreturn void raise_wrong(lua_State *L,
                                  const char *field,
                                  const char *fmt,
                                  ...)
{
    const struct source *source;
    char words[512];
    va_list ap;
    int line;

    lua_rawgetp(L, LUA_REGISTRYINDEX, &source_key);
    source = lua_touserdata(L, -1);
    line = setting_line(source->text, field);
    va_start(ap, fmt);
    vsnprintf(words, sizeof(words), fmt, ap);
    va_end(ap);
    if (line > 0)
        luaL_error(L, "%s:%d: %s", source->name, line, words);
    luaL_error(L, "%s", words);
    abort(); /* the compiler does not know that this returns never */
}

/* Complain unless all fields of the table at the top are in 'names'. */
static void raise_unless_known(lua_State *L,
                               const char *where,
                               const char *const names[])
{
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *key = luaL_tolstring(L, -2, NULL);
        struct suggest_name n = suggest_name_start(key);
        const char *const *name = names;

        while (*name && strcmp(*name, key) != 0)
            name++;
        if (*name) {
            lua_pop(L, 1);
            continue;
        }
        for (name = names; *name; name++)
            suggest_name_offer(&n, *name);
        if (n.best)
            raise_wrong(L, key, "%s has no field '%s'; did you mean '%s'?",
                        where, key, n.best);
        raise_wrong(L, key, "%s has no field '%s'", where, key);
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
        raise_wrong(L, field, "%s: '%s' is a %s, not a text", where, field,
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
    raise_wrong(L, o->name,
                "option %s: its type is none of number, text, boolean",
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
        raise_wrong(L, o->name,
                    "option %s: its default is not of its type, a %s", o->name,
                    option_type_name[o->type]);
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
        raise_wrong(L, "options",
                    "'options' is not a table of tables by name");
    name = lua_tostring(L, -2);
    if (strlen(name) >= sizeof(o->name) || strpbrk(name, "=,\\"))
        raise_wrong(L, name, "'%s' cannot be the name of an option", name);
    strcpy(o->name, name);
    lua_pushfstring(L, "option %s", name);
    lua_insert(L, -2);
    raise_unless_known(L, lua_tostring(L, -2), names);
    lua_remove(L, -2);
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
        raise_wrong(L, "options", "'options' is a %s, not a table",
                    luaL_typename(L, -1));
    if (type == LUA_TTABLE)
        for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
            raise_read_option(L, all);
    lua_pop(L, 1);
    qsort(all->option, (size_t)all->count, sizeof(all->option[0]), by_name);
}

static struct option *find_option(struct options *all, const char *name)
{
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->option[i].name, name) == 0)
            return &all->option[i];
    return NULL;
}

/* A field, and an option of that name unless the module has one. */
static void raise_read_common(lua_State *L, struct declared *d, int which)
{
    const char *name = common[which].name;
    int type = lua_getfield(L, -1, name);
    double seconds =
        type == LUA_TNIL ? common[which].preset : lua_tonumber(L, -1);
    struct option *o = &d->options.option[d->options.count];

    if ((type != LUA_TNIL && type != LUA_TNUMBER)
        || !(seconds >= common[which].least && seconds <= common[which].most))
        raise_wrong(L, name, "'%s' is not a number of seconds, %g to %g", name,
                    common[which].least, common[which].most);
    lua_pop(L, 1);
    d->seconds[which] = seconds;
    d->own[which] = find_option(&d->options, name) != NULL;
    if (d->own[which] || d->kind == MODULE_PROFILE)
        return;
    if (d->options.count == OPTIONS)
        luaL_error(L, "more than %d options", OPTIONS - DECLARE_COMMON);
    *o = (struct option){ .type = OPTION_NUMBER, .given = true };
    o->number = seconds;
    snprintf(o->name, sizeof(o->name), "%s", name);
    snprintf(o->text, sizeof(o->text), "%g", seconds);
    snprintf(o->help, sizeof(o->help), "%s", common[which].help);
    d->options.count++;
}

int declare_settle(struct declared *d, struct error *err)
{
    for (int i = 0; i < DECLARE_COMMON; i++) {
        const struct option *o = find_option(&d->options, common[i].name);

        if (!o || d->own[i])
            continue;
        if (!(o->number >= common[i].least && o->number <= common[i].most))
            return error_set(err, "option %s: %s is not %g to %g seconds",
                             o->name, o->text, common[i].least,
                             common[i].most);
        d->seconds[i] = o->number;
    }
    return 0;
}

/* ---- kinds and functions ---- */

static void raise_read_kind(lua_State *L, enum module_kind *kind)
{
    char word[32];

    raise_get_text(L, "a module", "kind", word, sizeof(word));
    for (*kind = 0; *word && *kind < MODULE_KINDS; (*kind)++)
        if (strcmp(word, module_kind_name[*kind]) == 0)
            return;
    if (*word)
        raise_wrong(L, "kind",
                    "its kind is none of decide, protocol, profile, but '%s'",
                    word);
    *kind = MODULE_DECIDE;
}

static void raise_unless_fields(lua_State *L, enum module_kind kind)
{
    const char *names[FIELDS] = { "every", "help", "kind", "options",
                                  "pause" };
    size_t count = 5;

    for (int i = 0; functions[kind][i]; i++)
        names[count++] = functions[kind][i];
    raise_unless_known(L, module_kind_word[kind], names);
}

/* The line that the function at the top begins at; 0 when it is not its. */
static int line_of(lua_State *L)
{
    lua_Debug at;

    lua_pushvalue(L, -1);
    return lua_getinfo(L, ">S", &at) && at.linedefined > 0 ? at.linedefined
                                                           : 0;
}

static void raise_keep_functions(lua_State *L, struct declared *d)
{
    const char *const *names = functions[d->kind];

    lua_newtable(L);
    for (int i = 0; names[i]; i++) {
        int type = lua_getfield(L, -2, names[i]);

        if (type == LUA_TNIL && i == 0)
            luaL_error(L, "%s has no function '%s'", module_kind_word[d->kind],
                       names[i]);
        if (type != LUA_TNIL && type != LUA_TFUNCTION)
            raise_wrong(L, names[i], "'%s' is a %s, not a function", names[i],
                        luaL_typename(L, -1));
        d->line[i] = type == LUA_TFUNCTION ? line_of(L) : 0;
        lua_setfield(L, -2, names[i]);
    }
    lua_rawsetp(L, LUA_REGISTRYINDEX, &functions_key);
}

int declare_line(const struct declared *d, const char *function)
{
    for (int i = 0; functions[d->kind][i]; i++)
        if (strcmp(functions[d->kind][i], function) == 0)
            return d->line[i];
    return 0;
}

void declare_read(lua_State *L,
                  const struct source *source,
                  struct declared *d)
{
    if (lua_isnil(L, -1))
        luaL_error(L, "it returns nothing; the last thing in it is to be "
                      "\"return { ... }\"");
    if (!lua_istable(L, -1))
        luaL_error(L, "it returns a %s instead of a table",
                   luaL_typename(L, -1));
    lua_pushlightuserdata(L, (void *)source);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &source_key);
    raise_read_kind(L, &d->kind);
    raise_unless_fields(L, d->kind);
    raise_get_text(L, module_kind_word[d->kind], "help", d->help,
                   sizeof(d->help));
    raise_read_options(L, &d->options);
    for (int i = 0; i < DECLARE_COMMON; i++)
        raise_read_common(L, d, i);
    raise_keep_functions(L, d);
}

bool declare_push(lua_State *L, const char *function)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &functions_key);
    if (lua_getfield(L, -1, function) != LUA_TFUNCTION) {
        lua_pop(L, 2);
        return false;
    }
    lua_remove(L, -2);
    return true;
}

void declare_push_options(lua_State *L, const struct options *all)
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
