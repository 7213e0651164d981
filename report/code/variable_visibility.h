/* variable_visibility.h - which variables the code of a function sees
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_VARIABLE_VISIBILITY_H
#define MITOSIS_REPORT_CODE_VARIABLE_VISIBILITY_H

#include <stdbool.h>

#include "report/code/symbols_internal.h"

enum { VARIABLE_VISIBILITY_SCOPES = 16, VARIABLE_VISIBILITY_MODULES = 256 };

/* Where the code is. */
struct variable_visibility {
    unsigned classes; /* that it is a part of: */
    Dwarf_Die of[VARIABLE_VISIBILITY_SCOPES];
    unsigned functions; /* and the functions that it is in: */
    Dwarf_Off at[VARIABLE_VISIBILITY_SCOPES];
    unsigned modules; /* and those of Fortran that it is in or uses: */
    const char *module[VARIABLE_VISIBILITY_MODULES];
    const char *within; /* the one that it is in, or NULL */
    unsigned units;     /* and what program units of it say of their modules */
    const char *uses[VARIABLE_VISIBILITY_MODULES];
};

/* Add a function, or an instance of it, that the code is in, with the classes
 * that it is a member of.
 */
void variable_visibility_add(struct variable_visibility *x,
                             Dwarf_Die *function);

/* Whether it is in that one. */
bool variable_visibility_is_in(const struct variable_visibility *x,
                               Dwarf_Die *function);

/* How a member of a class, or what that inherits, is kept from the code:
 * "private", "protected" or NULL, when it may be named.
 */
const char *variable_visibility_kept(const struct variable_visibility *x,
                                     Dwarf_Die *record,
                                     Dwarf_Die *member);

/* Add the modules that the code uses, which is in these scopes, and those that
 * they use; texts go into 'a'.
 */
void variable_visibility_use(struct variable_visibility *x,
                             symbols_t *s,
                             Dwarf_Die *scopes,
                             int count,
                             arena_t *a);

/* By what name it uses a variable of a module, or NULL: not all of that is
 * used, and this is not named.
 */
const char *variable_visibility_used(const struct variable_visibility *x,
                                     const char *module,
                                     const char *variable,
                                     arena_t *a);

/* Whether a variable of another unit is declared in 'scope', or in a namespace
 * or class there.
 */
bool variable_visibility_declares(Dwarf_Die *scope, const char *variable);

#endif /* !MITOSIS_REPORT_CODE_VARIABLE_VISIBILITY_H */
