/* loop_variables.h - the variables at a loop, in all ranks that came there
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_LOOP_VARIABLES_H
#define MITOSIS_COMMAND_SUGGEST_LOOP_VARIABLES_H

#include "command/suggest/memory_dump.h"
#include "report/code/variables.h"
#include "report/model/table.h"

/* A variable in one rank. */
struct loop_variable_seen {
    bool there;
    bool lost; /* at some moment nothing is known of it */
    bool changed;
    bool resized;   /* its elements were not as many at all moments */
    unsigned told;  /* at so many moments there were elements, or a number */
    bool allocated; /* the variable is in memory that was allocated */
    bool within_moving; /* and that is other memory at another moment */
    bool swapped;       /* its elements were elsewhere before */
    uint64_t address;   /* of the variable, at the last moment */
    int64_t value[DUMP_MOMENTS]; /* of a number */
    uint64_t elements;           /* of an array, at the last moment */
    uint64_t size;               /* bytes */
    uint64_t row; /* elements for each index of the last dimension, or 0 */
    uint64_t sizes[DUMP_MOMENTS];
};

struct loop_variable {
    struct variables_one one;        /* as the first rank has it */
    struct loop_variable_seen *seen; /* by views */
    bool everywhere;                 /* all ranks have it */
    bool changed;                    /* in one of them */
    bool lost;
    bool resized;
    bool within_moving; /* in one of them, and so is this: */
    bool swapped;
    bool differs;  /* a number: each rank has its own */
    bool is_count; /* an array is proposed with it */
};

/* The views are ranks of one run or more, which stopped at the same place, or
 * at several ones of a loop: then in other iterations, perhaps.
 */
struct loop_variables {
    size_t views;
    size_t first; /* so many of the first run */
    const struct memory_dump **view;
    int64_t *ranks; /* of each view's run */
    size_t count;
    struct loop_variable *item;
};

/* Find the variables in 'm', whose views are given.  Returns -1 with the
 * reason in 'err'.
 */
int loop_variables_find(struct loop_variables *m,
                        symbols_t *s,
                        const char *function,
                        arena_t *a,
                        struct error *err);

/* The first view from 'from' on that stopped at the same place as 'view', so
 * that their numbers may be compared; 'view' itself where there is none
 * before.
 */
size_t loop_variables_beside(const struct loop_variables *m,
                             size_t from,
                             size_t view);

#endif /* !MITOSIS_COMMAND_SUGGEST_LOOP_VARIABLES_H */
