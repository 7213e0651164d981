/* abi.c - a program of the standard's ABI, and what it needs of its MPI
 *
 * With -DLIBRARY it is that MPI, a stand-in for libmpi_abi.so of one rank;
 * without, a program that hands it handles as wide as pointers, more arguments
 * than there are registers, and numbers that are no integers.  Neither knows
 * an mpi.h.  It ends when its input does: Hydra's mpiexec now and then dies of
 * SIGPIPE over a program that has ended at once, whatever it is.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct handle *handle;

#define WIDE(n) ((handle)(uintptr_t)(UINT64_C(0x123456789abc0000) + (n)))

#ifdef LIBRARY
/* As in any MPI a tool finds each call by another name, too. */
#define ALSO(name) __typeof__(P##name) name __attribute__((alias("P" #name)))
#else
#define PMPI_Init MPI_Init
#define PMPI_Get_library_version MPI_Get_library_version
#define PMPI_Comm_rank MPI_Comm_rank
#define PMPI_Comm_dup MPI_Comm_dup
#define PMPI_Sendrecv MPI_Sendrecv
#define PMPI_Comm_f2c MPI_Comm_f2c
#define PMPI_Wtime MPI_Wtime
#define PMPI_Pcontrol MPI_Pcontrol
#define PMPI_Finalize MPI_Finalize
#endif

int PMPI_Init(int *argc, char ***argv);
int PMPI_Get_library_version(char *version, int *length);
int PMPI_Comm_rank(handle comm, int *rank);
int PMPI_Comm_dup(handle comm, handle *copy);
int PMPI_Sendrecv(const void *out,
                  int out_count,
                  handle out_type,
                  int dest,
                  int out_tag,
                  void *in,
                  int in_count,
                  handle in_type,
                  int source,
                  int in_tag,
                  handle comm,
                  void *status);
handle PMPI_Comm_f2c(int comm);
double PMPI_Wtime(void);
int PMPI_Pcontrol(const int level, ...);
int PMPI_Finalize(void);

#ifdef LIBRARY

int PMPI_Init(int *argc, char ***argv)
{
    return argc && argv && *argc == 1 && **argv ? 0 : 1;
}
ALSO(MPI_Init);

int PMPI_Get_library_version(char *version, int *length)
{
    *length = sprintf(version, "MPICH Version: 5.0");
    return 0;
}
ALSO(MPI_Get_library_version);

int PMPI_Comm_rank(handle comm, int *rank)
{
    *rank = comm == WIDE(1) ? 0 : -1;
    return 0;
}
ALSO(MPI_Comm_rank);

int PMPI_Comm_dup(handle comm, handle *copy)
{
    *copy = comm == WIDE(1) ? WIDE(2) : 0;
    return 0;
}
ALSO(MPI_Comm_dup);

int PMPI_Sendrecv(const void *out,
                  int out_count,
                  handle out_type,
                  int dest,
                  int out_tag,
                  void *in,
                  int in_count,
                  handle in_type,
                  int source,
                  int in_tag,
                  handle comm,
                  void *status)
{
    if (out_type != WIDE(3) || in_type != WIDE(4) || comm != WIDE(2) || status
        || dest != 5 || out_tag != 6 || source != 7 || in_tag != 8)
        return 1;
    memcpy(in, out, (size_t)(in_count < out_count ? in_count : out_count));
    return 0;
}
ALSO(MPI_Sendrecv);

handle PMPI_Comm_f2c(int comm)
{
    return WIDE((unsigned)comm);
}
ALSO(MPI_Comm_f2c);

double PMPI_Wtime(void)
{
    return 0.125;
}
ALSO(MPI_Wtime);

int PMPI_Pcontrol(const int level, ...)
{
    va_list args;
    double value;

    va_start(args, level);
    value = va_arg(args, double);
    va_end(args);
    return level == 1 && value == 1.5 ? 0 : 1;
}
ALSO(MPI_Pcontrol);

int PMPI_Finalize(void)
{
    return 0;
}
ALSO(MPI_Finalize);

#else

int main(int argc, char **argv)
{
    char in[8] = "";
    handle copy = 0;
    int rank = -1, rc;

    printf("Pcontrol %d\n", MPI_Pcontrol(1, 1.5));
    printf("Init %d\n", MPI_Init(&argc, &argv));
    MPI_Comm_rank(WIDE(1), &rank);
    MPI_Comm_dup(WIDE(1), &copy);
    rc = MPI_Sendrecv("wide", 5, WIDE(3), 5, 6, in, 5, WIDE(4), 7, 8, copy, 0);
    printf("rank %d, %d: \"%s\"\n", rank, rc, in);
    printf("f2c %s\n", MPI_Comm_f2c(9) == WIDE(9) ? "wide" : "cut");
    printf("Wtime %g, Pcontrol %d\n", MPI_Wtime(), MPI_Pcontrol(1, 1.5));
    while (getchar() != EOF)
        continue;
    return MPI_Finalize();
}

#endif
