/* usable_cores.h - which of a host's cores what was started there may use
 *
 * Users bind a whole job ("taskset -c 0 mpiexec"), batch systems do, too, and
 * launchers bind each rank to cores of its own.  The first says how much of
 * the host the job has, the last does not: so the launcher's process there is
 * asked, not the rank.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_SYSTEM_USABLE_CORES_H
#define MITOSIS_BASE_SYSTEM_USABLE_CORES_H

#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

/* The cores that Hydra's process above 'pid' may use, and so all ranks that it
 * starts.  Returns false, with nothing in 'cores', when there is none above
 * it.
 */
bool usable_cores_of_launcher(pid_t pid, cpu_set_t *cores);

/* How many cores' worth of time the control group that we see as the topmost
 * may use, by the kernel's files below 'root' ("" for the real ones, a folder
 * with some of its own for a test); infinite when that is not limited.
 */
double usable_cores_quota(const char *root);

/* As many of 'cores' as a quota leaves whole, and one at least. */
int usable_cores_within(int cores, double quota);

#endif /* !MITOSIS_BASE_SYSTEM_USABLE_CORES_H */
