/* masked_thread.h - start a thread that takes no signals
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_SYSTEM_MASKED_THREAD_H
#define MITOSIS_BASE_SYSTEM_MASKED_THREAD_H

#include <pthread.h>

/* As pthread_create(), which it returns the result of.  Signals are left to
 * the program's own threads.
 */
int masked_thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg);

#endif /* !MITOSIS_BASE_SYSTEM_MASKED_THREAD_H */
