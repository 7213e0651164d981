/* nbody.c - a ball of stars that attract each other, every one all others
 *
 * The stars are spread in blocks, in the order of the ranks.  To find the
 * forces, a copy of each block goes once round the ring of all ranks: each
 * passes it on to the next with MPI_Sendrecv_replace and adds up how the
 * guests pull at its own stars.  Only place and mass travel: a derived
 * datatype picks them from the struct, and leaves the velocity at home.  The
 * blocks in the ring are equally long, filled up with stars of no mass.
 *
 * Time goes on by leapfrog steps.  Energy, momentum and angular momentum must
 * stay what they were, and the program checks that they do, and that the ring
 * brought every star to every other.
 *
 * Sums are formed in whole multiples of 2^-44, as integers, so they do not
 * depend on their order: what is printed is the same, to the last digit, for
 * every number of ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <mitosis.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double time_step = 0.005;
static const double softening = 0.05; /* keeps close stars from catapulting */

struct size {
    int stars;
    int steps;
};

struct star {
    double place[3];
    double velocity[3];
    double mass;
};

/* A sum that does not depend on the order of what is added. */
typedef int64_t fixed_t;

static const double fixed_one = 17592186044416.0; /* 2^44 */

/* What the others do to a star. */
struct pull {
    fixed_t acceleration[3];
    fixed_t potential;
};

/* The stars that a rank holds, 'count' of them. */
struct block {
    int count;
    int most; /* stars of the longest block */
    struct star *stars;
    struct star *guests; /* 'most' on their way round the ring, or no mass */
    struct pull *pulls;
    MPI_Datatype traveller; /* place and mass of a star */
    int ranks;
    int before; /* our neighbours in the ring */
    int after;
};

/* What never changes. */
enum { ENERGY, MOMENTUM, SPIN = MOMENTUM + 3, CONSERVED = SPIN + 3 };

static bool parse_number(const char *text, int *number)
{
    char *end;
    long value;

    errno = 0;
    value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < 1 || value > INT_MAX)
        return false;
    *number = (int)value;
    return true;
}

/* Read the arguments; all ranks do, and rank 0 speaks for all. */
static bool parse_arguments(int argc, char **argv, struct size *size)
{
    int rank, ranks;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if ((argc != 1 && argc != 3)
        || (argc == 3
            && (!parse_number(argv[1], &size->stars)
                || !parse_number(argv[2], &size->steps)))) {
        if (rank == 0)
            fprintf(stderr, "usage: nbody [STARS STEPS]\n"
                            "       two numbers, each at least 1\n");
        return false;
    }
    if (ranks > size->stars) {
        if (rank == 0)
            fprintf(stderr,
                    "nbody: %d stars are too few for %d ranks: "
                    "each needs at least one\n",
                    size->stars, ranks);
        return false;
    }
    return true;
}

