/* comm_ranks.h - the ranks of a communicator as text: "0-3,8"
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_COMM_RANKS_H
#define MITOSIS_PROFILE_COMM_RANKS_H

#include <stdbool.h>

#include "base/bytes.h"

/* Add 'ranks', which are 'count', to 'text', however many they are; one below
 * zero, which is of another job, as "?".  The text is not terminated.  Returns
 * false, with some of it perhaps added, when there is no memory.
 */
bool comm_ranks_append(struct bytes *text, const int *ranks, int count);

/* How many of them follow each other: 3 of 5, 6, 7, 9. */
int comm_ranks_run(const int *ranks, int count);

#endif /* !MITOSIS_PROFILE_COMM_RANKS_H */
