/* type.h - what a datatype is, in numbers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_HANDLES_TYPE_H
#define MITOSIS_PMPI_HANDLES_TYPE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Find the bytes from one element to the next, and a number that is the same
 * for types that are made in the same way.  Returns -1 with the reason in
 * 'err': it is none, is not committed, or its data are not within these
 * bytes.
 */
int type_describe(MPI_Datatype type,
                  uint64_t *extent,
                  uint64_t *signature,
                  struct error *err);

/* Write what people call it, "MPI_INT", cut short if need be, to the 'room'
 * bytes at 'name'.  It is empty when the program has given it no name.
 */
void type_name(MPI_Datatype type, char *name, size_t room);

#endif /* !MITOSIS_PMPI_HANDLES_TYPE_H */
