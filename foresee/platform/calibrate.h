/* calibrate.h - what a run tells of the hosts that it was on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_PLATFORM_CALIBRATE_H
#define MITOSIS_FORESEE_PLATFORM_CALIBRATE_H

#include "foresee/platform/platform.h"
#include "foresee/record/recording.h"

/* Make the platform of the run's own hosts: latency and bandwidth between
 * those whose ranks talked, the size from which messages waited for their
 * receiver, and by how much calls that waited returned too late on each host.
 * Cores are not known.  Returns what is given back with platform_destroy(), or
 * NULL with the reason in 'err'.
 */
struct platform *calibrate(const struct recording *r, struct error *err);

/* Make the same of which nothing is known but the hosts' names. */
struct platform *calibrate_hosts(const struct recording *r, struct error *err);

#endif /* !MITOSIS_FORESEE_PLATFORM_CALIBRATE_H */
