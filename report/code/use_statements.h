/* use_statements.h - the use statements of a program unit of Fortran
 *
 * The source is asked: of a module in another file gfortran's debug
 * information tells no "only:" and no other names.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_USE_STATEMENTS_H
#define MITOSIS_REPORT_CODE_USE_STATEMENTS_H

#include "report/model/arena.h"

/* The use statements of the program unit that begins in 'line' of the file
 * 'path', for use_statements_name().  Returns NULL when the file cannot be
 * read, or without memory.
 */
const char *use_statements_read(const char *path, int line, arena_t *a);

/* By what name these statements know a variable of a module: "sum" where they
 * say "use tally, only: sum => total".  Returns NULL where they do not name
 * it, or without memory.
 */
const char *use_statements_name(const char *uses,
                                const char *module,
                                const char *variable,
                                arena_t *a);

#endif /* !MITOSIS_REPORT_CODE_USE_STATEMENTS_H */
