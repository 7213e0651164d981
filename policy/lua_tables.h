/* lua_tables.h - a job as Lua tables
 *
 * One of the few files of policy/ that know Lua.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_TABLES_H
#define MITOSIS_POLICY_LUA_TABLES_H

#include <lua.h>

#include "policy/policy_job.h"
#include "policy/protocol_view.h"

/* Push a table that shows 'job', by the fields of field.h.  To ask for one
 * that does not exist is an error, which names the nearest.  May raise.
 */
void lua_tables_job(lua_State *L, const struct policy_job *job);

/* The same of what an agent sees. */
void lua_tables_view(lua_State *L, const struct protocol_view *view);

/* How much memory that takes at most. */
size_t lua_tables_bytes(const struct policy_job *job);

#endif /* !MITOSIS_POLICY_LUA_TABLES_H */
