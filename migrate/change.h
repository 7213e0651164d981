/* change.h - what a job can be asked to become, and how people write it
 *
 *     resize N             as many ranks as that
 *     resize N --hosts A,B spread over these hosts
 *     split RANK [PARTS]   one rank becomes two, or more
 *     merge RANK RANK...   these become one
 *     migrate RANK HOST    the same ranks, one of them elsewhere
 *     rebalance W W...     the same ranks, with shares in this proportion
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_CHANGE_H
#define MITOSIS_CHANGE_H

#include <stdbool.h>

#include "base/error.h"

enum change_kind {
    CHANGE_RESIZE,
    CHANGE_SPLIT,
    CHANGE_MERGE,
    CHANGE_MIGRATE,
    CHANGE_REBALANCE,
    CHANGE_KINDS
};

enum { CHANGE_RANKS = 4096, CHANGE_HOST = 4096 };

struct change {
    enum change_kind kind;
    int size;                /* of CHANGE_RESIZE */
    int rank;                /* of CHANGE_SPLIT and CHANGE_MIGRATE */
    int parts;               /* of CHANGE_SPLIT */
    int count;               /* of what follows */
    int ranks[CHANGE_RANKS]; /* of CHANGE_MERGE, rising */
    double weights[CHANGE_RANKS];
    char host[CHANGE_HOST]; /* of CHANGE_MIGRATE; of CHANGE_RESIZE hosts, with
                               commas, or none */
};

/* The word for a kind: "resize". */
extern const char *const change_name[CHANGE_KINDS];

/* Read 'text'.  Returns -1 with the reason in 'err', which says what would
 * be right.
 */
int change_parse(struct change *c, const char *text, struct error *err);

/* Whether 'c' can be done to a job of 'ranks'.  Returns the new number of
 * ranks, or -1 with the reason in 'err'.
 */
int change_size(const struct change *c, int ranks, struct error *err);

#endif /* !MITOSIS_CHANGE_H */
