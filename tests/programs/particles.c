/* particles.c - particles in a box, each with the rank whose slab it is in
 *
 *     particles NUMBER STEPS
 *
 * The sum that is printed is over the bits of all particles, whoever has them.
 * A particle that is not in its rank's slab ends the program.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const double time_step = 0.01;
struct particle {
    double place[3], velocity[3];
    long number;
};

static struct particle *particles;
static int count, room; /* particles here, and for how many there is memory */
static int rank, ranks, step;

/* The box is 1 wide, and cut into slabs of equal width. */
static int slab_of(const struct particle *p)
{
    int slab = (int)(p->place[0] * ranks);

    return slab < ranks ? slab : ranks - 1;
}

static void make_room(int wanted)
{
    if (wanted > room) {
        room = wanted + wanted / 2;
        particles = realloc(particles, (size_t)room * sizeof(*particles));
    }
}

static void create(long all)
{
    for (long n = 0; n < all; n++) {
        struct particle p = { .number = n };

        for (int d = 0; d < 3; d++) {
            p.place[d] = (double)((n * (7919 + 104729 * d)) % 10007) / 10007;
            p.velocity[d] = (double)((n * (31 + d)) % 17 - 8) / 4;
        }
        if (slab_of(&p) != rank)
            continue;
        make_room(count + 1);
        particles[count++] = p;
    }
}

/* A spring in the middle pulls; walls throw back. */
static void move(struct particle *p)
{
    for (int d = 0; d < 3; d++) {
        p->velocity[d] += (0.5 - p->place[d]) * time_step;
        p->place[d] += p->velocity[d] * time_step;
        if (p->place[d] < 0 || p->place[d] > 1) {
            p->place[d] = p->place[d] < 0 ? -p->place[d] : 2 - p->place[d];
            p->velocity[d] = -p->velocity[d];
        }
    }
}

/* Those that have left go to whose slab they are in. */
static void exchange(void)
{
    int *counts = calloc(4 * (size_t)ranks, sizeof(*counts));
    int *at = counts + ranks, *come = at + ranks, *come_at = come + ranks;
    struct particle *leaving = malloc((size_t)count * sizeof(*leaving) + 1);
    int stay = 0, bytes = (int)sizeof(*leaving), gone = 0, more = 0;
    for (int to = 0; to < ranks; to++) {
        at[to] = gone * bytes;
        for (int i = 0; i < count; i++)
            if (to != rank && slab_of(&particles[i]) == to)
                leaving[gone++] = particles[i];
        counts[to] = gone * bytes - at[to];
    }
    for (int i = 0; i < count; i++)
        if (slab_of(&particles[i]) == rank)
            particles[stay++] = particles[i];
    MPI_Alltoall(counts, 1, MPI_INT, come, 1, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < ranks; more += come[from++] / bytes)
        come_at[from] = more * bytes;
    make_room(stay + more);
    MPI_Alltoallv(leaving, counts, at, MPI_BYTE, particles + stay, come,
                  come_at, MPI_BYTE, MPI_COMM_WORLD);
    count = stay + more;
    free(leaving);
    free(counts);
}

static long sum(void)
{
    uint64_t bits[7], mine = 0, all;

    for (int i = 0; i < count; i++) {
        memcpy(bits, &particles[i], sizeof(bits));
        for (int b = 0; b < 7; b++)
            mine += (bits[b] ^ bits[6] << 40) * UINT64_C(0x9e3779b97f4a7c15);
    }
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return (long)(all % 1000000007);
}

/* ---- to be malleable ---- */

static int owner(const void *item, void *arg)
{
    (void)arg;
    return slab_of(item);
}

/* ---- */

int main(int argc, char **argv)
{
    int steps = argc > 2 ? atoi(argv[2]) : 100;
    long all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    create(argc > 1 ? atol(argv[1]) : 1000);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("particles", &particles, &count, MPI_BYTE,
                  &(mito_layout){ .row = sizeof(*particles), .owner = owner });
    for (; step < steps; step++) {
        if (mito_sync() == MITO_CHANGED)
            room = count;
        for (int i = 0; i < count; i++) {
            if (slab_of(&particles[i]) != rank)
                MPI_Abort(MPI_COMM_WORLD, 3);
            move(&particles[i]);
        }
        exchange();
    }
    all = sum();
    if (rank == 0)
        printf("sum %ld\n", all);
    MPI_Finalize();
    return 0;
}
