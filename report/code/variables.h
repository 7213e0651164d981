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

#include <stdbool.h>
#include <stdint.h>

#include "report/code/symbols.h"
#include "report/code/variable_state.h"

enum variables_kind {
    VARIABLES_NUMBER,
    VARIABLES_ARRAY,     /* elements where it is */
    VARIABLES_POINTER,   /* to elements that were allocated */
    VARIABLES_VECTOR,    /* std::vector */
    VARIABLES_ALLOCATED, /* an allocatable or pointer array of Fortran */
    VARIABLES_LOST,      /* nothing is known of it here */
    VARIABLES_OTHER, /* of a type that is not looked at, which 'type' says */
};

struct variables_one {
    const char *name; /* as the function may call it */
    const char *type; /* of the number or of an element */
    bool is_float, is_signed, is_record, is_bool, is_complex;
    unsigned bytes; /* of the number or of an element */
    enum variables_kind kind;
    bool is_global;
    bool is_handle;    /* of MPI */
    bool has_pointers; /* an element has: what it is made of is elsewhere */
    const char *kept;  /* "private" or "protected", and no friend's; or NULL */
    const char *unnamed; /* why no line of the function may name it, or NULL */
    bool is_smart;     /* a std::unique_ptr or std::shared_ptr points to it */
    unsigned rank;     /* dimensions of an array of Fortran */
    uint64_t address;  /* of the variable itself, 0 when it is in a register */
    uint64_t value;    /* of a number, its bits */
    uint64_t elements; /* where they are */
    uint64_t size;     /* bytes of them, 0 when not known */
    const char *file;  /* where it is declared */
    int line;
    unsigned few;  /* a number: of so many in an array, whose name ends */
    char few_sign; /* before the last one of these */
};

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
