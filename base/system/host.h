/* host.h - the name of this host
 *
 * Hosts are told apart by the names that they have for themselves.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_SYSTEM_HOST_H
#define MITOSIS_BASE_SYSTEM_HOST_H

#include <stdbool.h>
#include <stdint.h>

enum { HOST_NAME = 65 }; /* room for one; Linux has none longer */

/* This one's, as long as the process lives. */
const char *host_own(void);

/* Whether it is called so, or "localhost". */
bool host_is_own(const char *name);

/* Which processes our process numbers are of: those of a container may be its
 * own.  0 where that cannot be told.
 */
uint64_t host_pid_namespace(void);

#endif /* !MITOSIS_BASE_SYSTEM_HOST_H */
