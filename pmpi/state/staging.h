/* staging.h - memory in which rows are until they have their place
 *
 * It is got while the old ranks compute, and kept until the change is over:
 * to hand out pages takes the kernel longer than to copy what goes there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_STAGING_H
#define MITOSIS_PMPI_STATE_STAGING_H

#include <stdint.h>

#include "base/error.h"

/* Zero at first. */
struct staging {
    char *at;      /* of malloc(), or NULL */
    uint64_t room; /* bytes */
};

/* Have room for 'bytes' at least; what is in there stays.  Returns -1 with the
 * reason, short memory for what is called 'name', in 'err'.
 */
int staging_hold(struct staging *s,
                 const char *name,
                 uint64_t bytes,
                 struct error *err);

/* Let go of it, as 'bytes' of malloc() that the caller is to free. */
char *staging_take(struct staging *s, uint64_t bytes);

/* Give it back. */
void staging_free(struct staging *s);

#endif /* !MITOSIS_PMPI_STATE_STAGING_H */
