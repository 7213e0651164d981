/* lua_tables_internal.h - what the files that make Lua tables of a job share
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_TABLES_INTERNAL_H
#define MITOSIS_POLICY_LUA_TABLES_INTERNAL_H

#include <stdbool.h>

#include "policy/field.h"
#include "policy/lua_tables.h"

struct lua_State;

/* Where the tables of ranks, hosts and hosts' names stand on the stack when
 * fields are pushed.
 */
enum {
    LUA_TABLES_RANKS = 1,
    LUA_TABLES_HOSTS,
    LUA_TABLES_NAMES,
};

/* __index of a table of fields, whose set is the first value that is kept with
 * the function: one that is there but not known is nil, one that does not
 * exist is a mistake.
 */
int lua_tables_raise_unknown(struct lua_State *L);

/* Push the value of field 'f', which is at 'at' in a record of 'job'. */
void lua_tables_push(struct lua_State *L,
                     const struct field *f,
                     const char *at,
                     const struct policy_job *job);

/* Push the table of all ranks; and those of hosts, of which one (-1: all) has
 * fields, and of their names.
 */
void lua_tables_push_ranks(struct lua_State *L, const struct policy_job *job);
void lua_tables_push_hosts(struct lua_State *L,
                           const struct policy_job *job,
                           int one);

/* Whether a copy tells all that there is to know of the job: nobody's
 * messages, no distances, profiles or sizes.  If so, push a table of it whose
 * fields are made when they are asked for, also when the job is gone.
 */
bool lua_tables_can_keep(const struct policy_job *job);
void lua_tables_push_kept(struct lua_State *L, const struct policy_job *job);

#endif /* !MITOSIS_POLICY_LUA_TABLES_INTERNAL_H */
