/* table.h - give things numbers, the same number to the same thing
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_TABLE_H
#define MITOSIS_REPORT_MODEL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/model/arena.h"

enum { TABLE_NONE = UINT32_MAX };

typedef struct table table_t;

/* Make an empty table of things that are 'bytes' each.  Returns NULL when
 * there is no memory.
 */
table_t *table_create(size_t bytes);

/* Free it.  NULL is fine. */
void table_destroy(table_t *t);

/* The number of the thing whose name is the 'len' bytes at 'name': 0 for the
 * first name that ever came, 1 for the next new one, and so on.  A new thing
 * is all zero.  Returns TABLE_NONE when there is no memory.
 */
uint32_t table_number(table_t *t, const void *name, size_t len);

/* How many things there are. */
size_t table_count(const table_t *t);

/* The thing with the number 'n'; it may move when another one is added. */
void *table_at(table_t *t, uint32_t n);

/* Copy all things into 'a'.  Returns the first, or NULL when there is no
 * memory.
 */
void *table_keep(const table_t *t, arena_t *a);

#endif /* !MITOSIS_REPORT_MODEL_TABLE_H */
