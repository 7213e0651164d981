/* change_script.h - changes at given syncs, as people write them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_CHANGE_SCRIPT_H
#define MITOSIS_JOB_CHANGE_SCRIPT_H

#include <stdint.h>

#include "base/error.h"

/* One step of a script "100 resize 4; 250 split 1 3". */
struct change_script_step {
    uint64_t sync;
    const char *text; /* of the change */
};

/* Split 'script' (which is changed, and is to live as long as the steps) into
 * steps, each change checked, syncs rising.  Returns how many there are, at
 * most 'most', or -1 with the reason in 'err'.
 */
int change_script_parse(char *script,
                        struct change_script_step *steps,
                        int most,
                        struct error *err);

#endif /* !MITOSIS_JOB_CHANGE_SCRIPT_H */
