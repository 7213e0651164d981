/* folder.h - what a job's folders hold for a report
 *
 * A part is the report of all generations up to one; it stands for their
 * pages.  Whoever made it may not have removed them yet, or earlier parts, so
 * these are passed over.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_FOLDER_H
#define MITOSIS_REPORT_GATHER_FOLDER_H

#include <stddef.h>

#include "base/error.h"
#include "report/model/arena.h"
#include "report/model/list.h"

struct folder_page {
    unsigned generation;
    int rank;
    const char *path;
};

struct folder {
    struct list pages; /* of struct folder_page, by generation and rank */
    const char *part;  /* the path, or NULL */
    unsigned part_generation; /* the last one in it, 0 for no part */
};

/* Look into the 'count' folders, several when the hosts of a job have one
 * each; only one of them can hold a part.  Texts go into 'a'.  Returns -1
 * with the reason in 'err'; folder_clear() is due in any case.
 */
int folder_read(struct folder *f,
                const char *const *folders,
                size_t count,
                arena_t *a,
                struct error *err);

/* Free the list. */
void folder_clear(struct folder *f);

/* The first page from number 'from' on that is of a later generation, or the
 * number of pages.
 */
size_t folder_next(const struct folder *f, size_t from);

#endif /* !MITOSIS_REPORT_GATHER_FOLDER_H */
