/* manifest.h - all that one rank says of what it registered
 *
 * Sealed, the items stand in the order of their names: item 3 of one rank is
 * item 3 of all when manifests_agree_ranks() has nothing against it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_MANIFEST_H
#define MITOSIS_MIGRATE_LAYOUT_MANIFEST_H

#include "base/system/host.h"
#include "migrate/layout/item.h"
#include "net/address.h"

enum { MANIFEST_SIZE_LIMIT = 1 << 24 };

struct manifest {
    uint64_t rank;
    uint64_t size; /* of the generation, in ranks */
    uint64_t generation;
    uint64_t sync; /* the number of the mito_sync() it was written in */
    uint64_t pid;
    uint64_t flags; /* of the sync: its writer's and readers' business */
    char host[HOST_NAME];
    char port[ADDRESS_TEXT]; /* where it can be read from elsewhere, see
                             address.h; or empty: nowhere */
    struct item *items;
    size_t count;
    size_t room;
};

/* Make one without items, all else 0.  Returns what the caller gives back
 * with manifest_destroy(), or NULL with the reason in 'err'.
 */
struct manifest *manifest_create(struct error *err);

/* Free 'm' and its items.  NULL is fine. */
void manifest_destroy(struct manifest *m);

/* Add a copy of 'item' at the end, without 'starts' and with its 'order'
 * filled in.  Returns 0, or -1 with the reason in 'err': it is wrong in
 * itself, or memory is short.
 */
int manifest_add(struct manifest *m,
                 const struct item *item,
                 struct error *err);

/* When all are added: order them by name, which no two may have, find the
 * lengths of ragged rows, number the groups anew by where they come first, and
 * find what goes where the owners of a bag's items are.  Returns 0, or -1 with
 * the reason in 'err'.
 */
int manifest_seal(struct manifest *m, struct error *err);

/* The item of that name in a sealed manifest, or NULL. */
struct item *manifest_find(const struct manifest *m, const char *name);

/* Read the integers of 'item', with ITEM_INDEX or ITEM_OFFSETS, at 'memory',
 * which is not looked at if there are no rows: its 'starts' and 'base' are
 * filled in by its 'count'. Returns 0, or -1 with the reason in 'err': a
 * length below zero, offsets that go down, memory short.
 */
int manifest_measure(struct item *item, const void *memory, struct error *err);

/* Write 'm', sealed or not, as bytes that any machine reads.  Returns them,
 * to be freed, and how many in 'bytes', or NULL with the reason in 'err'.
 */
void *manifest_encode(const struct manifest *m,
                      size_t *bytes,
                      struct error *err);

/* Read 'bytes' bytes at 'data', which may be anything.  Returns a sealed
 * manifest, or NULL with what is wrong with them in 'err'.
 */
struct manifest *manifest_decode(const void *data,
                                 size_t bytes,
                                 struct error *err);

#endif /* !MITOSIS_MIGRATE_LAYOUT_MANIFEST_H */
