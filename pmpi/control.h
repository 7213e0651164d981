/* control.h - by which a program speaks to its tools
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PCONTROL_H
#define MITOSIS_PCONTROL_H

/* The program leaves mito_sync(), which it calls once in each iteration: one
 * begins, unless the program marks them by MPI_Pcontrol().
 */
void control_sync(void);

#endif /* !MITOSIS_PCONTROL_H */
