/* size_list.h - which numbers of ranks a program can run with, as users write
 * them down
 *
 *     8              this one
 *     2-16           all of these
 *     squares        1, 4, 9 ...
 *     cubes          1, 8, 27 ...
 *     powers-of-2    1, 2, 4 ...; or of another number
 *     multiples-of-4 4, 8, 12 ...; or of another number
 *     1,8,multiples-of-6
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_SIZE_LIST_H
#define MITOSIS_JOB_SIZE_LIST_H

#include <stdbool.h>

#include "base/error.h"

enum { SIZE_LIST_ITEMS = 256 };

struct size_list_item {
    enum {
        SIZE_LIST_RANGE,
        SIZE_LIST_SQUARES,
        SIZE_LIST_CUBES,
        SIZE_LIST_POWERS,
        SIZE_LIST_MULTIPLES
    } kind;
    int least; /* of a range; what others are powers or multiples of */
    int most;
};

/* All zero is an empty one, in which every number is. */
struct size_list {
    int items;
    struct size_list_item item[SIZE_LIST_ITEMS];
};

/* Read 'text', where nothing is an empty list.  Returns -1 with the reason in
 * 'err', and the list is empty.
 */
int size_list_parse(struct size_list *l, const char *text, struct error *err);

/* Whether 'ranks' is in it. */
bool size_list_has(const struct size_list *l, int ranks);

#endif /* !MITOSIS_JOB_SIZE_LIST_H */
