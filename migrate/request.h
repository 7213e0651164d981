/* request.h - who carries on whom
 *
 * A new rank has parents: old ranks, or one of several parts of an old rank.
 * All parts of all old ranks have exactly one child each, and the parts of a
 * rank go to children in their order.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REQUEST_H
#define MITOSIS_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct parent {
    uint32_t rank;
    uint32_t part; /* which of it, from 0 */
    uint32_t parts;
};

struct request {
    size_t old_size;
    size_t new_size;
    bool even;       /* the new ranks divide everything afresh, as they
                        think fit, rather than taking their parents' */
    double *weights; /* of the new ranks when 'even', or NULL */
    size_t *first;   /* the first parent of each new rank, and the end */
    struct parent *parents; /* from lower to higher ranks in each child */
};

/* All of these return a request that the caller gives back with
 * request_destroy(), or NULL with what is wrong with it in 'err'.
 */

/* 'old_size' ranks become 'new_size'. */
struct request *request_resize(size_t old_size,
                               size_t new_size,
                               struct error *err);

/* So they do, and are to have as much of the work as the 'weights' of the
 * 'new_size' ranks say.
 */
struct request *request_weighted(size_t old_size,
                                 size_t new_size,
                                 const double *weights,
                                 struct error *err);

/* Each goes on as it is, elsewhere. */
struct request *request_same(size_t size, struct error *err);

/* Rank 'rank' becomes 'parts' ranks, those above move up. */
struct request *request_split(size_t size,
                              size_t rank,
                              size_t parts,
                              struct error *err);

/* The 'count' 'ranks' become one, in place of the lowest of them. */
struct request *request_merge(size_t size,
                              const size_t *ranks,
                              size_t count,
                              struct error *err);

struct change;

/* What the change 'c', see change.h, makes of 'old' ranks, which become
 * 'new'.
 */
struct request *request_make(const struct change *c,
                             size_t old,
                             size_t new,
                             struct error *err);

/* Free 'q'.  NULL is fine. */
void request_destroy(struct request *q);

/* Whether each part of each old rank has one child, and weights are numbers
 * that can be: for requests made otherwise than by the above.  Returns 0, or
 * -1 with what is wrong in 'err'.
 */
int request_check(const struct request *q, struct error *err);

/* In how many parts old rank 'rank' goes on. */
size_t request_parts(const struct request *q, size_t rank);

/* Where part 'part' of 'parts' of 'count' things starts; with part = parts
 * where the last ends.  The first ones get one more where it does not divide.
 */
uint64_t request_part(uint64_t count, uint64_t part, uint64_t parts);

#endif /* !MITOSIS_REQUEST_H */
