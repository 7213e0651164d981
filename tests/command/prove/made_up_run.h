/* made_up_run.h - what ranks have written down of a run that never was
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_COMMAND_PROVE_MADE_UP_RUN_H
#define MITOSIS_TESTS_COMMAND_PROVE_MADE_UP_RUN_H

#include "command/prove/prove_run.h"

/* The things of all runs, in order: "all" is replicated, "fixed" constant,
 * "own" local, "rows" in blocks with a halo.
 */
enum { MADE_UP_ALL, MADE_UP_FIXED, MADE_UP_OWN, MADE_UP_ROWS, MADE_UP_ITEMS };

/* Ranks 0 and 1 of generation 1 up to sync 'change' - 1, and of generation 2
 * from there on; 0 for no change.  'edit' may be NULL, or changes what a rank
 * tells.
 */
typedef void made_up_edit_t(int rank,
                            uint64_t sync,
                            struct sums_value value[MADE_UP_ITEMS]);

/* Make a run of so many syncs, that ended well and printed 'lines', words with
 * spaces between them.  The test program ends if it cannot.
 */
void made_up_run(struct prove_run *r,
                 uint64_t syncs,
                 uint64_t change,
                 made_up_edit_t *edit,
                 const char *lines);

/* A folder to write into, and the file of a rank there. */
const char *made_up_folder(void);
void made_up_write(unsigned generation,
                   int rank,
                   uint64_t from,
                   uint64_t to,
                   made_up_edit_t *edit);
void made_up_remove(void);

#endif /* !MITOSIS_TESTS_COMMAND_PROVE_MADE_UP_RUN_H */
