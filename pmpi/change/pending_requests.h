/* pending_requests.h - what keeps a rank from standing still
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CHANGE_PENDING_REQUESTS_H
#define MITOSIS_PMPI_CHANGE_PENDING_REQUESTS_H

#include <stdbool.h>

#include "base/error.h"

/* Whether this rank has begun something that is not complete: a request
 * that was not waited for.  Says what, and where in the program, in 'err'.
 */
bool pending_requests_any(struct error *err);

#endif /* !MITOSIS_PMPI_CHANGE_PENDING_REQUESTS_H */
