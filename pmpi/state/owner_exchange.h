/* owner_exchange.h - items of bags go on to the ranks that they belong to
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_OWNER_EXCHANGE_H
#define MITOSIS_PMPI_STATE_OWNER_EXCHANGE_H

#include <stdint.h>

#include "base/error.h"

/* In all new ranks at once: when each of them has its share of the items of
 * bags that have owners as 'staged', and all else in its place, the items go
 * to their owners, and 'sums' becomes what the digest of them is there.  'rc'
 * and 'err' are how it went so far: when that was badly in one of the ranks,
 * or something is wrong here, all return -1 with the reason in 'err'.  Where
 * there is no such bag it returns 'rc'.
 */
int owner_exchange(int rc, uint64_t *sums, struct error *err);

#endif /* !MITOSIS_PMPI_STATE_OWNER_EXCHANGE_H */
