/* variable_parts_internal.h - the parts of variable_parts.h know each other
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_VARIABLE_PARTS_INTERNAL_H
#define MITOSIS_REPORT_CODE_VARIABLE_PARTS_INTERNAL_H

#include <stdbool.h>

#include "report/code/variable_parts.h"

/* What a pointer leads to. */
struct target {
    Dwarf_Die type, named;
    bool is_smart;
};

/* Tell of one struct, which is taken apart, or of elements. */
void variable_parts_pointed(struct variable_walk *w,
                            struct target *to,
                            struct variable_part p);

/* Tell of a struct whose members have names that are not the program's, as of
 * a container or a lambda.  Returns whether it is one.
 */
bool variable_parts_cplusplus(struct variable_walk *w,
                              Dwarf_Die *type,
                              const char *type_name,
                              struct variable_part p);

#endif /* !MITOSIS_REPORT_CODE_VARIABLE_PARTS_INTERNAL_H */
