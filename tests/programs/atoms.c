/* atoms.c - a list of atoms in each rank, which is packed at a change
 *
 *     atoms ATOMS STEPS
 *
 * No atom is lost or there twice after a change, whoever has it, and each
 * has moved on by a step in each step.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { STEP_US = 1000, SIZES = 16 };

struct atom {
    long number, moved;
};

/* Not in one piece. */
struct link {
    struct atom atom;
    struct link *next;
};

static int rank, ranks, step;
static long all;
static struct link *first;

static void add(const struct atom *atom)
{
    struct link *l = malloc(sizeof(*l));

    l->atom = *atom;
    l->next = first;
    first = l;
}

static void drop_all(void)
{
    while (first) {
        struct link *gone = first;

        first = gone->next;
        free(gone);
    }
}

static size_t size(void *arg)
{
    size_t bytes = 0;

    (void)arg;
    for (const struct link *l = first; l; l = l->next)
        bytes += sizeof(l->atom);
    return bytes;
}

static int pack(void *bytes, void *arg)
{
    struct atom *to = bytes;

    (void)arg;
    for (const struct link *l = first; l; l = l->next)
        *to++ = l->atom;
    return 0;
}

/* What is not as mitosis.h says calls the change off. */
static int unpack(const void *bytes,
                  size_t bytes_count,
                  int part,
                  int parts,
                  int which,
                  int of,
                  void *arg)
{
    size_t count = bytes_count / sizeof(struct atom);
    const struct atom *from = bytes;

    (void)arg;
    if (part < 0 || part >= parts || which < 0 || which >= of
        || (parts > 1 && of > 1))
        return 1;
    if (which == 0)
        drop_all();
    for (size_t i = (size_t)part; i < count; i += (size_t)parts)
        add(&from[i]);
    return 0;
}

static long check(void)
{
    int *there = calloc((size_t)all, sizeof(*there));
    long wrong = 0;

    for (const struct link *l = first; l; l = l->next) {
        there[l->atom.number]++;
        wrong += l->atom.moved != step;
    }
    MPI_Allreduce(MPI_IN_PLACE, there, (int)all, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    for (long i = 0; i < all; i++)
        wrong += there[i] != 1;
    free(there);
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return wrong;
}

int main(int argc, char **argv)
{
    static int sizes[SIZES];
    int steps, count = 0;
    long wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 3)
        MPI_Abort(MPI_COMM_WORLD, 2);
    all = atol(argv[1]);
    steps = atoi(argv[2]);
    for (long i = rank; i < all; i += ranks)
        add(&(struct atom){ i, 0 });
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("sizes", sizes, NULL, MPI_INT,
                  &(mito_layout){ .row = SIZES });
    mito_register("count", &count, NULL, MPI_INT, NULL);
    mito_register("atoms", NULL, NULL, MPI_BYTE,
                  &(mito_layout){ .spread = MITO_LOCAL,
                                  .size = size,
                                  .pack = pack,
                                  .unpack = unpack });
    for (; step < steps; step++) {
        if (mito_sync() == MITO_CHANGED && count < SIZES)
            sizes[count++] = ranks;
        wrong += check();
        for (struct link *l = first; l; l = l->next)
            l->atom.moved++;
        usleep(STEP_US);
    }
    if (rank == 0) {
        printf("atoms: %s,", wrong ? "wrong" : "ok");
        for (int i = 0; i < count; i++)
            printf(" %d", sizes[i]);
        printf("\n");
    }
    drop_all();
    MPI_Finalize();
    return wrong != 0;
}
