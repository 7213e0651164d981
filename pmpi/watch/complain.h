/* complain.h - say what is wrong with a registration, once for all ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_COMPLAIN_H
#define MITOSIS_PMPI_WATCH_COMPLAIN_H

#include "base/error.h"

/* Say why the job cannot be changed, unless another rank has said the same
 * already.
 */
void complain_say(const struct error *why);

/* Say 'what', unless another rank has said the same already. */
void complain_warn(const struct error *what);

/* Before this rank ends, and its launcher ends the others: what this one said
 * has been read, and so has, but for a bounded time, what another said for it.
 */
void complain_settle(void);

#endif /* !MITOSIS_PMPI_WATCH_COMPLAIN_H */
