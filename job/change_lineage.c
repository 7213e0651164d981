/* change_lineage.c - who carries on whom when a job is changed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "job/change.h"
#include "migrate/layout/lineage.h"

/* Splits and merges. */
static struct lineage *reshape(const struct change *c,
                               size_t old,
                               struct error *err)
{
    size_t *parts = calloc(old, sizeof(*parts));
    size_t *into = calloc(old, sizeof(*into));
    struct lineage *q = NULL;

    if (!parts || !into) {
        error_set(err, "request of %zu ranks: %s", old, strerror(errno));
        goto end;
    }
    for (size_t r = 0; r < old; r++) {
        parts[r] = 1;
        into[r] = r;
    }
    for (int i = 0; i < c->splits; i++)
        parts[c->split[i].rank] = (size_t)c->split[i].parts;
    for (int i = 1; i < c->merged; i++)
        if (c->merge[i].merge == c->merge[i - 1].merge)
            into[c->merge[i].rank] = into[c->merge[i - 1].rank];
    q = lineage_reshape(old, parts, into, err);
end:
    free(parts);
    free(into);
    return q;
}

struct lineage *change_lineage(const struct change *c,
                               size_t old,
                               struct error *err)
{
    struct lineage *q = c->has[CHANGE_RESIZE]
                            ? lineage_resize(old, (size_t)c->size, err)
                            : reshape(c, old, err);

    if (q && c->weights > 0 && lineage_weigh(q, c->weight, err) < 0) {
        lineage_destroy(q);
        return NULL;
    }
    return q;
}
