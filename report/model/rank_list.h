/* rank_list.h - lists of ranks as people write them: "0-3,8"
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_RANK_LIST_H
#define MITOSIS_REPORT_MODEL_RANK_LIST_H

#include <stddef.h>

#include "report/model/run.h"

/* The 'count' numbers at 'ranks', which rise, as text in 'a'.  Returns NULL
 * when there is no memory.
 */
char *rank_list_text(arena_t *a, const int *ranks, size_t count);

/* Say in 'run' which of its ranks are missing.  Returns -1 without memory. */
int rank_list_missing(struct run *run);

#endif /* !MITOSIS_REPORT_MODEL_RANK_LIST_H */
