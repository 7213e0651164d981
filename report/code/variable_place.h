/* variable_place.h - where a variable is while a function stands still
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_VARIABLE_PLACE_H
#define MITOSIS_REPORT_CODE_VARIABLE_PLACE_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "report/code/symbols_internal.h"
#include "report/code/variable_state.h"

enum { VARIABLE_PLACE_BYTES = 256 };

/* Where it is, or what its bytes are when it is in no one place in memory. */
struct variable_place {
    uint64_t address; /* in the process, or 0 */
    unsigned char bytes[VARIABLE_PLACE_BYTES];
};

/* What it is looked up by. */
struct variable_context {
    symbols_t *symbols;
    const struct variables_state *state;
    Dwarf_Addr pc;       /* as the debug information has it */
    Dwarf_Addr bias;     /* from that to the process */
    Dwarf_Die *function; /* whose frame it is, or NULL */
    uint64_t object;     /* the array whose bounds are looked for */
};

/* Find where 'die', which has so many bytes, is.  Returns whether it can be
 * told: a compiler need not keep a variable at all.
 */
bool variable_place_find(const struct variable_context *c,
                         Dwarf_Die *die,
                         size_t bytes,
                         struct variable_place *place);

/* Go from the function of 'c' to the one that called it: 'state', which is
 * that of 'c', gets its registers.  Returns false where that cannot be told.
 */
bool variable_place_leave(struct variable_context *c,
                          struct variables_state *state);

/* Find the number that a bound of an array says: a constant, or that of a
 * variable which the compiler has made for it, or what it is worked out from.
 * Returns whether it is known there.
 */
bool variable_place_number(const struct variable_context *c,
                           Dwarf_Attribute *attribute,
                           int64_t *number);

#endif /* !MITOSIS_REPORT_CODE_VARIABLE_PLACE_H */
