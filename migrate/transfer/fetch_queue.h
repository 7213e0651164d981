/* fetch_queue.h - what a new rank asks an old one for, in parts that fit
 *
 * Copies of plans are cut into parts that stay in the cache for the digest,
 * and some parts make a load, which is asked for at once.  What arrives of a
 * load goes to where it belongs, in the order that it was asked for.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_QUEUE_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_QUEUE_H

#include "migrate/layout/plan.h"
#include "migrate/transfer/byte_ranges.h"

enum load_state { LOAD_TODO, LOAD_ASKED, LOAD_DONE };

struct load {
    size_t first, parts;
    uint64_t bytes;
    enum load_state state;
};

/* All loads from one old rank; all 0 at first. */
struct load_list {
    struct load *load;
    size_t loads, load_room;
    struct load_part *part;
    size_t parts, part_room;
    struct load_task *task;
    size_t tasks, task_room;
    size_t done; /* loads */
    size_t next; /* none before it is LOAD_TODO */
};

/* Give back what is in 'l'. */
void load_free(struct load_list *l);

/* Add a copy of a plan: from the old rank's item into 'memory'.  What it
 * counts in the digest will be added to 'sum'.  Returns -1 with the reason,
 * short memory, in 'err'.
 */
int load_add(struct load_list *l,
             const struct copy *c,
             uint32_t item,
             uint64_t row_bytes,
             void *memory,
             uint64_t *sum,
             struct error *err);

/* The next load that is to be asked for, or NULL. */
struct load *load_next(struct load_list *l);

/* It is to be asked for again. */
void load_again(struct load_list *l, struct load *load);

/* What to ask for, into the WANT_PIECES at w->piece. */
void load_want(const struct load_list *l,
               const struct load *load,
               struct want *w);

/* A place in the bytes of a load; all 0 at its beginning. */
struct load_place {
    size_t part;
    uint64_t piece;
    uint64_t at;
    uint64_t done;
};

/* How many bytes of it are still to come. */
uint64_t load_left(const struct load *load, const struct load_place *place);

/* Where the next bytes, of which there are some, belong, and how many of them
 * there.
 */
char *load_where(const struct load_list *l,
                 const struct load *load,
                 const struct load_place *place,
                 uint64_t *together);

/* The next bytes of a load have come: put them where they belong, unless
 * they are NULL, as they are there.  Returns false, and does nothing, when
 * they are more than are still to come.
 */
bool load_put(struct load_list *l,
              const struct load *load,
              struct load_place *place,
              const void *bytes,
              uint64_t count);

/* All of it has come: it counts. */
void load_finish(struct load_list *l, struct load *load);

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_QUEUE_H */
