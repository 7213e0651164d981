/* energy.h - what the processors of this host consume
 *
 * The kernel counts it for each processor package, in files below
 * /sys/class/powercap, which on most hosts only root may read.  They start
 * over now and then, so they must be read every minute.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_ENERGY_H
#define MITOSIS_PROFILE_ENERGY_H

#include <stdint.h>

enum { ENERGY_PACKAGES = 16, ENERGY_PATH = 256 };

struct energy_package {
    char path[ENERGY_PATH];
    uint64_t range; /* where it starts over, microjoules */
    uint64_t last;
};

struct energy {
    unsigned packages;
    struct energy_package package[ENERGY_PACKAGES];
    double joules; /* of all of them, since energy_begin() */
};

/* Begin to count by what is in 'folder', "/sys/class/powercap".  Returns 0, or
 * an errno: EACCES where this user may not, ENOENT where the host tells
 * nothing.  Leaves errno alone.
 */
int energy_begin(struct energy *e, const char *folder);

/* Add what was consumed since it was read last.  Leaves errno alone. */
void energy_read(struct energy *e);

#endif /* !MITOSIS_PROFILE_ENERGY_H */
