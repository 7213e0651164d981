/* malleable.h - a rank's part in a change of its job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MALLEABLE_H
#define MITOSIS_MALLEABLE_H

/* MPI_Finalize() was entered: nothing can be changed any more. */
void malleable_end(void);

#endif /* !MITOSIS_MALLEABLE_H */
