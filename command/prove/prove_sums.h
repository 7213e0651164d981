/* prove_sums.h - sums of the state of one run, sync by sync
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_PROVE_PROVE_SUMS_H
#define MITOSIS_COMMAND_PROVE_PROVE_SUMS_H

#include "job/sums_file.h"

/* One sync at which all ranks of a generation have told. */
struct prove_row {
    uint64_t sync;
    unsigned generation;
    int ranks;
    uint64_t *sum;                     /* of each item, over all ranks */
    const struct sums_record **ranked; /* what each rank told */
    const char *wrong; /* why a rank could tell nothing, or NULL */
};

struct prove_sums {
    int ranks; /* of the first generation that told */
    size_t items;
    const struct sums_item *item;
    size_t rows;
    struct prove_row *row; /* syncs rise */
    uint64_t last;         /* sync that a rank told of */
    uint64_t reached;      /* sync that all ranks of the last generation did */
    bool in_step;          /* all ranks have told of the same syncs */

    struct sums_file **file; /* by generation and rank */
    size_t files;
    size_t files_room;
    size_t rows_room;
};

/* Read what the ranks of a run have written to 'folder', at every 'every'
 * syncs.  Returns what the caller gives back with prove_sums_free(), or NULL
 * with the reason in 'err': there is nothing, or a rank's file is missing.
 */
struct prove_sums *prove_sums_read(const char *folder,
                                   uint64_t every,
                                   struct error *err);

/* Free 't'.  NULL is fine. */
void prove_sums_free(struct prove_sums *t);

/* The row of that sync, or NULL. */
const struct prove_row *prove_sums_find(const struct prove_sums *t,
                                        uint64_t sync);

#endif /* !MITOSIS_COMMAND_PROVE_PROVE_SUMS_H */
