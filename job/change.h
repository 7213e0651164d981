/* change.h - what a job can be asked to become, and how people write it
 *
 *     resize N             as many ranks as that
 *     resize N --hosts A,B spread over these hosts
 *     split RANK [PARTS]   one rank becomes two, or more
 *     split RANK --to HOST and all but the first of them go there
 *     merge RANK RANK...   these become one
 *     migrate RANK HOST    what this rank does goes on elsewhere
 *     rebalance W W...     shares in this proportion
 *     CHANGE and CHANGE... all of these as one
 *
 * In a mix, ranks are those that there are before it, and weights those of
 * the ranks that there will be.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_CHANGE_H
#define MITOSIS_JOB_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum change_kind {
    CHANGE_RESIZE,
    CHANGE_SPLIT,
    CHANGE_MERGE,
    CHANGE_MIGRATE,
    CHANGE_REBALANCE,
    CHANGE_KINDS
};

enum {
    CHANGE_RANKS = 4096, /* that can be named */
    CHANGE_HOST = 4096,
    CHANGE_TEXT = 32 * 1024,
    CHANGE_NAME = 64,      /* for change_tell() */
    CHANGE_MOST = 1 << 20, /* ranks that may come of it */
    CHANGE_HERE = CHANGE_TEXT
};

struct change_split {
    int rank;
    int parts;
    size_t to; /* where a host's name is in 'names', or CHANGE_HERE */
};

struct change_merged {
    int rank;
    int merge; /* which one, from 0 */
};

struct change_move {
    int rank;
    size_t host; /* where its name is in 'names' */
};

struct change {
    bool has[CHANGE_KINDS];
    int size;                /* of a resize */
    char hosts[CHANGE_HOST]; /* of a resize, with commas, or none */
    int splits;
    struct change_split split[CHANGE_RANKS];
    int merges;
    int merged;                               /* ranks, in all of them */
    struct change_merged merge[CHANGE_RANKS]; /* rising in each */
    int moves;
    struct change_move move[CHANGE_RANKS];
    int weights;
    double weight[CHANGE_RANKS];
    size_t used; /* of 'names' */
    char names[CHANGE_TEXT];
};

/* The word that a change of that kind begins with. */
const char *change_name(enum change_kind kind);

/* Read 'text'.  Returns -1 with the reason in 'err', which says what would
 * be right, or which parts of a mix contradict each other.
 */
int change_parse(struct change *c, const char *text, struct error *err);

/* Whether it is of that kind and no mix. */
bool change_is_only(const struct change *c, enum change_kind kind);

/* Its kinds in words: "resize", "split and migrate". */
void change_tell(const struct change *c, char *text, size_t size);

/* The host that its move number 'move' goes to. */
const char *change_host(const struct change *c, int move);

/* Whether 'c' can be done to a job of 'ranks'.  Returns the new number of
 * ranks, or -1 with the reason in 'err'.
 */
int change_size(const struct change *c, int ranks, struct error *err);

/* What 'c' makes of 'old' ranks, as change_size() allows it.  Returns what the
 * caller gives back with lineage_destroy(), or NULL with what is wrong in
 * 'err'.
 */
struct lineage;
struct lineage *change_lineage(const struct change *c,
                               size_t old,
                               struct error *err);

#endif /* !MITOSIS_JOB_CHANGE_H */
