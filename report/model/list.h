/* list.h - a growing array of records
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_LIST_H
#define MITOSIS_REPORT_MODEL_LIST_H

#include <stddef.h>

#include "report/model/arena.h"

/* Start with { .bytes = sizeof(struct record) }. */
struct list {
    size_t bytes; /* of a record */
    size_t count;
    size_t room;
    void *records;
};

/* Add a record that is all zero.  Returns it, until the next one is added,
 * or NULL when there is no memory.
 */
void *list_add(struct list *l);

/* Move the records into 'a' and leave the list empty.  Returns them, or NULL
 * with the list as it was when there is no memory.
 */
void *list_keep(struct list *l, arena_t *a);

/* Free the records. */
void list_clear(struct list *l);

#endif /* !MITOSIS_REPORT_MODEL_LIST_H */
