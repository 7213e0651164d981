/* Tests of pmpi/handles/type.c
 *
 * MPI is made up: a table of types, whose handles are places in it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/handles/type.h"
#include "pmpi/mpi/real.h"
#include "tests/tap.h"

enum { INT, DOUBLE, PAIR, ALIKE, OTHER, NESTED, TYPES };

static const struct synthetic_job {
    int combiner;
    int integers[2];
    MPI_Aint addresses[2];
    int parts[2];
    int part_count;
} made_up[TYPES] = {
    [INT] = { .combiner = MPI_COMBINER_NAMED },
    [DOUBLE] = { .combiner = MPI_COMBINER_NAMED },
    [PAIR] = { MPI_COMBINER_STRUCT, { 1, 1 }, { 0, 8 }, { INT, DOUBLE }, 2 },
    [ALIKE] = { MPI_COMBINER_STRUCT, { 1, 1 }, { 0, 8 }, { INT, DOUBLE }, 2 },
    [OTHER] = { MPI_COMBINER_STRUCT, { 1, 1 }, { 0, 16 }, { INT, DOUBLE }, 2 },
    [NESTED] = { MPI_COMBINER_STRUCT, { 1, 1 }, { 0, 16 }, { PAIR, INT }, 2 },
};

/* Where the data of all types is, and whether they are committed. */
static MPI_Aint lower, extent, true_lower, true_extent;
static bool committed;
static int freed;

static int get_envelope(MPI_Datatype type,
                        int *integers,
                        int *addresses,
                        int *types,
                        int *combiner)
{
    const struct synthetic_job *t = &made_up[type];

    *combiner = t->combiner;
    *integers = *addresses = *types = t->part_count;
    return MPI_SUCCESS;
}

static int get_contents(MPI_Datatype type,
                        int integers,
                        int addresses,
                        int types,
                        int integer[],
                        MPI_Aint address[],
                        MPI_Datatype part[])
{
    const struct synthetic_job *t = &made_up[type];

    for (int i = 0; i < integers; i++)
        integer[i] = t->integers[i];
    for (int i = 0; i < addresses; i++)
        address[i] = t->addresses[i];
    for (int i = 0; i < types; i++)
        part[i] = (MPI_Datatype)t->parts[i];
    return MPI_SUCCESS;
}

static int type_free(MPI_Datatype *type)
{
    freed++;
    *type = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}

static int get_extent(MPI_Datatype type, MPI_Aint *from, MPI_Aint *bytes)
{
    (void)type;
    *from = lower;
    *bytes = extent;
    return MPI_SUCCESS;
}

static int get_true_extent(MPI_Datatype type, MPI_Aint *from, MPI_Aint *bytes)
{
    (void)type;
    *from = true_lower;
    *bytes = true_extent;
    return MPI_SUCCESS;
}

static int send_to_nobody(const void *buf,
                          int count,
                          MPI_Datatype type,
                          int to,
                          int tag,
                          MPI_Comm comm)
{
    (void)buf, (void)count, (void)type, (void)tag, (void)comm;
    return committed && to == MPI_PROC_NULL ? MPI_SUCCESS : MPI_ERR_TYPE;
}

static int get_errhandler(MPI_Comm comm, MPI_Errhandler *handler)
{
    (void)comm;
    *handler = MPI_ERRORS_ARE_FATAL;
    return MPI_SUCCESS;
}

static MPI_Errhandler last_set;

static int set_errhandler(MPI_Comm comm, MPI_Errhandler handler)
{
    (void)comm;
    last_set = handler;
    return MPI_SUCCESS;
}

static void start(void)
{
    real_call[CALL_MPI_Type_get_envelope] = (void *)get_envelope;
    real_call[CALL_MPI_Type_get_contents] = (void *)get_contents;
    real_call[CALL_MPI_Type_free] = (void *)type_free;
    real_call[CALL_MPI_Type_get_extent] = (void *)get_extent;
    real_call[CALL_MPI_Type_get_true_extent] = (void *)get_true_extent;
    real_call[CALL_MPI_Send] = (void *)send_to_nobody;
    real_call[CALL_MPI_Comm_get_errhandler] = (void *)get_errhandler;
    real_call[CALL_MPI_Comm_set_errhandler] = (void *)set_errhandler;
    lower = true_lower = 0;
    extent = true_extent = 16;
    committed = true;
    freed = 0;
}

static void test_extents(void)
{
    static const struct {
        const char *what;
        MPI_Aint extent, true_lower, true_extent;
        const char *wrong; /* NULL: nothing */
    } cases[] = {
        { "data that fills its extent", 16, 0, 16, NULL },
        { "data with room before and behind it", 16, 4, 8, NULL },
        { "data up to the end", 16, 4, 12, NULL },
        { "data beyond the end", 16, 4, 13, "outside of its extent" },
        { "data before the begin", 16, -1, 8, "outside of its extent" },
        { "no extent", 0, 0, 0, "has no extent" },
        { "an extent below zero", -16, 0, 16, "has no extent" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint64_t bytes = 0, signature;
        struct error err = { "" };
        int rc;

        start();
        extent = cases[i].extent;
        true_lower = cases[i].true_lower;
        true_extent = cases[i].true_extent;
        rc = type_describe(PAIR, &bytes, &signature, &err);
        ok(cases[i].wrong ? rc < 0 : rc == 0 && bytes == 16,
           "a type of %s is %s", cases[i].what,
           cases[i].wrong ? "refused" : "taken");
        if (cases[i].wrong)
            has(err.text, cases[i].wrong, "of %s the reason is told",
                cases[i].what);
    }
}

static void test_refused(void)
{
    uint64_t bytes, signature;
    struct error err = { "" };

    start();
    committed = false;
    ok(type_describe(PAIR, &bytes, &signature, &err) < 0,
       "a type that is not committed is refused");
    has(err.text, "not committed", "the reason is told");
    ok(last_set == MPI_ERRORS_ARE_FATAL,
       "errors are handled as before the question");
    ok(type_describe(MPI_DATATYPE_NULL, &bytes, &signature, &err) < 0,
       "so is no type at all");
    has(err.text, "MPI_DATATYPE_NULL", "the reason is told");
}

static uint64_t signature_of(int type)
{
    uint64_t bytes, signature = 0;

    start();
    type_describe((MPI_Datatype)type, &bytes, &signature, NULL);
    return signature;
}

static void test_signatures(void)
{
    ok(signature_of(PAIR) == signature_of(ALIKE),
       "types that are made alike have one signature");
    ok(signature_of(PAIR) != signature_of(OTHER),
       "those that are made otherwise have another one");
    ok(signature_of(INT) != signature_of(DOUBLE), "named types have one each");
    ok(signature_of(NESTED) != signature_of(OTHER) && signature_of(NESTED)
           && freed == 1,
       "what a type is made of counts, and is freed unless it has a name");
}

int main(void)
{
    test_extents();
    test_refused();
    test_signatures();
    return tap_done();
}
