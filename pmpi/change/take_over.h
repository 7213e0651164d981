/* take_over.h - become the job in place of the generation before
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CHANGE_TAKE_OVER_H
#define MITOSIS_PMPI_CHANGE_TAKE_OVER_H

/* Wait at the first sync for all that the old generation has.  Returns what
 * mito_sync() is to return, or ends the process when it is not needed.
 */
int take_over(void);

#endif /* !MITOSIS_PMPI_CHANGE_TAKE_OVER_H */
