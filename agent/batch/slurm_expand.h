/* slurm_expand.h - idle nodes become those of the job itself
 *
 * Where a site permits it, an allocation that depends on the job by "expand"
 * can be moved into that of the job.  It must not have had any step, which a
 * batch script is, so it has nobody who would end it if we are gone.  Hence
 * this is done with nodes that are idle only, at once, within one command:
 * what waits in the queue is a companion.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_SLURM_EXPAND_H
#define MITOSIS_AGENT_BATCH_SLURM_EXPAND_H

#include <stdbool.h>
#include <stdio.h>

#include "agent/batch/slurm_job.h"
#include "base/error.h"
#include "base/string_list.h"

/* What an allocation that is on its way has as its comment. */
#define SLURM_EXPAND_COMMENT "mitosis merges request %u"

enum slurm_expand_permit {
    SLURM_EXPAND_NOT_ASKED,
    SLURM_EXPAND_REFUSED,
    SLURM_EXPAND_PERMITTED
};

/* All zero is: not asked, and nothing is merged. */
struct slurm_expand {
    enum slurm_expand_permit permit;
    unsigned request; /* whose hosts are being merged, or 0; */
    char *before;     /* the nodes of the job before that */
    bool lost;        /* a head that was lost has begun it */
};

/* Nodes of the job are about to be merged, which the next head is to know of
 * before it is done.  Returns false when it could not be told.
 */
bool slurm_expand_announce(struct slurm_expand *m,
                           unsigned request,
                           const struct slurm_job *j);

/* Nothing is being merged any more. */
void slurm_expand_forget(struct slurm_expand *m);

/* Write what is being merged, for the next head, and read it again. */
void slurm_expand_save(const struct slurm_expand *m, FILE *out);
void slurm_expand_load(struct slurm_expand *m, const char *text);

/* Add the words of a command that tells whether it is permitted for the job.
 */
void slurm_expand_permit_words(const struct slurm_job *j,
                               struct string_list *words);

/* Whether it is, by what that has printed.  Returns -1 with the reason in
 * 'err' when it is not.
 */
int slurm_expand_permitted(const char *text, struct error *err);

/* Add the words that have up to so many idle nodes become the job's. */
void slurm_expand_words(const struct slurm_job *j,
                        const char *name,
                        unsigned request,
                        int hosts,
                        struct string_list *words);

/* Add the words that tell which nodes have become the job's since before it.
 */
void slurm_expand_since_words(const struct slurm_expand *m,
                              const struct slurm_job *j,
                              struct string_list *words);

/* Take the next host from what either of these has printed, with its cores, or
 * 0 when they are not told; '*at' is where to go on.  Returns false at the
 * end.
 */
bool slurm_expand_next(char **at, const char **host, int *cores);

/* Whether 'why', which the command has said, is no more than that there are
 * not enough idle nodes.
 */
bool slurm_expand_is_busy(const char *why);

#endif /* !MITOSIS_AGENT_BATCH_SLURM_EXPAND_H */
