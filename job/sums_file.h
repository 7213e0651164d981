/* sums_file.h - what a rank writes down of its state at its syncs
 *
 * For 'mitosis prove': a sum of each registered thing, see row_sum.h, at each
 * sync or at some.  It is text: a line for the rank, one for each thing in the
 * order of the manifest, one for each sync.
 *
 *     sums 1 RANK RANKS GENERATION ITEMS
 *     item SPREAD FLAGS HALO STRUCTS PLACE<tab>NAME
 *     sync NUMBER SUM:ROWS:WHOLE SUM:ROWS:WHOLE ...
 *     wrong NUMBER TEXT
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_SUMS_FILE_H
#define MITOSIS_JOB_SUMS_FILE_H

#include "migrate/layout/manifest.h"

/* Of one thing, at one sync. */
struct sums_value {
    uint64_t sum;   /* over the rows that are the rank's own */
    uint64_t rows;  /* to move what the next ranks have by */
    uint64_t whole; /* over its memory, halo and all; 0 where there is none */
};

struct sums_item {
    char name[ITEM_NAME];
    char place[ITEM_FILE + 32]; /* where it was registered */
    uint64_t spread;            /* enum item_spread */
    uint64_t flags;             /* enum item_flags */
    bool halo;                  /* it has one, or shared rows */
    bool structs;               /* its rows are MPI_BYTE, several of them */
};

struct sums_record {
    uint64_t sync;
    struct sums_value *value; /* of each item; NULL where 'wrong' says why */
    char *wrong;              /* why a change could not be here, or NULL */
};

struct sums_file {
    int rank;
    int ranks;
    unsigned generation;
    size_t items;
    struct sums_item *item;
    size_t records;
    struct sums_record *record; /* syncs rise */
    size_t room;
};

/* Begin the file of the rank that 'm' is of in 'folder', anew.  Returns -1
 * with the reason in 'err'.
 */
int sums_file_begin(const char *folder,
                    const struct manifest *m,
                    struct error *err);

/* Add what there is at its sync: 'values' of all items of 'm'. */
int sums_file_add(const char *folder,
                  const struct manifest *m,
                  const struct sums_value *values,
                  struct error *err);

/* Add that there is nothing to tell at that sync, and why. */
int sums_file_add_wrong(const char *folder,
                        unsigned generation,
                        int rank,
                        uint64_t sync,
                        const char *why,
                        struct error *err);

/* Read such a file.  A last line that is cut off is passed over.  Returns what
 * the caller gives back with sums_file_free(), or NULL with the reason in
 * 'err'.
 */
struct sums_file *sums_file_read(const char *folder,
                                 unsigned generation,
                                 int rank,
                                 struct error *err);

/* Free 'f'.  NULL is fine. */
void sums_file_free(struct sums_file *f);

#endif /* !MITOSIS_JOB_SUMS_FILE_H */
