/* atoms.c - a list of atoms in each rank, which is packed at a change
 *
 *     atoms ATOMS STEPS
 *
 * No atom is lost or there twice after a change, whoever has it, and each
 * has moved on by a step in each step.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdlib.h>

#include "rounds.h"

struct atom {
    long number, moved;
};

/* Not in one piece. */
struct link {
    struct atom atom;
    struct link *next;
};

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
    return wrong;
}

static long visit(bool changed)
{
    long wrong = check();

    (void)changed;
    for (struct link *l = first; l; l = l->next)
        l->atom.moved++;
    return wrong;
}

int main(int argc, char **argv)
{
    int rc;

    rounds_begin(&argc, &argv);
    if (argc < 3)
        MPI_Abort(MPI_COMM_WORLD, 2);
    all = atol(argv[1]);
    for (long i = rank; i < all; i += ranks)
        add(&(struct atom){ i, 0 });
    mito_register("atoms", NULL, NULL, MPI_BYTE,
                  &(mito_layout){ .spread = MITO_LOCAL,
                                  .size = size,
                                  .pack = pack,
                                  .unpack = unpack });
    rc = rounds_run("atoms", atoi(argv[2]), visit);
    drop_all();
    return rc;
}
