/* suggest_code.h - lines of code that register things, in three languages
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_SUGGEST_CODE_H
#define MITOSIS_COMMAND_SUGGEST_SUGGEST_CODE_H

#include "report/code/variables.h"
#include "report/model/arena.h"

/* How an array is registered.  One that stands where it is has no count: it is
 * as large in all ranks, so that nothing tells how it is divided.
 */
struct suggest_code_array {
    const char *count; /* how many rows, or NULL for what all have alike */
    const char *row;   /* elements in one, or NULL for 1 */
    int halo;
    bool same;             /* all ranks have it alike, which a row is */
    int dimensions;        /* of a box, or 0 */
    const char *extent[3]; /* of it, the slowest first */
};

/* The name that something is registered by: "cells" of "plate->cells[0]". */
const char *suggest_code_name(const char *variable, arena_t *a);

/* The line, or lines, for a number. */
const char *suggest_code_number(enum variables_language language,
                                const struct variables_one *v,
                                arena_t *a);

/* And for an array.  In capitals is what only the user knows. */
const char *suggest_code_array(enum variables_language language,
                               const struct variables_one *v,
                               const struct suggest_code_array *array,
                               arena_t *a);

/* The lines that make all of it known, and the one in the loop. */
const char *suggest_code_include(enum variables_language language);
const char *suggest_code_sync(enum variables_language language);

#endif /* !MITOSIS_COMMAND_SUGGEST_SUGGEST_CODE_H */
