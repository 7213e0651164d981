/* gap_arrays.h - what is registered and has gaps between its items
 *
 * To all others these arrays are bags as any, whose count is ours.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_GAP_ARRAYS_H
#define MITOSIS_PMPI_STATE_GAP_ARRAYS_H

#include "pmpi/state/registered.h"

/* Whether what the layout of 't' says of places goes together; where it says
 * something, 't' has our count from now on, and its memory stays.  Returns -1
 * with what is wrong in 'err'.
 */
int gap_arrays_begin(struct registered *t, struct error *err);

/* Whether there is any. */
bool gap_arrays_any(void);

/* Put the items of all one behind the other, but where a cell has more than
 * there is room for.
 */
void gap_arrays_close(void);

/* Put them back to where they were; those that have come into cells, about as
 * many into each.
 */
void gap_arrays_open(void);

#endif /* !MITOSIS_PMPI_STATE_GAP_ARRAYS_H */
