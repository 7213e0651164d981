/* variables.h - the variables of a program that stands still
 *
 * Those of the function that it stands in and all global ones, taken apart to
 * numbers, pointers and arrays: "plate.cells", "block->rows".  Who asks hands
 * over the registers and a way to read the memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_VARIABLES_H
#define MITOSIS_REPORT_CODE_VARIABLES_H

#include <stdint.h>

#include "report/code/symbols.h"
#include "report/code/variable_state.h"
#include "report/code/variables_one.h"

/* Call 'each' for all that there are at 'address' of the file, which the
 * function 'function' there has, of those that were inlined maybe; and for
 * global ones.  Texts go into 'a'.  Returns -1 with the reason in 'err' when
 * the program has no debug information there.
 */
int variables_list(symbols_t *s,
                   uint64_t address,
                   const char *function,
                   const struct variables_state *state,
                   arena_t *a,
                   void (*each)(const struct variables_one *v, void *arg),
                   void *arg,
                   struct error *err);

/* Which language the file's code at 'address' is in. */
enum variables_language {
    VARIABLES_C,
    VARIABLES_CPLUSPLUS,
    VARIABLES_FORTRAN
};
enum variables_language variables_language(symbols_t *s, uint64_t address);

#endif /* !MITOSIS_REPORT_CODE_VARIABLES_H */
