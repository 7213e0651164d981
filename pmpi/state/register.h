/* register.h - what the program registers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_REGISTER_H
#define MITOSIS_PMPI_STATE_REGISTER_H

#include <stddef.h>

#include "base/error.h"

struct mito_registration;

/* Remember a registration.  Returns 0, or -1 with the reason in 'err'. */
int state_register(const struct mito_registration *r, struct error *err);

/* At the first sync: whether memory that is to be freed can be.  Returns -1
 * with the first one that cannot in 'err'.
 */
int state_check(struct error *err);

/* How many are registered. */
size_t state_count(void);

#endif /* !MITOSIS_PMPI_STATE_REGISTER_H */
