/* stay_away.h - leave a program alone, with a word on why
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_STAY_AWAY_H
#define MITOSIS_PMPI_WATCH_STAY_AWAY_H

#include "pmpi/watch/launcher_variables.h"

/* The program has another MPI, which calls itself 'name': nothing is to be
 * watched.  The first rank says so.
 */
void stay_away(const char *name);

/* A launcher started several processes, and each of them is a world of its
 * own: watch them no more, as if there were nothing to watch.  The first of
 * them says so.
 */
void stay_apart(const struct launcher_variables *told);

/* The same where nothing told of the others: one of them was the first to take
 * the place, and is watched.
 */
void stay_behind(void);

/* This rank's page cannot be made, for the reason 'why': nothing of it is
 * watched, and the job cannot be changed.  The first of those on this host
 * says so.
 */
void stay_without_page(const char *why);

#endif /* !MITOSIS_PMPI_WATCH_STAY_AWAY_H */
