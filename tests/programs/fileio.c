/* fileio.c - a file written and read with MPI-IO
 *
 * Usage: fileio FILE, which is overwritten.  With n ranks it has 1200 n bytes
 * in the end: n blocks of 100 ints written by MPI_File_write_at, n by
 * MPI_File_write_all, n by MPI_File_iwrite_at.
 * Calls on each rank: MPI_File_open 1, MPI_File_set_size 1 (to 0),
 * MPI_File_set_view 1, MPI_File_write_at, MPI_File_write_all,
 * MPI_File_iwrite_at, MPI_File_read_at_all 1 each of 400 bytes, MPI_Wait 1,
 * MPI_File_read_at 1 of 400 bytes where only 40 are left, MPI_File_sync 1,
 * MPI_Barrier 1, MPI_File_close 1.  So each rank writes 1200 bytes and reads
 * 440.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { COUNT = 100, BYTES = COUNT * (int)sizeof(int), LEFT = 10 };

static int rank, size;

static void write_all(MPI_File file)
{
    int out[COUNT];
    MPI_Offset block = (MPI_Offset)size * BYTES;
    MPI_Offset mine = (MPI_Offset)rank * BYTES;
    MPI_Request request;
    MPI_Status status;

    for (int i = 0; i < COUNT; i++)
        out[i] = rank;
    MPI_File_write_at(file, mine, out, COUNT, MPI_INT, &status);
    MPI_File_iwrite_at(file, 2 * block + mine, out, COUNT, MPI_INT, &request);
    MPI_Wait(&request, &status);
    MPI_File_set_view(file, block + mine, MPI_INT, MPI_INT, "native",
                      MPI_INFO_NULL);
    MPI_File_write_all(file, out, COUNT, MPI_INT, &status);
}

/* Returns how many ints the read beyond the end of the file found. */
static int read_back(MPI_File file)
{
    int in[COUNT], found;
    int ours = (size - rank) * COUNT + size * COUNT; /* ints after our view */
    MPI_Status status;

    MPI_File_read_at_all(file, 0, in, COUNT, MPI_INT, &status);
    if (in[0] != rank || in[COUNT - 1] != rank)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_File_read_at(file, ours - LEFT, in, COUNT, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &found);
    return found;
}

int main(int argc, char **argv)
{
    int found;
    MPI_File file;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 2
        || MPI_File_open(MPI_COMM_WORLD, argv[1],
                         MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file)
               != MPI_SUCCESS) {
        if (rank == 0)
            fprintf(stderr, "usage: fileio FILE\n");
        MPI_Finalize();
        return 2;
    }
    MPI_File_set_size(file, 0);
    write_all(file);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    found = read_back(file);
    MPI_File_close(&file);
    if (rank == 0)
        printf("fileio: %d of %d ints left\n", found, COUNT);
    MPI_Finalize();
    return found != LEFT;
}
