/* both_generations.c - both generations of a change, and who is to have what
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "job/change.h"
#include "migrate/layout/manifests_agree.h"
#include "migrate/transfer/manifest_file.h"
#include "pmpi/state/both_generations.h"

void both_generations_close(struct both_generations *w)
{
    division_destroy(w->shares);
    lineage_destroy(w->request);
    manifest_file_free(w->old, w->old_ranks);
    manifest_file_free(w->new, w->new_ranks);
    memset(w, 0, sizeof(*w));
}

static int read_order(struct both_generations *w,
                      const char *order,
                      struct error *err)
{
    struct change *change;
    int used = 0;

    if (sscanf(order, "%u %d %u %d %n", &w->old_generation, &w->old_ranks,
               &w->new_generation, &w->new_ranks, &used)
            < 4
        || used == 0 || w->old_ranks < 1 || w->new_ranks < 1)
        return error_set(err, "the agent's order is not understood: %.200s",
                         order);
    change = change_parse(order + used, err);
    if (!change)
        return -1;
    w->request = change_lineage(change, (size_t)w->old_ranks, err);
    change_destroy(change);
    if (w->request && w->request->new_size != (size_t)w->new_ranks)
        return error_set(err, "\"%.200s\" makes no %d ranks of %d",
                         order + used, w->new_ranks, w->old_ranks);
    return w->request ? 0 : -1;
}

const struct manifest *const *both_generations_all(struct manifest **list)
{
    return (const struct manifest *const *)list;
}

/* What the old ranks have, and so who is to get what. */
static int look(struct both_generations *w,
                const struct state_place *place,
                struct error *err)
{
    w->old = manifest_file_read_all(place->folder, w->old_generation,
                                    w->old_ranks, err);
    if (!w->old
        || manifests_agree_ranks(both_generations_all(w->old),
                                 (size_t)w->old_ranks, err)
               < 0
        || manifests_agree_generations(w->old[0], w->new[0], err) < 0
        || manifests_agree_counts(both_generations_all(w->old),
                                  (size_t)w->old_ranks, err)
               < 0)
        return -1;
    w->shares = division_create(both_generations_all(w->old),
                                both_generations_all(w->new), w->request, err);
    return w->shares ? 0 : -1;
}

int both_generations_open(struct both_generations *w,
                          const struct state_place *place,
                          const char *order,
                          struct error *err)
{
    memset(w, 0, sizeof(*w));
    if (read_order(w, order, err) < 0)
        goto fail;
    w->new = manifest_file_read_all(place->folder, w->new_generation,
                                    w->new_ranks, err);
    if (!w->new
        || manifests_agree_ranks(both_generations_all(w->new),
                                 (size_t)w->new_ranks, err)
               < 0
        || look(w, place, err) < 0)
        goto fail;
    return 0;
fail:
    both_generations_close(w);
    return -1;
}

int both_generations_refresh(struct both_generations *w,
                             const struct state_place *place,
                             struct error *err)
{
    division_destroy(w->shares);
    w->shares = NULL;
    manifest_file_free(w->old, w->old_ranks);
    w->old = NULL;
    return look(w, place, err);
}
