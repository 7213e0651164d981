/* unwind.h - the calls that led to an MPI call
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_UNWIND_H
#define MITOSIS_PMPI_WATCH_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

/* One call: the return address, and where on the stack it stands, in bytes
 * from the frame that the walk began at.
 */
struct unwind_call {
    void *address;
    intptr_t slot;
};

/* Open libunwind.  Returns false when it is not there. */
bool unwind_open(void);

/* Walk up from an MPI wrapper that was called from 'address' and whose frame
 * ends at 'frame': write its callers' callers, at most 'most', to 'calls'.
 * Returns how many, 0 when the way cannot be found.
 */
int unwind_walk(const void *address,
                const char *frame,
                struct unwind_call *calls,
                int most);

#endif /* !MITOSIS_PMPI_WATCH_UNWIND_H */
