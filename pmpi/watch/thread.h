/* thread.h - the threads that call MPI
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_THREAD_H
#define MITOSIS_PMPI_WATCH_THREAD_H

/* The calling thread makes its first call: give it a record in the page. */
void thread_enter(void);

/* The calling thread is the main one of a new page. */
void thread_begin(void);

#endif /* !MITOSIS_PMPI_WATCH_THREAD_H */
