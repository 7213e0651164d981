/* batch_kind.h - what a batch system has to provide to be one of batch.h's
 *
 * A table of functions for each.  They do what batch.h says of the functions
 * of the same names, and these are the rules:
 *
 * - None of them waits.  What takes longer than a few milliseconds is begun,
 *   and what comes of it is heard by a later poll(), which is called twice a
 *   second.
 * - The head may be killed at any time and another one start, which has the
 *   requests and hosts of the one before, and its mark().  So request(),
 *   cancel() and release() may come a second time, and a grant may be told a
 *   second time.
 * - Numbers of requests are those of one job.  Where many jobs speak with one
 *   batch system, the job's name goes with them.
 * - A host that is granted goes by the name that it has for itself.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_BATCH_KIND_H
#define MITOSIS_AGENT_BATCH_BATCH_KIND_H

#include "agent/batch/batch.h"

struct batch_kind {
    const char *name;    /* as users write it, "file" */
    const char *where;   /* what they write behind it and a ':', for them to
                            read, or NULL when there is nothing */
    const char *options; /* the same, if they may leave it out, ':' and all */
    bool apart; /* what it grants is not in the job's own allocation */

    int (*check)(const char *where, struct error *err);
    void *(*open)(const char *where,
                  const char *job,
                  const char *mark,
                  struct error *err);
    void (*close)(void *state);
    int (*request)(void *state,
                   unsigned request,
                   int hosts,
                   struct error *err);
    int (*cancel)(void *state, unsigned request, struct error *err);
    int (*release)(void *state,
                   unsigned request,
                   const char *host,
                   struct error *err);
    int (*poll)(void *state,
                const struct batch_listener *l,
                struct error *err);
    bool (*look)(void *state, struct batch_queue *q);
    double (*time_left)(const void *state); /* NULL: nobody says */
    void (*mark)(const void *state, FILE *out);
    int (*sweep)(const char *where,
                 const char *job,
                 struct error *err); /* NULL: there is no way to */
};

/* A file of grants, see batch_file.c. */
extern const struct batch_kind batch_file;

/* Slurm, by its commands, see batch_slurm.c. */
extern const struct batch_kind batch_slurm;

#endif /* !MITOSIS_AGENT_BATCH_BATCH_KIND_H */
