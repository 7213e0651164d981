/* watch_start.h - how watching a process begins
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_WATCH_START_H
#define MITOSIS_PMPI_WATCH_WATCH_START_H

#include <stdbool.h>

/* MPI is about to be started, by MPI_Init() or a session: read the settings
 * and make the page.  May be called again.  What goes wrong is told once, on
 * stderr, and then nothing is watched.
 */
void watch_prepare(void);

/* MPI was started, for a world of MPI_COMM_WORLD or for sessions only: begin
 * to watch.
 */
void watch_begin(int thread_level, bool sessions);

/* Whether MPI was started and there is nothing to watch: that was not wanted,
 * or could not be, which has been said.
 */
bool watch_is_left_alone(void);

/* Whether this is the first generation of a job that is on several hosts, and
 * may be changed.  It is the same in all ranks.
 */
bool watch_spans_hosts(void);

/* End a new rank that cannot take part, saying why: then the change cannot be
 * made, and the sooner that is known the better, as the old ranks compute on.
 * For one that has nothing by which it could tell the agent.
 */
_Noreturn void watch_turn_back(const char *why);

#endif /* !MITOSIS_PMPI_WATCH_WATCH_START_H */
