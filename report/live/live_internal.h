/* live_internal.h - what live.c and live_ranks.c share
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_LIVE_LIVE_INTERNAL_H
#define MITOSIS_REPORT_LIVE_LIVE_INTERNAL_H

#include <limits.h>
#include <sys/types.h>

#include "base/system/clock.h"
#include "job/files.h"
#include "profile/page.h"
#include "report/live/live.h"
#include "report/model/list.h"

/* A page, and what it said at the last look. */
struct seen {
    unsigned generation;
    int rank;
    struct page *page;
    bool looked;
    uint64_t mpi; /* ticks */
    uint64_t at;  /* ticks */
};

struct live_watch {
    char folder[PATH_MAX - FILES_NAME - 2];
    struct list pages; /* of struct seen */
    struct list ranks; /* of struct live_rank */
    struct list hosts; /* of struct live_host */
    struct remote_ranks elsewhere;
    struct run *changes;
    off_t changes_bytes; /* of the file, when it was read */
    struct clock_pair start;
    double tick; /* seconds */
    unsigned generation;
    uint64_t rounds;
    uint64_t rounds_at;
    uint64_t started_ns; /* the earliest that was seen */
    struct live view;
};

/* The page with this place in the list. */
struct seen *live_seen(const live_t *w, size_t i);

/* See all ranks of the generation that is the job, here and elsewhere, and
 * their hosts, at the time 'now' in ticks.  Returns -1 without memory.
 */
int live_look_at_ranks(live_t *w, uint64_t now);

#endif /* !MITOSIS_REPORT_LIVE_LIVE_INTERNAL_H */
