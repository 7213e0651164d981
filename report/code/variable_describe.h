/* variable_describe.h - describe a part of a variable to who asked
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_VARIABLE_DESCRIBE_H
#define MITOSIS_REPORT_CODE_VARIABLE_DESCRIBE_H

#include <stdbool.h>

#include "report/code/variable_place.h"
#include "report/code/variable_visibility.h"
#include "report/code/variables_one.h"

enum { VARIABLE_WALK_SEEN = 512 };

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
    bool is_argument;         /* it is one of the function's */
    struct variable_visibility access; /* of the function */
    const char *within;                /* the one that a global is static in */
    const char *module; /* or the one of Fortran that it is in */
    const char *unit;   /* or the file, if it is another one */
    Dwarf_Die home;     /* the unit of the function */
    size_t seen;
    uint64_t seen_at[VARIABLE_WALK_SEEN]; /* structs that were taken apart */
};

/* A part of a variable: in memory, or in bytes that are at hand. */
struct variable_part {
    uint64_t address;
    const unsigned char *bytes;
    const char *name;           /* as the program would write it */
    int depth;                  /* of how many others it is a part */
    const char *kept, *unnamed; /* as in struct variables_one */
};

/* Read bytes that 'p' begins with.  Returns whether they can be read. */
bool variable_describe_read(struct variable_walk *w,
                            struct variable_part p,
                            void *to,
                            size_t bytes);

/* What is called 'name' and begins 'offset' bytes behind the begin of 'p'. */
struct variable_part variable_describe_part_at(struct variable_part p,
                                               uint64_t offset,
                                               const char *name);

/* Say what is of that type, by the name that the program has for it, or NULL.
 */
void variable_describe_type(Dwarf_Die *type,
                            const char *name,
                            struct variables_one *v);

/* A part with its name and, unless it has none, its address. */
struct variables_one variable_describe_one(const struct variable_walk *w,
                                           struct variable_part p);

/* Tell of it. */
void variable_describe_deliver(struct variable_walk *w,
                               const struct variables_one *v);

/* Tell of what is not taken apart. */
void variable_describe_other(struct variable_walk *w,
                             const char *name,
                             const char *type);

/* The same, of what can be told whether it has changed; and why it is not. */
void variable_describe_opaque(struct variable_walk *w,
                              Dwarf_Die *type,
                              const char *type_name,
                              struct variable_part p,
                              const char *why);

/* Tell of a number, or of one that is 'bits' of a struct's 'member'. */
void variable_describe_number(struct variable_walk *w,
                              Dwarf_Die *type,
                              const char *type_name,
                              struct variable_part p);
void variable_describe_bit_field(struct variable_walk *w,
                                 Dwarf_Die *type,
                                 const char *type_name,
                                 struct variable_part p,
                                 Dwarf_Die *member,
                                 Dwarf_Word bits);

#endif /* !MITOSIS_REPORT_CODE_VARIABLE_DESCRIBE_H */
