/* staging.c - memory in which rows are until they have their place
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "pmpi/state/staging.h"

int staging_hold(struct staging *s,
                 const char *name,
                 uint64_t bytes,
                 struct error *err)
{
    char *at;

    if (s->at && s->room >= bytes)
        return 0;
    /* Large memory keeps its pages, which go to another address. */
    at = realloc(s->at, bytes + 1);
    if (!at)
        return error_set(err, "\"%s\": no memory for %" PRIu64 " bytes", name,
                         bytes);
    *s = (struct staging){ at, bytes };
    return 0;
}

char *staging_take(struct staging *s, uint64_t bytes)
{
    char *at = bytes < s->room ? realloc(s->at, bytes + 1) : NULL;

    at = at ? at : s->at;
    *s = (struct staging){ .at = NULL };
    return at;
}

void staging_free(struct staging *s)
{
    free(s->at);
    *s = (struct staging){ .at = NULL };
}
