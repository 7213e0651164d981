/* list.c - a growing array of records
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "report/model/list.h"

void *list_add(struct list *l)
{
    char *record;

    if (!grow(&l->records, l->bytes, l->count, &l->room))
        return NULL;
    record = (char *)l->records + l->count++ * l->bytes;
    memset(record, 0, l->bytes);
    return record;
}

void *list_keep(struct list *l, arena_t *a)
{
    void *kept = arena_take(a, l->count, l->bytes);

    if (kept) {
        if (l->count > 0)
            memcpy(kept, l->records, l->count * l->bytes);
        list_clear(l);
    }
    return kept;
}

void list_clear(struct list *l)
{
    free(l->records);
    *l = (struct list){ .bytes = l->bytes };
}
