/* fortran.h - have the Fortran binding call us
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CALLS_FORTRAN_H
#define MITOSIS_PMPI_CALLS_FORTRAN_H

/* Make the calls that libmpichfort makes by their PMPI names enter as
 * those of others do, if it is loaded.  May be called again when more was
 * loaded.
 */
void fortran_redirect(void);

#endif /* !MITOSIS_PMPI_CALLS_FORTRAN_H */
