/* type.c - what a datatype is, in numbers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/checksum.h"
#include "pmpi/handles/type.h"
#include "pmpi/mpi/real.h"

/* How it was made, all the way down to what has a name.  Handles of named
 * types are the same in all processes.
 */
static uint64_t sign(MPI_Datatype type, uint64_t hash)
{
    int integers, addresses, types, combiner;

    REAL(MPI_Type_get_envelope)
    (type, &integers, &addresses, &types, &combiner);
    hash = checksum_word(hash, (uint64_t)combiner);
    if (combiner == MPI_COMBINER_NAMED)
        return checksum_word(hash, (uint64_t)(unsigned)type);

    int *integer = calloc((size_t)integers + 1, sizeof(*integer));
    MPI_Aint *address = calloc((size_t)addresses + 1, sizeof(*address));
    MPI_Datatype *part = calloc((size_t)types + 1, sizeof(*part));

    if (integer && address && part) {
        REAL(MPI_Type_get_contents)
        (type, integers, addresses, types, integer, address, part);
        for (int i = 0; i < integers; i++)
            hash = checksum_word(hash, (uint64_t)integer[i]);
        for (int i = 0; i < addresses; i++)
            hash = checksum_word(hash, (uint64_t)address[i]);
        for (int i = 0; i < types; i++) {
            int a, b, c, named;

            hash = sign(part[i], hash);
            REAL(MPI_Type_get_envelope)(part[i], &a, &b, &c, &named);
            if (named != MPI_COMBINER_NAMED)
                REAL(MPI_Type_free)(&part[i]);
        }
    }
    free(integer);
    free(address);
    free(part);
    return hash;
}

/* MPI has no question for this, but a send to nobody is refused. */
static bool is_committed(MPI_Datatype type)
{
    MPI_Errhandler before;
    int rc;

    REAL(MPI_Comm_get_errhandler)(MPI_COMM_SELF, &before);
    REAL(MPI_Comm_set_errhandler)(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    rc = REAL(MPI_Send)(&rc, 1, type, MPI_PROC_NULL, 0, MPI_COMM_SELF);
    REAL(MPI_Comm_set_errhandler)(MPI_COMM_SELF, before);
    if (before != MPI_ERRORS_ARE_FATAL && before != MPI_ERRORS_RETURN)
        REAL(MPI_Errhandler_free)(&before);
    return rc == MPI_SUCCESS;
}

int type_describe(MPI_Datatype type,
                  uint64_t *extent,
                  uint64_t *signature,
                  struct error *err)
{
    MPI_Aint lower, bytes, true_lower, true_bytes;

    if (type == MPI_DATATYPE_NULL)
        return error_set(err, "its type is MPI_DATATYPE_NULL");
    if (!is_committed(type))
        return error_set(err, "its type is not committed");
    REAL(MPI_Type_get_extent)(type, &lower, &bytes);
    REAL(MPI_Type_get_true_extent)(type, &true_lower, &true_bytes);
    if (bytes <= 0)
        return error_set(err, "its type has no extent");
    if (true_lower < 0 || true_lower + true_bytes > bytes)
        return error_set(err, "its type has data outside of its extent");
    *extent = (uint64_t)bytes;
    *signature = sign(type, 0);
    return 0;
}

void type_name(MPI_Datatype type, char *name, size_t room)
{
    char whole[MPI_MAX_OBJECT_NAME + 1] = "";
    int len = 0;

    REAL(MPI_Type_get_name)(type, whole, &len);
    snprintf(name, room, "%.*s", len, whole);
}
