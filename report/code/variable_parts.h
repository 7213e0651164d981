/* variable_parts.h - variables taken apart to numbers, pointers and arrays
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_VARIABLE_PARTS_H
#define MITOSIS_REPORT_CODE_VARIABLE_PARTS_H

#include "report/code/variable_describe.h"

/* Tell all that 'p' is made of, which is of that type, by the name that the
 * program has for it, or NULL.
 */
void variable_parts_tell(struct variable_walk *w,
                         Dwarf_Die *type,
                         const char *type_name,
                         struct variable_part p);

/* Tell that nothing is known of a variable of that type. */
void variable_parts_lost(struct variable_walk *w,
                         Dwarf_Die *type,
                         const char *type_name,
                         const char *name);

#endif /* !MITOSIS_REPORT_CODE_VARIABLE_PARTS_H */
