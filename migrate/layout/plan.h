/* plan.h - which bytes of old ranks fill the memory of a new one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_PLAN_H
#define MITOSIS_MIGRATE_LAYOUT_PLAN_H

#include "migrate/layout/division.h"
#include "migrate/layout/stride.h"

/* To 'to', in the new rank's memory, from the memory of old rank 'from', piece
 * by piece: piece i from from_offset + i * from_step on.
 */
struct copy {
    struct stride to;
    uint32_t from;
    bool owned; /* these rows count in the digest: they are no halo, where
                   'to.first' and 'to.first_step' mean nothing */
    uint64_t from_offset;
    uint64_t from_step;
};

struct plan {
    uint64_t bytes;     /* memory for the item, or for what is staged of it */
    uint64_t row_bytes; /* for the digest */
    bool rebuild;       /* nothing to copy: call plan_rebuild() */
    bool staged;        /* for functions of the program to take up.  For split,
                           merge and unpack a copy for each parent, even of no
                           bytes, in their order, without those of which nothing
                           comes here; for owners consecutive items */
    size_t count;
    struct copy *copies;
    size_t room;
};

/* Plan how new rank 'rank' gets 'item': all that its memory holds, each byte
 * once, in the order of its memory but for grids, where copies are in the
 * order of the old ranks.  Returns 0 and what the caller gives back with
 * plan_free(), or -1 with the reason, short memory, in 'err'.
 */
int plan_make(struct plan *p,
              const struct division *s,
              size_t item,
              size_t rank,
              struct error *err);

/* Give back what is in 'p'. */
void plan_free(struct plan *p);

/* Write the offsets of new rank 'rank' to 'memory', the plan's bytes of it.
 * Returns 0, or -1 with the reason in 'err': an end that an int cannot hold.
 */
int plan_rebuild(const struct division *s,
                 size_t item,
                 size_t rank,
                 void *memory,
                 struct error *err);

/* How many bytes all copies of 'p' are. */
uint64_t plan_volume(const struct plan *p);

/* For who wants to see whether all ranks have the same in what they share:
 * plan how the rows that new rank 'rank' owns of 'item' come to the places
 * that they have in its memory from the old ranks that do not own them, one
 * rank after the other.  Returns as plan_make() does.
 */
int plan_shared(struct plan *p,
                const struct division *s,
                size_t item,
                size_t rank,
                struct error *err);

/* ---- for plan_*.c ---- */

/* Add a copy, or make the last one longer; of nothing, do nothing. */
int plan_push(struct plan *p, const struct copy *c, struct error *err);

/* Add copies of the cells 'b' of a grid from old rank 'rank'. */
struct box;
int plan_push_box(struct plan *p,
                  const struct box *b,
                  bool owned,
                  const struct item *to,
                  const struct item *from,
                  size_t rank,
                  struct error *err);

int plan_grid(struct plan *p,
              const struct division *s,
              size_t item,
              size_t rank,
              struct error *err);
int plan_cyclic(struct plan *p,
                const struct division *s,
                size_t item,
                size_t rank,
                struct error *err);

#endif /* !MITOSIS_MIGRATE_LAYOUT_PLAN_H */
