/* job_kind.h - whether a job's number of nodes is fixed, chosen or changed
 *
 * Who chooses it when the job starts, and whether it may change later: all
 * four combinations, in the words of the field.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_JOB_KIND_H
#define MITOSIS_FORESEE_CLUSTER_JOB_KIND_H

#include <stdbool.h>

#include "base/error.h"

enum job_kind {
    JOB_RIGID,     /* as many as were asked for, to the end */
    JOB_MOLDABLE,  /* chosen when it starts, and kept */
    JOB_MALLEABLE, /* starts with what was asked for, and may change */
    JOB_FLEXIBLE,  /* chosen when it starts, and may change */
    JOB_KINDS
};

extern const char *const job_kind_word[JOB_KINDS];

/* The kind of that name, or JOB_KINDS. */
enum job_kind job_kind_find(const char *name);

/* Whether its size is chosen when it starts, and whether it may change. */
bool job_kind_chooses(enum job_kind kind);
bool job_kind_changes(enum job_kind kind);

/* Percent of the jobs of a workload that are of each kind. */
struct job_kind_shares {
    double percent[JOB_KINDS];
};

/* Read "flexible", or "malleable=50,moldable=25" of which the rest is rigid.
 * Returns -1 with the reason in 'err', and 'shares' as they were.
 */
int job_kind_shares_read(struct job_kind_shares *shares,
                         const char *text,
                         struct error *err);

#endif /* !MITOSIS_FORESEE_CLUSTER_JOB_KIND_H */
