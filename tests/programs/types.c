/* types.c - derived datatypes, none and very large ones
 *
 * Messages, r+1 being 0 after the last rank; all from r to r+1:
 *   24 bytes     by MPI_Sendrecv of 1 vector (3 blocks of 2 ints)
 *   24 bytes     by MPI_Sendrecv of 2 structs (an int and a double)
 *   20 bytes     by MPI_Sendrecv of 1 indexed type (blocks of 1 and 4 ints)
 *   40 bytes     by MPI_Sendrecv of 10 resized ints
 *   0 bytes      by MPI_Sendrecv of 5 of a type of no size
 *   0 bytes      by MPI_Sendrecv of no ints
 *   0 bytes      by MPI_Sendrecv of none of a type of 2^34 bytes
 *   3000000 bytes by MPI_Isend_c of 750000 ints, taken by MPI_Irecv_c
 *   4000 bytes   by MPI_Sendrecv_c of 1000 ints
 * that is 9 messages and 3004108 bytes in all.  No message at all are one
 * MPI_Send of 1000 ints to and one MPI_Recv from MPI_PROC_NULL.
 * Calls on each rank: MPI_Sendrecv 7, MPI_Isend_c, MPI_Irecv_c,
 * MPI_Sendrecv_c, MPI_Send, MPI_Recv and MPI_Type_size_c 1 each, MPI_Wait 2.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

enum { MANY = 750000, FEW = 1000 };

struct pair {
    int number;
    double value;
};

static int out[MANY], in[MANY];
static int left, right;

/* Send and receive 'count' of 'type', and give it back. */
static void pass_on(int count, MPI_Datatype type)
{
    MPI_Type_commit(&type);
    MPI_Sendrecv(out, count, type, right, 0, in, count, type, left, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

static void small_types(void)
{
    int lengths[] = { 1, 4 }, starts[] = { 9, 0 }, ones[] = { 1, 1 };
    MPI_Aint offsets[] = { offsetof(struct pair, number),
                           offsetof(struct pair, value) };
    MPI_Datatype fields[] = { MPI_INT, MPI_DOUBLE };
    MPI_Datatype type;

    MPI_Type_vector(3, 2, 4, MPI_INT, &type);
    pass_on(1, type);
    MPI_Type_create_struct(2, ones, offsets, fields, &type);
    pass_on(2, type);
    MPI_Type_indexed(2, lengths, starts, MPI_INT, &type);
    pass_on(1, type);
    MPI_Type_create_resized(MPI_INT, 0, 20, &type);
    pass_on(10, type);
    MPI_Type_contiguous(0, MPI_INT, &type);
    pass_on(5, type);
    MPI_Type_dup(MPI_INT, &type);
    pass_on(0, type);
}

/* Returns the size of the type, of which nothing is sent. */
static MPI_Count huge_type(void)
{
    MPI_Count size;
    MPI_Datatype half, type;

    MPI_Type_contiguous(1 << 17, MPI_INT, &half);
    MPI_Type_contiguous(1 << 15, half, &type);
    MPI_Type_free(&half);
    MPI_Type_size_c(type, &size);
    pass_on(0, type);
    return size;
}

static void large_counts(void)
{
    MPI_Request requests[2];

    MPI_Irecv_c(in, MANY, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend_c(out, MANY, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Sendrecv_c(out, FEW, MPI_INT, right, 2, in, FEW, MPI_INT, left, 2,
                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Count bytes;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    small_types();
    bytes = huge_type();
    large_counts();
    MPI_Send(out, FEW, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD);
    MPI_Recv(in, FEW, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("types: the huge one has %lld bytes\n", (long long)bytes);
    MPI_Finalize();
    return 0;
}
