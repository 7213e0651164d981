/* module_uses.h - what a program unit of Fortran uses of modules one by one
 *
 * The source is asked: of a module in another file gfortran's debug
 * information tells no "only:" and no other names.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_MODULE_USES_H
#define MITOSIS_REPORT_CODE_MODULE_USES_H

#include "report/model/arena.h"

/* The use statements of the program unit that begins in 'line' of the file
 * 'path', for module_uses_name().  Returns NULL when the file cannot be read,
 * or without memory.
 */
const char *module_uses_read(const char *path, int line, arena_t *a);

/* By what name these statements know a variable of a module: "sum" where they
 * say "use tally, only: sum => total".  Returns NULL where they do not name
 * it, or without memory.
 */
const char *module_uses_name(const char *uses,
                             const char *module,
                             const char *variable,
                             arena_t *a);

#endif /* !MITOSIS_REPORT_CODE_MODULE_USES_H */
