/* bundler_index.h - the index of a file of traces
 *
 * What a reader of the file needs beside the blocks: the job, its calls by
 * name, communicators that are the same in several ranks, and where the blocks
 * of each rank are.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TRACE_BUNDLER_INDEX_H
#define MITOSIS_REPORT_TRACE_BUNDLER_INDEX_H

#include <stdbool.h>
#include <stdio.h>

#include "profile/page.h"
#include "profile/trace.h"
#include "report/model/arena.h"
#include "report/model/list.h"
#include "report/model/table.h"

struct bundler_index {
    arena_t *arena;
    struct list ranks; /* of char *, lines */
    table_t *comms;
    const char *call[PAGE_CALLS];
    bool has_job;
    char *job; /* lines */
};

/* Begin one that is all zero.  Returns -1 without memory. */
int bundler_index_begin(struct bundler_index *ix);

/* Add the rank with this head, whose blocks 'fields' tells, and what its page
 * knows; '*known' says whether that can be read.  Returns -1 without memory.
 */
int bundler_index_add(struct bundler_index *ix,
                      const char *page,
                      int rank,
                      const struct trace_head *head,
                      const char *fields,
                      bool *known);

/* Print it. */
void bundler_index_put(const struct bundler_index *ix, FILE *out);

/* Free what it holds, also when beginning it failed. */
void bundler_index_clear(struct bundler_index *ix);

#endif /* !MITOSIS_REPORT_TRACE_BUNDLER_INDEX_H */
