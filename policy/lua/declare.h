/* declare.h - what a module of Lua says of itself
 *
 * One of the few files of policy/ that know Lua.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_DECLARE_H
#define MITOSIS_POLICY_LUA_DECLARE_H

#include <lua.h>

#include "policy/lua/module_kind.h"
#include "policy/lua/option.h"

enum { DECLARE_FUNCTIONS = 4 /* most of a kind */ };

enum declare_common { DECLARE_EVERY, DECLARE_PAUSE, DECLARE_COMMON };

/* What it declares. */
struct declared {
    enum module_kind kind;
    double seconds[DECLARE_COMMON];
    bool own[DECLARE_COMMON];    /* it has an option of that name itself */
    int line[DECLARE_FUNCTIONS]; /* where each function begins, or 0 */
    char help[OPTION_HELP];
    struct options options;
};

/* What it was read from. */
struct source {
    const char *name;
    const char *text;
};

/* Take the table at the top apart: fill in 'd', and keep the functions for
 * declare_push().  What is wrong with it is raised.
 */
void declare_read(lua_State *L,
                  const struct source *source,
                  struct declared *d);

/* The line at which the function of that name begins, or 0. */
int declare_line(const struct declared *d, const char *function);

/* Once its options were set: take what was given in place of the fields.
 * Returns -1 with the reason in 'err'.
 */
int declare_settle(struct declared *d, struct error *err);

/* Push the function of that name.  Returns false, with nothing pushed, when
 * the module has none.
 */
bool declare_push(lua_State *L, const char *function);

/* Push the options as a table of their values. */
void declare_push_options(lua_State *L, const struct options *all);

#endif /* !MITOSIS_POLICY_LUA_DECLARE_H */
