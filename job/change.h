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
    CHANGE_RANKS = 4096, /* that can be named to split, merge or migrate */
    CHANGE_HOST = 4096,  /* of the list of hosts in a resize */
    CHANGE_TEXT = 32 * 1024,
    CHANGE_NAME = 64,     /* for change_tell() */
    CHANGE_MOST = 1 << 20 /* ranks that may come of it */
};

struct change_split {
    int rank;
    int parts;
    const char *to; /* the host for all parts but the first, or NULL */
};

struct change_merged {
    int rank;
    int merge; /* which one, from 0 */
};

struct change_move {
    int rank;
    const char *host;
};

/* A change as a value: it is read once, where its text comes in, and is not
 * altered after that, so that all who hold it can share it.  What it points to
 * lives as long as it does.
 */
struct change {
    char *text; /* as it was written, in one line; so it is told of */
    bool has[CHANGE_KINDS];
    int size;          /* of a resize */
    const char *hosts; /* of a resize, with commas, or NULL */
    int splits;
    struct change_split *split;
    int merges;
    int merged;                  /* ranks, in all of them */
    struct change_merged *merge; /* rising in each */
    int moves;
    struct change_move *move;
    int weights;
    double *weight;
    char *words; /* 'text' taken apart: all names are in it */
    int owners;
};

/* The word that a change of that kind begins with. */
const char *change_name(enum change_kind kind);

/* Read 'text'.  Returns a change that the caller gives back with
 * change_destroy(), or NULL with the reason in 'err', which says what would
 * be right, which parts of a mix contradict each other, or what limit it is
 * beyond.
 */
struct change *change_parse(const char *text, struct error *err);

/* Take 'c' for one more owner, who gives it back with change_destroy().
 * Returns 'c'; NULL is fine.
 */
struct change *change_share(struct change *c);

/* Give 'c' back; it is freed when its last owner does so.  NULL is fine. */
void change_destroy(struct change *c);

/* Whether it is of that kind and no mix. */
bool change_is_only(const struct change *c, enum change_kind kind);

/* Its kinds in words: "resize", "split and migrate". */
void change_tell(const struct change *c, char *text, size_t size);

/* Whether 'c' can be done to a job of 'ranks'.  Returns the new number of
 * ranks, or -1 with the reason in 'err'.
 */
int change_size(const struct change *c, int ranks, struct error *err);

/* Whether 'c' leaves the sharing to the start-up, where 'size' ranks come of
 * it: others are given what their parents had, or what weights say.
 */
bool change_is_even(const struct change *c, int size);

/* As change_is_even(), or -1 with the reason in 'err', which names what would
 * do instead.
 */
int change_check_even(const struct change *c, int size, struct error *err);

/* What 'c' makes of 'old' ranks, as change_size() allows it.  Returns what the
 * caller gives back with lineage_destroy(), or NULL with what is wrong in
 * 'err'.
 */
struct lineage;
struct lineage *change_lineage(const struct change *c,
                               size_t old,
                               struct error *err);

#endif /* !MITOSIS_JOB_CHANGE_H */
