/* template_arguments.h - cut long template arguments out of C++ names
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_TEMPLATE_ARGUMENTS_H
#define MITOSIS_REPORT_CODE_TEMPLATE_ARGUMENTS_H

#include "report/model/arena.h"

enum { TEMPLATE_ARGUMENTS_KEPT = 16 /* characters */ };

/* The name with "<...>" in place of template arguments that are longer than
 * TEMPLATE_ARGUMENTS_KEPT.  NULL without memory.
 */
const char *template_arguments_cut(const char *name, arena_t *a);

#endif /* !MITOSIS_REPORT_CODE_TEMPLATE_ARGUMENTS_H */
