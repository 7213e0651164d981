/* rank_list.h - lists of ranks as people write them: "0-3,8"
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_RANK_LIST_H
#define MITOSIS_REPORT_MODEL_RANK_LIST_H

#include <stddef.h>

#include "report/model/arena.h"

/* The 'count' numbers at 'ranks', which rise, as text in 'a'.  Returns NULL
 * when there is no memory.
 */
char *rank_list_text(arena_t *a, const int *ranks, size_t count);

/* The same of the numbers from 0 to 'size' - 1 that are not among them. */
char *rank_list_others(arena_t *a, const int *ranks, size_t count, int size);

#endif /* !MITOSIS_REPORT_MODEL_RANK_LIST_H */
