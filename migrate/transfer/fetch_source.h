/* fetch_source.h - where a new rank fetches the items of old ranks from
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_SOURCE_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_SOURCE_H

#include <stdbool.h>

#include "migrate/layout/manifest.h"
#include "migrate/transfer/fetch_local.h"

struct fetch_source {
    const char *folder; /* of the job */
    const char *way;    /* MITOSIS_COPY */
    int ranks;          /* of the old generation */
    bool shared;        /* from files, see state_file.h */
    int *files;         /* of the old ranks, -1 for those not open */
};

/* Choose the way, given what the old ranks say while they still compute, and
 * have them told if they are to write files.  Returns 0 and what the caller
 * gives back with fetch_source_close(), or -1 with the reason in 'err'.
 */
int fetch_source_open(struct fetch_source *s,
                      const char *folder,
                      const char *way,
                      const struct manifest *const *old,
                      int ranks,
                      struct error *err);

/* Whether the rank that 'm' is of is to be read over TCP.  That goes by the
 * name of its host: that a process of its number can be read says nothing.
 */
bool fetch_source_is_far(const struct fetch_source *s,
                         const struct manifest *m);

/* Where 'item' of the old rank that 'm' is of can be had.  It may wait for the
 * rank's file.  Returns -1 with the reason in 'err'.
 */
int fetch_source_find(struct fetch_source *s,
                      const struct manifest *m,
                      size_t item,
                      struct fetch_local_source *from,
                      struct error *err);

/* The kernel has refused after all: have the next change go the other way, if
 * the way is ours to choose.
 */
void fetch_source_refused(const struct fetch_source *s);

/* Give back what is in 's', which may be zero. */
void fetch_source_close(struct fetch_source *s);

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_SOURCE_H */
