/* watch_end.h - how watching a process ends
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_WATCH_END_H
#define MITOSIS_PMPI_WATCH_WATCH_END_H

#include <stdint.h>

/* MPI_Finalize() is entered: what the rank uses is looked at for the last
 * time. Returns when that was, which is when the run ends.
 */
uint64_t watch_last_look(void);

/* MPI_Finalize() was entered, or the last session ended, at 'now' by
 * clock_ticks(): watch no more.
 */
void watch_end(uint64_t now);

/* Right before MPI_Finalize(), in all ranks: bring the pages of all hosts to
 * the one where the report is made.
 */
void watch_gather_pages(void);

/* MPI_Finalize() was left: the last rank of the host to come here makes the
 * report, unless 'mitosis run' will.
 */
void watch_report(void);

/* This rank handed over to the next generation, at the sync with this number,
 * and will only finish: watch no more.  It counts as gone from now on and
 * makes no report.
 */
void watch_succeed(uint64_t sync);

#endif /* !MITOSIS_PMPI_WATCH_WATCH_END_H */
