/* made_up_calls.c - the table of MPI's own calls, which a test fills in
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/mpi/real.h"
#include "tests/tap.h"

void *real_call[CALL_COUNT];

void *real_find(enum call call)
{
    diag("MPI call %d is not made up", (int)call);
    abort();
}
