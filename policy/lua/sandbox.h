/* sandbox.h - Lua for guests: few names, a budget, and no way to fail us
 *
 * A guest sees the names that sandbox.c allows and nothing else, has so much
 * memory, and for each call so many instructions, so much time and so many
 * allocations; catching errors does not help it past the end of these.  Each
 * call is made in a process of its own, which the kernel ends when it does not
 * end by itself.
 *
 * All of Lua that may raise an error, and nearly all of it may, is done in
 * functions that sandbox_call() calls.  Such a function leaves by an error or
 * by return, so what it holds must belong to Lua or to its caller.
 *
 * Only the files of policy/ that say so include this; the rest of Mitosis
 * does not know Lua.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_SANDBOX_H
#define MITOSIS_POLICY_LUA_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include <lua.h>

#include "base/error.h"
#include "policy/lua/confine.h"

#ifndef SANDBOX_MS     /* tools that make all slow build with more */
#define SANDBOX_MS 100 /* of processor time */
#endif

enum {
    SANDBOX_MEMORY = 4 * 1024 * 1024, /* bytes, beside what we put in */
    SANDBOX_INSTRUCTIONS = 1000 * 1000,
    SANDBOX_FILE = 256 * 1024,
    SANDBOX_OUTPUTS = 3, /* most of a call */
};

typedef struct sandbox sandbox_t;

/* Make one for the guest 'name', which begins what is said of it.  Returns
 * NULL with the reason in 'err'.
 */
sandbox_t *sandbox_create(const char *name, struct error *err);

/* Free it with all that is in it.  NULL is fine. */
void sandbox_destroy(sandbox_t *s);

/* Call 'fn' with 'arg' as its light userdata, on an empty stack, in another
 * process: of what it writes only 'out' (confine.h), which may be NULL, comes
 * back.  'large' says how many bytes more than the guest's memory we may need
 * for what we show it.  Returns 0, or -1 with the reason and the way to it in
 * 'err'; the sandbox is good for the next call then, too, if it is not lost.
 */
int sandbox_call(sandbox_t *s,
                 lua_CFunction fn,
                 void *arg,
                 const struct output *out,
                 size_t large,
                 struct error *err);

/* Whether a call was ended by force.  What the guest remembered is lost then,
 * and all that is to be done with the sandbox is to destroy it.
 */
bool sandbox_lost(const sandbox_t *s);

/* For 'fn' alone, before the guest is called: what comes from here on takes
 * its time.  What 'fn' did so far was to show it something.
 */
void sandbox_begin(lua_State *L);

/* For 'fn' alone, for each item of a list that the guest has returned and that
 * may be of any length: reading it is on the guest's account, too.
 */
void sandbox_spend(lua_State *L);

/* For 'fn' alone: run the source text of 'bytes' bytes at 'text' as the file
 * 'path', and leave the one value that it returns on the stack.
 */
void sandbox_run(lua_State *L,
                 const char *path,
                 const char *text,
                 size_t bytes);

#endif /* !MITOSIS_POLICY_LUA_SANDBOX_H */
