/* digest.h - a checksum of rows that does not depend on who has them
 *
 * Each word of eight bytes of the whole is mixed with its place there, and
 * all of these are added up.  So sums over any division of the rows add up to
 * the same, and to something else when a bit is flipped, when rows are
 * exchanged or shifted, or when one came twice and another one not at all.
 * It finds accidents, not forgeries.
 *
 *     uint64_t sum = 0;
 *     for (size_t i = 0; i < plan.count; i++)
 *         if (plan.copies[i].owned)
 *             sum += digest_run(memory, &plan.copies[i].to, plan.row_bytes);
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_DIGEST_H
#define MITOSIS_MIGRATE_LAYOUT_DIGEST_H

#include "migrate/layout/stride.h"

/* Of all of 'run' in 'memory', with rows of 'row_bytes', as the plan or the
 * holding says that it comes from.
 */
uint64_t digest_run(const void *memory,
                    const struct stride *run,
                    uint64_t row_bytes);

/* Of the 'bytes' at 'data', which are those from byte 'at' on of rows that
 * start with global row 'first', or STRIDE_ANYWHERE.  A piece may be taken in
 * several, cut as digest_cut() says.
 */
uint64_t digest_bytes(const void *data,
                      uint64_t bytes,
                      uint64_t row_bytes,
                      uint64_t first,
                      uint64_t at);

/* How many of the 'bytes' bytes that are left of a piece to take next, when
 * it should be about 'most', at least 8: as many where no word, and in a bag
 * no item, is cut.  That is more than 'most' only where an item is.
 */
uint64_t digest_cut(uint64_t row_bytes,
                    uint64_t first,
                    uint64_t bytes,
                    uint64_t most);

#endif /* !MITOSIS_MIGRATE_LAYOUT_DIGEST_H */
