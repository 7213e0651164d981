/* slurm_options.h - what users choose for companions,
 * "partition=cheap,qos=low"
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_SLURM_OPTIONS_H
#define MITOSIS_AGENT_BATCH_SLURM_OPTIONS_H

#include "base/error.h"

enum slurm_option {
    SLURM_OPTION_PARTITION,
    SLURM_OPTION_ACCOUNT,
    SLURM_OPTION_QOS,
    SLURM_OPTION_RESERVATION,
    SLURM_OPTION_CONSTRAINT,
    SLURM_OPTIONS
};

/* What sbatch is given.  NULL: as the job has it; "": nothing. */
struct slurm_options {
    char *text[SLURM_OPTIONS];
};

/* Read them, separated by commas; a value ends before a comma behind which
 * there is another of these names.  "" is none of them.  Returns -1 with the
 * reason in 'err'.  The caller gives them back with slurm_options_clear(), in
 * any case.
 */
int slurm_options_read(const char *text,
                       struct slurm_options *o,
                       struct error *err);

/* Free the texts. */
void slurm_options_clear(struct slurm_options *o);

/* What sbatch calls it. */
const char *slurm_options_name(enum slurm_option which);

#endif /* !MITOSIS_AGENT_BATCH_SLURM_OPTIONS_H */
