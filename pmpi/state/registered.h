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

struct thing {
    struct item item; /* all but what changes */
    void *buffer;     /* the memory, or the program's pointer to it */
    bool pointed;     /* the latter */
    void *count;      /* NULL when there is none */
    int count_bytes;
    int language; /* of who registered it: MITO_C_, ... */
    mito_layout layout;
    void *packed; /* what the program packed at a stop */
    bool summed;  /* constant, and its digest is known: */
    uint64_t sum;
};

extern struct thing *things;
extern size_t thing_count;

/* Where the rows are now. */
void *thing_memory(const struct thing *t);

/* How many rows there are, as the program counts.  Returns -1 with the reason
 * in 'err' when that is no number of rows.
 */
int thing_rows(const struct thing *t, uint64_t *rows, struct error *err);

/* Whether there can be that many rows where it is. */
int thing_check(const struct thing *t, uint64_t rows, struct error *err);

/* Whether its memory, at the first sync, is what its layout says: what is to
 * be freed is of malloc(), and as large as its rows are.  Returns -1 with what
 * it is instead in 'err'.
 */
int thing_check_memory(const struct thing *t, struct error *err);

/* Whether the program's variable can count that many. */
int thing_check_count(const struct thing *t, uint64_t rows, struct error *err);

/* Tell the program how many there are, if its variable can count them. */
int thing_set_rows(struct thing *t, uint64_t rows, struct error *err);

/* Get memory of 'bytes' for it, which a sealed manifest has as 'item', in
 * place of what it has.  Returns -1 with the reason in 'err': it has room for
 * less and stays where it is, or belongs to an object of C++, perhaps.
 */
int thing_allocate(struct thing *t,
                   const struct item *item,
                   uint64_t bytes,
                   struct error *err);

/* The program's function has made these rows of it.  Returns -1 with the
 * reason in 'err': more than there is room for.
 */
int thing_replace(struct thing *t,
                  void *memory,
                  size_t rows,
                  struct error *err);

#endif /* !MITOSIS_PMPI_STATE_REGISTERED_H */
