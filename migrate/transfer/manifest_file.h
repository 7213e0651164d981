/* manifest_file.h - manifests as files, for those on the same host
 *
 * The job's folder has one for each rank, 'state-GENERATION-RANK'.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_MANIFEST_FILE_H
#define MITOSIS_MIGRATE_TRANSFER_MANIFEST_FILE_H

#include "migrate/layout/manifest.h"

/* Write 'm' in place of what is there.  Returns -1 with the reason in 'err',
 * and what is there as it was.
 */
int manifest_file_write(const char *folder,
                        const struct manifest *m,
                        struct error *err);

/* Read that of a rank.  Returns what the caller gives back with
 * manifest_destroy(), or NULL with the reason in 'err'.
 */
struct manifest *manifest_file_read(const char *folder,
                                    uint32_t generation,
                                    int rank,
                                    struct error *err);

/* Read those of all 'ranks' of a generation, as a list that
 * manifest_file_free() takes back, or NULL with the reason in 'err'.
 */
struct manifest **manifest_file_read_all(const char *folder,
                                         uint32_t generation,
                                         int ranks,
                                         struct error *err);
void manifest_file_free(struct manifest **list, int ranks);

#endif /* !MITOSIS_MIGRATE_TRANSFER_MANIFEST_FILE_H */
