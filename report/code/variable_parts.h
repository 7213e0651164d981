/* variable_parts.h - variables taken apart to numbers, pointers and arrays
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_VARIABLE_PARTS_H
#define MITOSIS_REPORT_CODE_VARIABLE_PARTS_H

#include "report/code/variable_access.h"
#include "report/code/variable_place.h"
#include "report/code/variables.h"

enum { VARIABLE_PARTS_SEEN = 512 };

/* A way through the variables of a program, and what is known on it. */
struct variable_walk {
    struct variable_context c;
    arena_t *a;
    void (*each)(const struct variables_one *v, void *arg);
    void *arg;
    size_t told;
    const char *dot; /* between a struct and its member */
    bool is_cplusplus;
    struct variables_one top; /* what all parts of a variable have alike */
    struct variable_access access; /* of the function */
    const char *within;            /* the one that a global is static in */
    const char *module;            /* or the one of Fortran that it is in */
    const char *unit;              /* or the file, if it is another one */
    Dwarf_Die home;                /* the unit of the function */
    size_t seen;
    uint64_t seen_at[VARIABLE_PARTS_SEEN]; /* structs that were taken apart */
};

/* A part of a variable: in memory, or in bytes that are at hand. */
struct variable_part {
    uint64_t address;
    const unsigned char *bytes;
    const char *name;           /* as the program would write it */
    int depth;                  /* of how many others it is a part */
    const char *kept, *unnamed; /* as in struct variables_one */
};

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
