/* registered.h - the things that the program has registered
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_REGISTERED_H
#define MITOSIS_PMPI_STATE_REGISTERED_H

#include <stdbool.h>
#include <stddef.h>

#include "include/mitosis.h"
#include "migrate/layout/item.h"

struct registered {
    struct item item; /* all but what changes */
    void *buffer;     /* the memory, or the program's pointer to it */
    bool pointed;     /* the latter */
    void *count;      /* NULL when there is none */
    int count_bytes;
    int language; /* of who registered it: MITO_C_, ... */
    mito_layout layout;
    struct item_cells
        *gaps;    /* with others, where it has some: 'count' is ours */
    void *packed; /* what the program packed at a stop */
    bool summed;  /* constant, and its digest is known: */
    uint64_t sum;
};

extern struct registered *things;
extern size_t registered_count;

/* Where the rows are now. */
void *registered_memory(const struct registered *t);

/* How many rows there are, as the program counts.  Returns -1 with the reason
 * in 'err' when that is no number of rows.
 */
int registered_rows(const struct registered *t,
                    uint64_t *rows,
                    struct error *err);

/* Whether there is to be room for that many rows. */
int registered_check(const struct registered *t,
                     uint64_t rows,
                     struct error *err);

/* Whether 'bytes', which that many rows take, can be read where it is: memory
 * is there, and the block of malloc() that it may be the start of is as large.
 * Returns -1 with what is wrong in 'err'.
 */
int registered_check_bytes(const struct registered *t,
                           uint64_t rows,
                           uint64_t bytes,
                           struct error *err);

/* Whether its memory, at the first sync, is what its layout says: what is to
 * be freed is of malloc(), and as large as its rows are.  Returns -1 with what
 * it is instead in 'err'.
 */
int registered_check_memory(const struct registered *t, struct error *err);

/* Whether the program's variable can count that many. */
int registered_check_count(const struct registered *t,
                           uint64_t rows,
                           struct error *err);

/* Tell the program how many there are, if its variable can count them. */
int registered_set_rows(struct registered *t,
                        uint64_t rows,
                        struct error *err);

/* Whether it can be had other memory, of another size. */
bool registered_can_grow(const struct registered *t);

/* Whether that can be memory of malloc() that is given to it. */
bool registered_takes_malloc(const struct registered *t);

/* Have it point to 'memory', of malloc(), in place of what it has. */
void registered_give(struct registered *t, void *memory);

/* Get memory of 'bytes' for it, which a sealed manifest has as 'item', in
 * place of what it has.  Returns -1 with the reason in 'err': it has room for
 * less and stays where it is, or belongs to an object of C++, perhaps.
 */
int registered_allocate(struct registered *t,
                        const struct item *item,
                        uint64_t bytes,
                        struct error *err);

/* The program's function has made these rows of it.  Returns -1 with the
 * reason in 'err': more than there is room for.
 */
int registered_replace(struct registered *t,
                       void *memory,
                       size_t rows,
                       struct error *err);

#endif /* !MITOSIS_PMPI_STATE_REGISTERED_H */
