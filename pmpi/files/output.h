/* output.h - what the program has written and not given to the system yet
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_FILES_OUTPUT_H
#define MITOSIS_PMPI_FILES_OUTPUT_H

#include "base/error.h"

/* Write out the buffers of all files: those of stdio, of C++ streams, and of
 * Fortran units.  Each is empty then, so that nothing is written twice,
 * whoever goes on.  Returns -1 with the reason in 'err' when one could not be
 * written; the others are.
 */
int output_flush(struct error *err);

/* Know from now on of what is opened by all that is loaded.  That is done when
 * the program is loaded; once more when MPI is started, for what came since.
 */
void output_follow(void);

/* Wait until what was printed to stdout and stderr has been read, for a
 * second at most: what others print is to come after it.
 */
void output_drain(void);

#endif /* !MITOSIS_PMPI_FILES_OUTPUT_H */
