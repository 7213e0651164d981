/* pull.h - fetch rows from the memory of another process of this host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PULL_H
#define MITOSIS_PULL_H

#include <sys/types.h>

#include "migrate/plan.h"

/* Fetch one copy of a plan from the process 'pid', whose item is at
 * 'address', into 'memory'.  Adds to 'sum' what the copy counts in the
 * digest.  Returns -1 with the reason in 'err'.
 */
int pull_copy(const struct copy *c,
              pid_t pid,
              uint64_t address,
              uint64_t row_bytes,
              void *memory,
              uint64_t *sum,
              struct error *err);

#endif /* !MITOSIS_PULL_H */
