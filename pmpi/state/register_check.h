/* register_check.h - what can be wrong with a registration by itself
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_REGISTER_CHECK_H
#define MITOSIS_PMPI_STATE_REGISTER_CHECK_H

#include "pmpi/state/registered.h"

/* What the compiler says that the 'buffer' of a registration points to. */
enum {
    REGISTER_POINTER = 5,
    REGISTER_ARRAY = 6,
    REGISTER_STRUCT = 12,
    REGISTER_ANY = -1
};

/* Before anything is asked of MPI: whether 'r', of which 't' is made, makes
 * sense, beside those that there are.  Returns 0, or -1 with what is wrong in
 * 'err'.
 */
int register_check(const struct mito_registration *r,
                   const struct registered *t,
                   struct error *err);

/* The same of several at once: whether it is known where they are. */
int register_check_arrays(const struct mito_registration *r,
                          const mito_layout *l,
                          struct error *err);

/* At the first sync: whether what is freed for one registration is another's,
 * too.  Returns -1 with the first two of that kind in 'err'.
 */
int register_check_twice(struct error *err);

#endif /* !MITOSIS_PMPI_STATE_REGISTER_CHECK_H */
