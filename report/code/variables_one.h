/* variables_one.h - what is told of a variable, or of a part of one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_VARIABLES_ONE_H
#define MITOSIS_REPORT_CODE_VARIABLES_ONE_H

#include <stdbool.h>
#include <stdint.h>

enum variables_kind {
    VARIABLES_NUMBER,
    VARIABLES_ARRAY,     /* elements where it is */
    VARIABLES_POINTER,   /* to elements that were allocated */
    VARIABLES_VECTOR,    /* std::vector */
    VARIABLES_ALLOCATED, /* an allocatable or pointer array of Fortran */
    VARIABLES_ARGUMENT,  /* one that a procedure of Fortran is given: a(n) */
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
    bool is_smart;    /* a std::unique_ptr or std::shared_ptr points to it */
    unsigned rank;    /* dimensions of an array of Fortran */
    uint64_t row;     /* elements for each index of the last one; 0: unknown */
    uint64_t address; /* of the variable itself, 0 when it is in a register */
    uint64_t value;   /* of a number, its bits */
    uint64_t elements; /* where they are */
    uint64_t size;     /* bytes of them, 0 when not known */
    const char *file;  /* where it is declared */
    int line;
    unsigned few;  /* a number: of so many in an array, whose name ends */
    char few_sign; /* before the last one of these */
};

#endif /* !MITOSIS_REPORT_CODE_VARIABLES_ONE_H */
