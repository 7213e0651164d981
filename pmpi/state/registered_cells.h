/* registered_cells.h - what is registered and has gaps between its items
 *
 * To all others these arrays are bags as any, whose count is ours.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_REGISTERED_CELLS_H
#define MITOSIS_PMPI_STATE_REGISTERED_CELLS_H

#include "pmpi/state/registered.h"

/* Whether what the layout of 't' says of places goes together; where it says
 * something, 't' has our count from now on, and its memory stays.  Returns -1
 * with what is wrong in 'err'.
 */
int registered_cells_begin(struct registered *t, struct error *err);

/* Whether there is any. */
bool registered_cells_any(void);

/* Put the items of all one behind the other, but where a cell has more than
 * there is room for.
 */
void registered_cells_close(void);

/* Put them back to where they were; those that have come into cells, about as
 * many into each.
 */
void registered_cells_open(void);

#endif /* !MITOSIS_PMPI_STATE_REGISTERED_CELLS_H */
