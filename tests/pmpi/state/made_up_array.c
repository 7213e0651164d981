/* made_up_array.c - an array as a program registers it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "tests/pmpi/state/made_up_array.h"

bool made_up_fails;

struct registered made_up_array(const char *name, double **rows, long *count)
{
    struct registered t = { .buffer = rows,
                            .pointed = true,
                            .count = count,
                            .count_bytes = sizeof(*count),
                            .item = { .spread = ITEM_BLOCK,
                                      .extent = sizeof(double),
                                      .row = 1,
                                      .block = 1,
                                      .index = ITEM_NONE },
                            .layout.memory = MITO_MALLOC };

    strcpy(t.item.name, name);
    return t;
}

int made_up_split(void **rows, size_t *n, int part, int parts, void *arg)
{
    double *list = *rows;
    size_t kept = 0;

    (void)arg;
    if (made_up_fails)
        return 1;
    for (size_t i = (size_t)part; i < *n; i += (size_t)parts)
        list[kept++] = list[i];
    *n = kept;
    return 0;
}
