/* host_load.h - the load of a host over time, in little room
 *
 * When there is no more room, each two samples become one, their mean, so a
 * series of any length is even and ends now.  All zero is an empty one.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_HOST_LOAD_H
#define MITOSIS_PROFILE_HOST_LOAD_H

#include <stdint.h>

enum { LOADS = 64 }; /* samples, at most */

struct host_load {
    uint64_t stride; /* ticks from one sample to the next */
    uint32_t used;
    uint32_t reserved;
    float load[LOADS];
};

/* Note the load 'passed' ticks after the series has begun; samples that were
 * missed since the last one are like this one.  The first strides have
 * 'first_stride' ticks.  Costs next to nothing, takes no lock, cannot fail.
 */
void host_load_note(struct host_load *l,
                    uint64_t passed,
                    uint64_t first_stride,
                    double load);

#endif /* !MITOSIS_PROFILE_HOST_LOAD_H */
