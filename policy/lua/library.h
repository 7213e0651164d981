/* library.h - what a guest may use of Lua's libraries
 *
 * Names are allowed one by one.  Functions that Lua has in C look at nobody's
 * budget while they run, so only those are allowed that take time in
 * proportion to what they read or make, both of which have to fit into a
 * guest's memory.  Those that go by a length, which Lua takes from any border
 * of a table and which may be 2^62 in an empty one, pay for each item first.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_LIBRARY_H
#define MITOSIS_POLICY_LUA_LIBRARY_H

#include <lua.h>

/* Take so many instructions off the budget, or raise that it is spent. */
typedef void library_spend_t(lua_State *L, lua_Integer instructions);

/* Open the libraries and push a table of all that a guest can see.  May raise.
 */
void library_push(lua_State *L, library_spend_t *spend);

#endif /* !MITOSIS_POLICY_LUA_LIBRARY_H */
