/* placement.h - which rank is to be on which host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CHANGE_PLACEMENT_H
#define MITOSIS_AGENT_CHANGE_PLACEMENT_H

#include <stdbool.h>

#include "agent/core/generation.h"
#include "agent/core/host.h"
#include "agent/core/job_view.h"
#include "job/change.h"

struct placement {
    int ranks;
    char (*host)[HOST_NAME]; /* of each rank */
};

/* A host by the name that it has here, "localhost" too; one that the job is
 * not on is to be known by its name.  Returns -1 with the reason in 'err'.
 */
int placement_check(const struct generation *now,
                    const char *name,
                    char host[HOST_NAME],
                    struct error *err);

/* Decide where the ranks of the generation after 'now' are to be: where the
 * ranks that they carry on are, unless the change says otherwise; those of a
 * resize are divided among their hosts and those of 'hosts', without hosts
 * that are to be left, by what 'watcher', which may be NULL, has measured
 * there: see placement_resize.h.  When the resize names hosts, as many go to
 * each of them. Returns -1 with the reason in 'err'.
 */
int placement_make(struct placement *p,
                   const struct generation *now,
                   const struct change *c,
                   int ranks,
                   const struct host_list *hosts,
                   const job_view_t *watcher,
                   struct error *err);

/* Free what is in it. */
void placement_free(struct placement *p);

/* Whether all are on this host. */
bool placement_is_here(const struct placement *p);

/* As mpiexec's -hosts wants it: "h1:2,h3:1".  The caller frees it; NULL when
 * there is no memory.
 */
char *placement_tell(const struct placement *p);

#endif /* !MITOSIS_AGENT_CHANGE_PLACEMENT_H */
