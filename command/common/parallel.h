/* parallel.h - call a function many times, in processes that run side by side
 *
 * Each call has a process of its own, a copy of this one, and at a time there
 * are as many as we may use processors of the machine's.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_PARALLEL_H
#define MITOSIS_COMMAND_COMMON_PARALLEL_H

#include <stddef.h>

#include "base/error.h"

/* What is called: the result of that number goes to 'result', which is all
 * zero.  Returns -1 with the reason in 'err'.
 */
typedef int parallel_fn(void *arg,
                        size_t number,
                        void *result,
                        struct error *err);

/* Call 'fn' for 0 to count - 1, on low priority, and gather the results, of so
 * many bytes each, in 'results'.  Returns -1 when one of them failed, with the
 * reason of the first one by number in 'err', and 'results' as it was; after a
 * failure no more are begun.  On a terminal is told how many of the 'what'
 * ("runs") are done, where they take longer than a moment.  This process has
 * no other children meanwhile.
 */
int parallel_run(parallel_fn *fn,
                 void *arg,
                 size_t count,
                 void *results,
                 size_t bytes,
                 const char *what,
                 struct error *err);

#endif /* !MITOSIS_COMMAND_COMMON_PARALLEL_H */
