/* item_name.c - what the program calls the things that it has registered
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "agent/change/item_name.h"
#include "migrate/transfer/manifest_file.h"

const char *item_name(const char *folder, uint32_t generation, size_t item)
{
    static char name[ITEM_NAME];
    struct manifest *m = manifest_file_read(folder, generation, 0, NULL);

    snprintf(name, sizeof(name), "%s",
             m && item < m->count ? m->items[item].name : "?");
    manifest_destroy(m);
    return name;
}
