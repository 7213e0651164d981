/* call_paths.h - call paths as all ranks can agree on
 *
 * The ranks have the program and its libraries at different addresses.  A
 * path is the same in two ranks when its frames are at the same places of
 * the same files.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_CALL_PATHS_H
#define MITOSIS_REPORT_GATHER_CALL_PATHS_H

#include "profile/page.h"
#include "report/model/run.h"

typedef struct call_paths call_paths_t;

/* Start collecting, with memory of 'a'.  Returns NULL when there is none. */
call_paths_t *call_paths_create(arena_t *a);

/* Free it.  NULL is fine. */
void call_paths_destroy(call_paths_t *p);

/* Turn to the next rank: its addresses are those of the objects in 'page',
 * which stays where it is until all of the rank's paths are added.
 */
void call_paths_begin(call_paths_t *p, const struct page *page);

/* An address of this rank as a place in a file. */
struct run_frame call_paths_frame(call_paths_t *p, uint64_t address);

/* Add a call path in the page of the rank 'rank', to the call that is number
 * 'number' and whose name is 'call', with ticks worth 'tick' seconds.  Returns
 * its number, or RUN_NOWHERE when there is no memory.
 */
uint32_t call_paths_add(call_paths_t *p,
                        const struct call_site_record *site,
                        uint32_t number,
                        const char *call,
                        int rank,
                        double tick);

/* Move all into the run.  Returns -1 when there is no memory. */
int call_paths_keep(call_paths_t *p, struct run *run);

#endif /* !MITOSIS_REPORT_GATHER_CALL_PATHS_H */
