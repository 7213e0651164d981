/* change_script.h - changes at given syncs, as people write them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_CHANGE_SCRIPT_H
#define MITOSIS_JOB_CHANGE_SCRIPT_H

#include <stdint.h>

#include "base/error.h"
#include "job/change.h"

enum { CHANGE_SCRIPT_STEPS = 1024 /* at most */ };

/* One step of a script "100 resize 4; 250 split 1 3". */
struct change_script_step {
    uint64_t sync;
    struct change *change;
};

struct change_script {
    struct change_script_step *step;
    int count;
    size_t room; /* of 'step' */
};

/* Read 'text' into 'script': each change is checked, syncs rise.  Returns 0,
 * and the caller gives back what is in the script with change_script_clear();
 * or -1 with the reason in 'err' and an empty script.
 */
int change_script_parse(struct change_script *script,
                        const char *text,
                        struct error *err);

/* Free what is in 'script', which may be zero, and make it empty. */
void change_script_clear(struct change_script *script);

#endif /* !MITOSIS_JOB_CHANGE_SCRIPT_H */
