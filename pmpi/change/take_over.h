/* take_over.h - become the job in place of the generation before
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CHANGE_TAKE_OVER_H
#define MITOSIS_PMPI_CHANGE_TAKE_OVER_H

#include "net/local_message.h"

/* Wait at the first sync for all that the old generation has.  Returns what
 * mito_sync() is to return, or ends the process when it is not needed.
 */
int take_over(void);

/* In a new rank that cannot: tell the agent so, with the reason if the message
 * has one, and end the process, which the job does not need.
 */
_Noreturn void take_over_decline(enum local_message_type type,
                                 const char *why);

#endif /* !MITOSIS_PMPI_CHANGE_TAKE_OVER_H */