static void *allocate(size_t count, size_t each)
{
    void *memory = calloc(count, each);

    if (!memory) {
        fprintf(stderr, "nbody: no memory for %zu stars\n", count);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return memory;
}

static fixed_t fixed(double value)
{
    return (fixed_t)(value * fixed_one);
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The next of a row of random numbers from -1 to 1 (splitmix64). */
static double random_number(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (double)(z >> 11) / (double)(UINT64_C(1) << 52) - 1;
}

/* Star 'number' of all: somewhere in a ball of the radius one, which turns
 * about its third axis.  Its random numbers are its own, whoever holds it.
 */
static void star_create(struct star *star, int number, int all)
{
    uint64_t state = (uint64_t)number << 32;

    do {
        for (int d = 0; d < 3; d++)
            star->place[d] = random_number(&state);
    } while (dot(star->place, star->place) > 1);
    star->velocity[0] = -0.5 * star->place[1] + 0.1 * random_number(&state);
    star->velocity[1] = 0.5 * star->place[0] + 0.1 * random_number(&state);
    star->velocity[2] = 0.1 * random_number(&state);
    star->mass = 1.0 / all;
}

/* The type that picks what travels from a struct star. */
static MPI_Datatype traveller_create(void)
{
    int lengths[] = { 3, 1 };
    MPI_Aint offsets[] = { offsetof(struct star, place),
                           offsetof(struct star, mass) };
    MPI_Datatype types[] = { MPI_DOUBLE, MPI_DOUBLE };
    MPI_Datatype fields, traveller;

    MPI_Type_create_struct(2, lengths, offsets, types, &fields);
    MPI_Type_create_resized(fields, 0, sizeof(struct star), &traveller);
    MPI_Type_commit(&traveller);
    MPI_Type_free(&fields);
    return traveller;
}

/* Make room for guests: as many as the longest block has stars. */
static void invite(struct block *block)
{
    MPI_Allreduce(&block->count, &block->most, 1, MPI_INT, MPI_MAX,
                  MPI_COMM_WORLD);
    block->guests = allocate((size_t)block->most, sizeof(block->guests[0]));
}

static void block_create(struct block *block, const struct size *size)
{
    int rank, ranks, each, rest, first;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    each = size->stars / ranks;
    rest = size->stars % ranks;
    first = rank * each + (rank < rest ? rank : rest);
    block->count = each + (rank < rest);
    block->ranks = ranks;
    block->before = (rank + ranks - 1) % ranks;
    block->after = (rank + 1) % ranks;
    block->traveller = traveller_create();
    block->stars = allocate((size_t)block->count, sizeof(block->stars[0]));
    block->pulls = allocate((size_t)block->count, sizeof(block->pulls[0]));
    for (int i = 0; i < block->count; i++)
        star_create(&block->stars[i], first + i, size->stars);
    invite(block);
}

static void block_destroy(struct block *block)
{
    MPI_Type_free(&block->traveller);
    free(block->stars);
    free(block->guests);
    free(block->pulls);
}

/* Add how the guests pull at 'star'.  Where a star is its own guest the force
 * is nothing, and the potential a constant, which does no harm.
 */
static void attract(const struct star *star,
                    const struct star *guests,
                    int count,
                    struct pull *pull)
{
    for (int i = 0; i < count; i++) {
        const struct star *guest = &guests[i];
        double way[3] = { guest->place[0] - star->place[0],
                          guest->place[1] - star->place[1],
                          guest->place[2] - star->place[2] };
        double square = dot(way, way) + softening * softening;
        double potential = guest->mass / sqrt(square);

        for (int d = 0; d < 3; d++)
            pull->acceleration[d] += fixed(potential / square * way[d]);
        pull->potential -= fixed(potential);
    }
}

/* Send all stars round the ring and find the pull at each of ours. */
static void find_pulls(struct block *block)
{
    size_t count = (size_t)block->count;

    memset(block->pulls, 0, count * sizeof(block->pulls[0]));
    memset(block->guests, 0, (size_t)block->most * sizeof(block->guests[0]));
    memcpy(block->guests, block->stars, count * sizeof(block->guests[0]));
    for (int hop = 0; hop < block->ranks; hop++) {
        MPI_Status status;

        if (hop > 0)
            MPI_Sendrecv_replace(block->guests, block->most, block->traveller,
                                 block->after, 0, block->before, 0,
                                 MPI_COMM_WORLD, &status);
        for (int i = 0; i < block->count; i++)
            attract(&block->stars[i], block->guests, block->most,
                    &block->pulls[i]);
    }
}

/* Let the pulls act for the time 'dt'. */
static void kick(struct block *block, double dt)
{
    for (int i = 0; i < block->count; i++)
        for (int d = 0; d < 3; d++)
            block->stars[i].velocity[d] +=
                dt * ((double)block->pulls[i].acceleration[d] / fixed_one);
}

/* Let the stars fly for the time 'dt'. */
static void drift(struct block *block, double dt)
{
    for (int i = 0; i < block->count; i++)
        for (int d = 0; d < 3; d++)
            block->stars[i].place[d] += dt * block->stars[i].velocity[d];
}

/* Add up 'count' numbers of all ranks and make ordinary numbers of them. */
static void add_up(const fixed_t *mine, int count, double *sums)
{
    fixed_t all[CONSERVED];

    MPI_Allreduce(mine, all, count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
        sums[i] = (double)all[i] / fixed_one;
}

/* Energy, momentum and angular momentum of all stars. */
static void measure(const struct block *block, double conserved[CONSERVED])
{
    fixed_t mine[CONSERVED] = { 0 };

    for (int i = 0; i < block->count; i++) {
        const struct star *star = &block->stars[i];
        const double *place = star->place, *velocity = star->velocity;
        double potential = (double)block->pulls[i].potential / fixed_one;

        mine[ENERGY] +=
            fixed(star->mass * (dot(velocity, velocity) + potential) / 2);
        for (int d = 0; d < 3; d++) {
            int e = (d + 1) % 3, f = (d + 2) % 3;

            mine[MOMENTUM + d] += fixed(star->mass * velocity[d]);
            mine[SPIN + d] +=
                fixed(star->mass
                      * (place[e] * velocity[f] - place[f] * velocity[e]));
        }
    }
    add_up(mine, CONSERVED, conserved);
}

/* The mean square of the stars' distance from the middle. */
static double checksum(const struct block *block)
{
    fixed_t mine = 0;
    double sum;

    for (int i = 0; i < block->count; i++) {
        const struct star *star = &block->stars[i];

        mine += fixed(star->mass * dot(star->place, star->place));
    }
    add_up(&mine, 1, &sum);
    return sum;
}

/* Whether no guest was missing: each rank looks at the stars of all and works
 * out the pull at its first one again.
 */
static bool is_complete(const struct block *block, const struct size *size)
{
    struct star *all = allocate((size_t)size->stars, sizeof(all[0]));
    int *counts = allocate((size_t)block->ranks, sizeof(int));
    int *firsts = allocate((size_t)block->ranks, sizeof(int));
    struct pull pull = { .potential = 0 };
    int same = 1, everywhere;

    MPI_Allgather(&block->count, 1, MPI_INT, counts, 1, MPI_INT,
                  MPI_COMM_WORLD);
    for (int r = 1; r < block->ranks; r++)
        firsts[r] = firsts[r - 1] + counts[r - 1];
    MPI_Allgatherv(block->stars, block->count, block->traveller, all, counts,
                   firsts, block->traveller, MPI_COMM_WORLD);
    if (block->count > 0) {
        attract(&block->stars[0], all, size->stars, &pull);
        same = memcmp(&pull, &block->pulls[0], sizeof(pull)) == 0;
    }
    MPI_Allreduce(&same, &everywhere, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    free(all);
    free(counts);
    free(firsts);
    return everywhere;
}

/* Print what came out.  Returns the exit status. */
static int report(const struct block *block,
                  const struct size *size,
                  const double before[CONSERVED])
{
    double after[CONSERVED];
    double sum = checksum(block);
    bool right;
    int rank;

    measure(block, after);
    right = is_complete(block, size)
            && fabs(after[ENERGY] - before[ENERGY]) < 1e-3;
    for (int i = MOMENTUM; i < CONSERVED; i++)
        right = right && fabs(after[i] - before[i]) < 1e-8;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        printf("nbody: %d stars, %d steps, energy %.6f, was %.6f\n",
               size->stars, size->steps, after[ENERGY], before[ENERGY]);
        printf("nbody: %s, checksum %.12e\n", right ? "ok" : "wrong", sum);
    }
    return right ? 0 : 1;
}

/* ---- to be malleable ---- */

/* The type of a whole struct star, in which each place and velocity goes. */
static MPI_Datatype star_type_create(void)
{
    int lengths[] = { 3, 3, 1 };
    MPI_Aint offsets[] = { offsetof(struct star, place),
                           offsetof(struct star, velocity),
                           offsetof(struct star, mass) };
    MPI_Datatype types[] = { MPI_DOUBLE, MPI_DOUBLE, MPI_DOUBLE };
    MPI_Datatype type;

    MPI_Type_create_struct(3, lengths, offsets, types, &type);
    MPI_Type_commit(&type);
    return type;
}

/* All that the steps go on from. */
static void register_state(struct block *block, int *step)
{
    MPI_Datatype star_type = star_type_create();

    mito_register("step", step, NULL, MPI_INT, NULL);
    mito_register("stars", &block->stars, &block->count, star_type, NULL);
    mito_register("pulls", &block->pulls, &block->count, MPI_INT64_T,
                  &(mito_layout){ .row = 4 });
    MPI_Type_free(&star_type);
}

/* ---- the program ---- */

int main(int argc, char **argv)
{
    struct size size = { .stars = 1500, .steps = 80 };
    struct block block;
    double before[CONSERVED];
    int status, step;

    MPI_Init(&argc, &argv);
    if (!parse_arguments(argc, argv, &size)) {
        MPI_Finalize();
        return 2;
    }
    block_create(&block, &size);
    find_pulls(&block);
    measure(&block, before);
    register_state(&block, &step);
    for (step = 0; step < size.steps; step++) {
        if (mito_sync() == MITO_CHANGED) {
            free(block.guests);
            invite(&block);
        }
        kick(&block, time_step / 2);
        drift(&block, time_step);
        find_pulls(&block);
        kick(&block, time_step / 2);
    }
    status = report(&block, &size, before);
    block_destroy(&block);
    MPI_Finalize();
    return status;
}
