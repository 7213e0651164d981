/* thread_use.h - what the kernel counts of the main thread
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_THREAD_USE_H
#define MITOSIS_PMPI_WATCH_THREAD_USE_H

#include <sys/types.h>

#include "profile/page.h"

/* What it has counted of this thread so far, which is to be the main one of
 * the process 'pid'; 0 where it tells nothing.
 */
struct thread_use thread_use_read(pid_t pid);

#endif /* !MITOSIS_PMPI_WATCH_THREAD_USE_H */
