/* own_thread.h - a thread of ours in somebody else's process
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_OWN_THREAD_H
#define MITOSIS_BASE_OWN_THREAD_H

#include <pthread.h>

/* Start one that takes no signals, as these are for the program's own threads.
 * Returns what pthread_create() does.
 */
int own_thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg);

#endif /* !MITOSIS_BASE_OWN_THREAD_H */
