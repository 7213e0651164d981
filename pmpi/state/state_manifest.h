/* state_manifest.h - what the program has registered, and how it gets
 * elsewhere
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_STATE_MANIFEST_H
#define MITOSIS_PMPI_STATE_STATE_MANIFEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "pmpi/state/state_place.h"

/* From now on state_manifest_check() fails with this reason: for good, or
 * until state_manifest_settle().
 */
void state_manifest_refuse(const struct error *why, bool for_good);

/* Whether a stop makes any sense: nothing was refused, and all messages and
 * requests were counted.  Returns -1 with the reason in 'err'.
 */
int state_manifest_check(struct error *err);

/* Write down, for others, what is registered and where it is now.  What is
 * packed by the program is packed when 'stopped', and what
 * state_manifest_check() looks at is.
 */
int state_manifest_write(const struct state_place *place,
                         bool stopped,
                         struct error *err);

/* The manifest of what is registered now, measured, with nothing packed.
 * Returns what the caller gives back with manifest_destroy(), or NULL with the
 * reason in 'err'.
 */
struct manifest;
struct manifest *state_manifest_make(const struct state_place *place,
                                     struct error *err);

/* A sum for each registration over what this rank, which stands still, has
 * of it; 'sums' has room for registered_count.  All of these sums of the old
 * ranks add up to those that the new ones tell, see digest.h.
 *
 * 'order' here and where ranks get ready is "OLD RANKS NEW RANKS CHANGE":
 * generations, how many ranks they have, and the change.
 */
int state_manifest_digest(const struct state_place *place,
                          const char *order,
                          uint64_t *sums,
                          struct error *err);

/* While the program computes: serve what is constant for a moment to those who
 * get ready on other hosts.  Returns 1 when others have been told anew where
 * that is, 0 when they know, or -1 with the reason in 'err'.
 */
int state_manifest_offer(const struct state_place *place, struct error *err);

/* The change was called off, or is done: forget what was kept for it. */
void state_manifest_settle(void);

#endif /* !MITOSIS_PMPI_STATE_STATE_MANIFEST_H */
