/* fortran_units.h - the files that a Fortran program has open as units
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_FILES_FORTRAN_UNITS_H
#define MITOSIS_PMPI_FILES_FORTRAN_UNITS_H

#include <stdbool.h>

/* Write out the buffers of all units.  What cannot be written stays there;
 * there is no way to know.  Does nothing to a program without libgfortran.
 */
void fortran_units_flush(void);

/* Have those units whose file 'of' names forget what they have read ahead. */
void fortran_units_rewind(bool (*of)(int fd));

/* This rank carries on: have units that its start-up opened to append, and
 * those of which 'also' says so, go on at the end that the old ranks have
 * left.
 */
void fortran_units_go_to_end(bool (*also)(int fd));

/* Whether the file open as 'fd' is a unit of which what other processes write
 * stays there: opened to append, or by numbers of records, and not replaced.
 */
bool fortran_units_stays(int fd);

/* Whether this thread is opening a unit right now whose records come one after
 * the other, and not behind those that are there.
 */
bool fortran_units_opens_in_turn(void);

/* Know from now on of the units that are opened by all that is loaded.  May be
 * called again, for what was loaded since.
 */
void fortran_units_follow(void);

#endif /* !MITOSIS_PMPI_FILES_FORTRAN_UNITS_H */
