/* shipped.h - the policies that come with mitosis, and where they are
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_SHIPPED_H
#define MITOSIS_POLICY_SHIPPED_H

#include "base/error.h"
#include "policy/lua/module.h"

/* The path of what a user calls 'name': a file when it has a '/' or ends in
 * ".lua", else one that is shipped, by its name or by one that it had before.
 * Of those that share a name the one of 'kind' is meant; one of another kind
 * is found as well, so that whoever loads it can say what it is.  Returns -1
 * with the reason in 'err' when there is none such; of a file that is not
 * asked.
 */
int shipped_find(enum module_kind kind,
                 const char *name,
                 char path[POLICY_PATH],
                 struct error *err);

/* Whether 'name' means a file of the user's. */
int shipped_is_file(const char *name);

/* Call 'visit' with the name and path of each of 'kind', by name.  Returns how
 * many, or -1 with the reason in 'err'.
 */
int shipped_list(enum module_kind kind,
                 void (*visit)(const char *name, const char *path, void *arg),
                 void *arg,
                 struct error *err);

#endif /* !MITOSIS_POLICY_SHIPPED_H */
