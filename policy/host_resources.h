/* host_resources.h - how a host is, beside what we do there
 *
 * All of it comes from a few small files of the kernel, read each time that a
 * policy is about to be asked, and is about the time since they were read
 * before.  How fast a core is, is measured once, in a few milliseconds.  Where
 * our processes were started bound to some of its cores, these are the host's.
 * Where a control group allows us less than the machine has, that counts as
 * the host, and what else runs in the group as its load.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_HOST_RESOURCES_H
#define MITOSIS_POLICY_HOST_RESOURCES_H

#include <stddef.h>

#include "policy/policy_job.h"

typedef struct host_resources host_resources_t;

/* Begin to measure this host, with files below 'root' ("" for the real
 * ones, a folder with some of its own for a test).  Returns NULL without
 * memory.
 */
host_resources_t *host_resources_create(const char *root);

/* Free it.  NULL is fine. */
void host_resources_destroy(host_resources_t *m);

/* Forget what was read before: our processes are others now. */
void host_resources_restart(host_resources_t *m);

/* Read, and fill in cores, speed, load, pressure and memory_free of 'host';
 * what cannot be known stays JOB_UNKNOWN.  'pids' are our processes: what
 * they use is not load.  The first time load and pressure are unknown.
 */
void host_resources_read(host_resources_t *m,
                         const int *pids,
                         size_t count,
                         struct policy_host *host);

#endif /* !MITOSIS_POLICY_HOST_RESOURCES_H */
