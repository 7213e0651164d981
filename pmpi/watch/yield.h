/* yield.h - give the core away while there is nothing to do
 *
 * MPICH asks its network over and over again for as long as it waits.  With
 * more ranks than cores those that wait take the time of those that they
 * wait for.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_YIELD_H
#define MITOSIS_PMPI_WATCH_YIELD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* MPI was started with 'ranks' on 'cores' of this host: give the core away if
 * the setting says so, or if it leaves that to us and there are too few cores.
 * Returns whether that is done wherever there are.
 */
bool yield_setup(int ranks, int cores);

/* Also do so whenever 'word' is not zero, if the setting leaves it to us. */
void yield_follow(const _Atomic uint32_t *word);

/* Give the core away once, if that is wanted now. */
void yield_now(void);

#endif /* !MITOSIS_PMPI_WATCH_YIELD_H */
