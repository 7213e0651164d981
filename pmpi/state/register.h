/* register.h - what the program registers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_REGISTER_H
#define MITOSIS_PMPI_STATE_REGISTER_H

#include "base/error.h"

struct mito_registration;

/* Remember a registration.  Returns 0, or -1 with the reason in 'err'. */
int register_add(const struct mito_registration *r, struct error *err);

/* At the first sync: whether memory that is to be freed can be, and is that of
 * one registration only.  Returns -1 with the first one that cannot in 'err'.
 */
int register_check_memory(struct error *err);

#endif /* !MITOSIS_PMPI_STATE_REGISTER_H */
