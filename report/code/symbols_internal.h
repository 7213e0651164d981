/* symbols_internal.h - what symbols.c and what looks at variables share
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_SYMBOLS_INTERNAL_H
#define MITOSIS_REPORT_CODE_SYMBOLS_INTERNAL_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "report/code/symbols.h"

struct symbols {
    Dwfl *dwfl;
    Dwfl_Module *module;
    Dwarf_Addr bias; /* from addresses in the file to libdwfl's */
};

/* The unit that has the code at 'at', or NULL. */
Dwarf_Die *symbols_unit(symbols_t *s, Dwarf_Addr at, Dwarf_Addr *bias);

/* The scopes of the code at 'at' of 'unit', from the innermost outwards, in
 * '*scopes', to be freed by the caller.  Returns how many there are, 0 or -1
 * when none is known.
 */
int symbols_scopes(Dwarf_Die *unit, Dwarf_Addr at, Dwarf_Die **scopes);

bool symbols_is_cplusplus(Dwarf_Die *unit);

/* Where a function or variable was declared: within its class and namespace.
 */
void symbols_declaration(Dwarf_Die *die, Dwarf_Die *declared);

/* "space::class::" of a function or variable in C++, or NULL without memory.
 */
char *symbols_scope(Dwarf_Die *die, arena_t *a);

#endif /* !MITOSIS_REPORT_CODE_SYMBOLS_INTERNAL_H */
