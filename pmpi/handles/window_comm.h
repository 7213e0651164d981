/* window_comm.h - the communicators that one-sided windows were made from
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_HANDLES_WINDOW_COMM_H
#define MITOSIS_PMPI_HANDLES_WINDOW_COMM_H

#include <stdbool.h>

#include "pmpi/handles/comm.h"

/* 'win' was made from 'comm'; is freed; and which it was, or NULL. */
void window_comm_add(MPI_Win win, comm_t *comm);
void window_comm_remove(MPI_Win win);
comm_t *window_comm_of(MPI_Win win);

/* Whether one is not freed yet. */
bool window_comm_any(void);

#endif /* !MITOSIS_PMPI_HANDLES_WINDOW_COMM_H */
