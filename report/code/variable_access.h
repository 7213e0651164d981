/* variable_access.h - what the code of a function may name
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_VARIABLE_ACCESS_H
#define MITOSIS_REPORT_CODE_VARIABLE_ACCESS_H

#include <stdbool.h>

#include "report/code/symbols_internal.h"

enum { VARIABLE_ACCESS_SCOPES = 16, VARIABLE_ACCESS_MODULES = 256 };

/* Where the code is. */
struct variable_access {
    unsigned classes; /* that it is a part of: */
    Dwarf_Die of[VARIABLE_ACCESS_SCOPES];
    unsigned functions; /* and the functions that it is in: */
    Dwarf_Off at[VARIABLE_ACCESS_SCOPES];
    unsigned modules; /* and those of Fortran that it is in or uses: */
    const char *module[VARIABLE_ACCESS_MODULES];
    const char *within; /* the one that it is in, or NULL */
};

/* Add a function, or an instance of it, that the code is in, with the classes
 * that it is a member of.
 */
void variable_access_add(struct variable_access *x, Dwarf_Die *function);

/* Whether it is in that one. */
bool variable_access_is_in(const struct variable_access *x,
                           Dwarf_Die *function);

/* How a member of a class, or what that inherits, is kept from the code:
 * "private", "protected" or NULL, when it may be named.
 */
const char *variable_access_kept(const struct variable_access *x,
                                 Dwarf_Die *record,
                                 Dwarf_Die *member);

/* Add the modules that the code uses, which is in these scopes, and those that
 * they use.
 */
void variable_access_use(struct variable_access *x,
                         symbols_t *s,
                         Dwarf_Die *scopes,
                         int count);

/* Whether it uses all of that module. */
bool variable_access_uses(const struct variable_access *x, const char *module);

/* Whether a variable of another unit is declared in 'scope', or in a namespace
 * or class there.
 */
bool variable_access_declares(Dwarf_Die *scope, const char *variable);

#endif /* !MITOSIS_REPORT_CODE_VARIABLE_ACCESS_H */
