/* rank_page.h - the page of a rank of this host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_PEERS_RANK_PAGE_H
#define MITOSIS_AGENT_PEERS_RANK_PAGE_H

#include <stdint.h>

#include "base/error.h"
#include "profile/page.h"

/* Open it in the folder of the job.  Returns NULL if the rank has none here;
 * page_close() takes both.
 */
struct page *rank_page_open(const char *folder, uint32_t generation, int rank);

/* Add the MPI call that the rank is in to a text, as " (in MPI_Recv)". */
void rank_page_say_call(const struct page *p, struct error *text);

#endif /* !MITOSIS_AGENT_PEERS_RANK_PAGE_H */
