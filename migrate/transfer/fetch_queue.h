/* fetch_queue.h - what a new rank asks an old one for, in parts that fit
 *
 * Copies of plans are cut into parts, and some parts make a load, which is
 * asked for at once.  What arrives of a load goes to where it belongs, in the
 * order that it was asked for.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_QUEUE_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_QUEUE_H

#include "migrate/transfer/byte_ranges.h"
#include "migrate/transfer/fetch_part.h"

enum fetch_queue_state {
    FETCH_QUEUE_TODO,
    FETCH_QUEUE_ASKED,
    FETCH_QUEUE_DONE
};

struct fetch_queue {
    size_t first, parts;
    uint64_t bytes;
    enum fetch_queue_state state;
};

/* All loads from one old rank; all 0 at first. */
struct fetch_queue_list {
    struct fetch_queue *load;
    size_t loads, load_room;
    struct fetch_part *part;
    size_t parts, part_room;
    struct fetch_queue_task *task;
    size_t tasks, task_room;
    size_t done; /* loads */
    size_t next; /* none before it is FETCH_QUEUE_TODO */
};

/* Give back what is in 'l'. */
void fetch_queue_free(struct fetch_queue_list *l);

/* Add a copy of a plan, from the old rank's item.  Returns -1 with the reason,
 * short memory, in 'err'.
 */
int fetch_queue_add(struct fetch_queue_list *l,
                    const struct fetch_part_task *t,
                    uint32_t item,
                    struct error *err);

/* The next load that is to be asked for, or NULL. */
struct fetch_queue *fetch_queue_next(struct fetch_queue_list *l);

/* It is to be asked for again. */
void fetch_queue_again(struct fetch_queue_list *l, struct fetch_queue *load);

/* What to ask for, into the BYTE_RANGES_PIECES at w->piece. */
void fetch_queue_want(const struct fetch_queue_list *l,
                      const struct fetch_queue *load,
                      struct byte_ranges *w);

/* A place in the bytes of a load; all 0 at its beginning. */
struct fetch_queue_place {
    size_t part;
    uint64_t piece;
    uint64_t at;
    uint64_t done;
};

/* How many bytes of it are still to come. */
uint64_t fetch_queue_left(const struct fetch_queue *load,
                          const struct fetch_queue_place *place);

/* Where the next bytes, of which there are some, belong, and how many of them
 * there.
 */
char *fetch_queue_where(const struct fetch_queue_list *l,
                        const struct fetch_queue *load,
                        const struct fetch_queue_place *place,
                        uint64_t *together);

/* The next bytes of a load have come: put them where they belong, unless
 * they are NULL, as they are there.  Returns false, and does nothing, when
 * they are more than are still to come.
 */
bool fetch_queue_put(struct fetch_queue_list *l,
                     const struct fetch_queue *load,
                     struct fetch_queue_place *place,
                     const void *bytes,
                     uint64_t count);

/* All of it has come: it counts. */
void fetch_queue_finish(struct fetch_queue_list *l, struct fetch_queue *load);

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_QUEUE_H */
