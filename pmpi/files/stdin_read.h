/* stdin_read.h - whether the program has read from stdin
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_FILES_STDIN_READ_H
#define MITOSIS_PMPI_FILES_STDIN_READ_H

#include <stdbool.h>

/* It has, by a C++ stream or a Fortran unit. */
void stdin_read_note(void);

/* Whether anything has come from there.  What read() alone has read is not
 * known.
 */
bool stdin_read_was_read(void);

#endif /* !MITOSIS_PMPI_FILES_STDIN_READ_H */
