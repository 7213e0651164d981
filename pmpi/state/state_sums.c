/* state_sums.c - write down sums of what is registered, for 'mitosis prove'
 *
 * Each rank writes by itself, so it does not matter who syncs when.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "job/sums_file.h"
#include "migrate/layout/digest.h"
#include "migrate/layout/row_sum.h"
#include "migrate/transfer/state_file.h"
#include "pmpi/state/registered_cells.h"
#include "pmpi/state/state_manifest.h"
#include "pmpi/state/state_sums.h"
#include "pmpi/watch/watch.h"

static bool begun;  /* the file has its head */
static bool failed; /* which was said */

bool state_sums_wanted(void)
{
    return *watch_setting(SETTING_SUMS) != '\0';
}

static int sum_item(const struct manifest *m,
                    size_t i,
                    struct sums_value *value,
                    struct error *err)
{
    const struct item *item = &m->items[i];
    const void *memory = (const void *)(uintptr_t)item->address;
    struct owned_rows h;

    if (item->flags & ITEM_PACK)
        return 0;
    if (owned_rows_alone(&h, m, i, &value->rows, err) < 0)
        return -1;
    value->sum = row_sum(&h, memory);
    if (!item_is_bare(item) && item->count > 0)
        value->whole = digest_bytes(memory, state_file_bytes(m, i),
                                    sizeof(uint64_t), 0, 0);
    owned_rows_free(&h);
    return 0;
}

static int write_sums(const char *folder,
                      const struct manifest *m,
                      struct error *err)
{
    struct sums_value *values = calloc(m->count + 1, sizeof(values[0]));
    int rc = values ? 0 : error_set(err, "out of memory");

    if (rc == 0 && !begun)
        rc = sums_file_begin(folder, m, err);
    begun = begun || rc == 0;
    for (size_t i = 0; rc == 0 && i < m->count; i++)
        rc = sum_item(m, i, &values[i], err);
    if (rc == 0)
        rc = sums_file_add(folder, m, values, err);
    free(values);
    return rc;
}

/* What cannot be told now may be told later: a change would have to wait. */
static int write_wrong(const char *folder,
                       const struct state_place *place,
                       const char *why,
                       struct error *err)
{
    if (!begun)
        return error_set(err, "%s", why);
    return sums_file_add_wrong(folder, place->generation, place->rank,
                               place->sync, why, err);
}

static bool is_due(uint64_t sync)
{
    uint64_t every = strtoull(watch_setting(SETTING_SUMS_EVERY), NULL, 10);

    return !failed && (!begun || every < 2 || sync % every == 0);
}

void state_sums_write(const struct state_place *place)
{
    const char *folder = watch_setting(SETTING_SUMS);
    struct manifest *m;
    struct error err;
    int rc;

    if (!is_due(place->sync))
        return;
    registered_cells_close();
    m = state_manifest_make(place, &err);
    if (m) {
        rc = write_sums(folder, m, &err);
    } else {
        struct error why = err;

        rc = write_wrong(folder, place, why.text, &err);
    }
    manifest_destroy(m);
    registered_cells_open();
    failed = rc < 0;
    if (failed)
        watch_say("%s; no sums are written any more", err.text);
}
