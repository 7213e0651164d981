/* memory_left.h - how much more memory processes of a host may take
 *
 * What ends a process for lack of memory is the host or the nearest of the
 * control groups above it, of version 1 or 2, that is full.  File pages that
 * the kernel can drop count as free.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_SYSTEM_MEMORY_LEFT_H
#define MITOSIS_BASE_SYSTEM_MEMORY_LEFT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { MEMORY_LEFT_WHERE = 104 };

/* What has the least room, in bytes. */
struct memory_left {
    double free;  /* memory that can still be had */
    double swap;  /* and room in swap, of which much is slow */
    double limit; /* all that there is, or is allowed, without swap */
    char where[MEMORY_LEFT_WHERE]; /* "the host" or "control group /jobs/7" */
};

/* Find what has the least room for processes in the control groups of 'pid',
 * by the kernel's files below 'root' ("" for the real ones, a folder with some
 * of its own for a test).  Room in swap counts only if it 'swaps'.  Returns
 * false when nothing can be known.
 */
bool memory_left_find(const char *root,
                      pid_t pid,
                      bool swaps,
                      struct memory_left *h);

/* Memory that a process has for itself, in bytes. */
struct memory_left_use {
    double own;     /* neither files nor shared, in memory or in swap */
    double address; /* its address space */
    double data;    /* what of it counts as data */
};

/* Returns false when it is gone. */
bool memory_left_use(const char *root, pid_t pid, struct memory_left_use *use);

/* How many processes the kernel has ended for lack of memory on this host
 * since it was started.
 */
uint64_t memory_left_kills(const char *root);

#endif /* !MITOSIS_BASE_SYSTEM_MEMORY_LEFT_H */
