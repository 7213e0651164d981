/* variable_type.h - what the type of a variable is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_VARIABLE_TYPE_H
#define MITOSIS_REPORT_CODE_VARIABLE_TYPE_H

#include <elfutils/libdw.h>
#include <stdbool.h>

/* The type of a variable, a member or what a type points to, as it is named,
 * and with typedefs and qualifiers looked through.  Both return whether it has
 * one.
 */
bool variable_type_of(Dwarf_Die *die, Dwarf_Die *type);
bool variable_type_plain(Dwarf_Die *die, Dwarf_Die *type);

/* The name that the program has for it, before typedefs are looked through; or
 * NULL.
 */
const char *variable_type_name(Dwarf_Die type);

/* How many bytes it has; 0: that is not known. */
uint64_t variable_type_bytes(Dwarf_Die *type);

bool variable_type_is_number(Dwarf_Die *type);

/* Whether it is a pointer, or a struct or an array that has one in it. */
bool variable_type_has_pointers(Dwarf_Die *type);

/* Whether it is a struct that points to others of its kind, as those of a list
 * or a tree do, itself or by a struct that is a part of it.
 */
bool variable_type_is_linked(Dwarf_Die *type);

/* Of an array: how many dimensions it has, and whether the program's code says
 * how long it is.
 */
unsigned variable_type_dimensions(Dwarf_Die *type);
bool variable_type_has_length(Dwarf_Die *type);

#endif /* !MITOSIS_REPORT_CODE_VARIABLE_TYPE_H */
