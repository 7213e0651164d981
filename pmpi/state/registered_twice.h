/* registered_twice.h - whether memory was registered twice
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_REGISTERED_TWICE_H
#define MITOSIS_PMPI_STATE_REGISTERED_TWICE_H

#include "base/error.h"

/* At the first sync: whether what is freed for one registration is another's,
 * too.  Returns -1 with the first two of that kind in 'err'.
 */
int registered_twice_check(struct error *err);

#endif /* !MITOSIS_PMPI_STATE_REGISTERED_TWICE_H */
