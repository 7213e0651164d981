/* module.h - a file in Lua that has a say in when a job changes
 *
 * There are three kinds: one that decides about the job as a whole
 * (policy.h), one by which agents talk to each other (protocol.h), and one
 * that makes figures for the latter of what an agent sees.  What they have in
 * common is here: a table with functions, options and a sentence of help, a
 * sandbox, and patience: one that fails several times in a row is switched
 * off, until its file changes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_MODULE_H
#define MITOSIS_POLICY_LUA_MODULE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "policy/lua/module_kind.h"
#include "policy/lua/option.h"

enum {
    POLICY_PATH = 4096,
    POLICY_PATIENCE = 3 /* failures in a row */
};

typedef struct module module_t;

/* Load the file 'path', with 'options' as for options_set(), or NULL only to
 * read what it says of itself.  Returns what the caller gives back with
 * module_destroy(), or NULL with the reason in 'err'.
 */
module_t *module_load(const char *path,
                      const char *options,
                      struct error *err);

/* The same of one that must be of that kind. */
module_t *module_load_kind(enum module_kind kind,
                           const char *path,
                           const char *options,
                           struct error *err);

/* Make one of the source text of 'bytes' bytes at 'text', which comes from a
 * file of that name elsewhere.
 */
module_t *module_make(const char *name,
                      const char *text,
                      size_t bytes,
                      const char *options,
                      struct error *err);

/* Free it.  NULL is fine. */
void module_destroy(module_t *m);

/* What it says of itself. */
enum module_kind module_kind(const module_t *m);
const char *module_name(const module_t *m); /* of the file: "threshold.lua" */
const char *module_help(const module_t *m);
double module_every(const module_t *m); /* seconds between questions */
const struct options *module_options(const module_t *m);

/* Whether it is not to be asked so soon after a change, JOB_UNKNOWN for
 * never; and what to say then.
 */
bool module_pauses(const module_t *m, double since_change);
#define MODULE_PAUSE "the last change is too fresh"

/* Its source, and the options that were given, for module_make() elsewhere. */
const char *module_text(const module_t *m, size_t *bytes);
const char *module_given(const module_t *m);

/* Call 'fn', a lua_CFunction, with 'arg' in its sandbox, as sandbox_call()
 * does: only 'out', of which there are two at most, and 'fault' come back.
 * Then 'take' (NULL: nothing), called with 'arg' in this process, makes of
 * them what is wanted.  When 'fault' has a text after that, that is what is
 * wrong with the answer of 'function', which is told with the line of that.
 * Returns -1 with the reason in 'err', and counts that as a failure.  One that
 * had to be ended by force begins anew, as if it had been loaded again.
 */
struct lua_State;
struct output;
int module_call(module_t *m,
                const char *function,
                int (*fn)(struct lua_State *L),
                void (*take)(void *arg),
                void *arg,
                const struct output *out,
                size_t large,
                struct error *fault,
                struct error *err);

/* Whether it was switched off: it is not asked any more. */
bool module_off(const module_t *m);

/* Load the file anew if it is not what it was when it was loaded last.
 * Returns 1 if so, 0 if it is the same, or -1 with the reason in 'err' when
 * the new one cannot be used; then the old one stays in use, and the new one
 * is not looked at again until it changes.
 */
int module_reload(module_t *m, struct error *err);

#endif /* !MITOSIS_POLICY_LUA_MODULE_H */
