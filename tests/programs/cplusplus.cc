// cplusplus.cc - exceptions between MPI calls, and MPI calls inside MPI calls
//
// Messages, r+1 being 0 after the last rank:
//   r -> r+1   6 of 24 bytes, by MPI_Sendrecv; after each an exception is
//              thrown, and on its way to the handler a destructor calls
//              MPI_Type_free
// Calls on each rank: MPI_Sendrecv 6, MPI_Type_contiguous, MPI_Type_commit and
// MPI_Type_free 6, MPI_Op_create 1, MPI_Allreduce 2 (of 12 bytes) with that
// operation, which itself calls MPI_Type_size as often as MPI asks it to,
// MPI_Op_free 1.
//
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>
#include <mpi.h>
#include <stdexcept>
#include <unistd.h>
#include <vector>

namespace
{

class Triple
{
  public:
    Triple()
    {
        MPI_Type_contiguous(3, MPI_DOUBLE, &type);
        MPI_Type_commit(&type);
    }
    Triple(const Triple &) = delete;
    Triple &operator=(const Triple &) = delete;
    ~Triple()
    {
        MPI_Type_free(&type);
    }
    MPI_Datatype type = MPI_DATATYPE_NULL;
};

void pass_on(int left, int right)
{
    Triple triple;
    std::vector<double> out(3), in(3);

    MPI_Sendrecv(out.data(), 1, triple.type, right, 0, in.data(), 1,
                 triple.type, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    throw std::runtime_error("as planned");
}

void largest(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const int *from = static_cast<const int *>(in);
    int *to = static_cast<int *>(inout);
    int size;

    MPI_Type_size(*type, &size);
    if (size != static_cast<int>(sizeof(int)))
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < *count; i++)
        to[i] = std::max(from[i], to[i]);
}

} // namespace

int main(int argc, char **argv)
{
    int rank, size, caught = 0, all[3];
    MPI_Op op;

    alarm(60); // whatever happens, this ends
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 6; i++)
        try {
            pass_on((rank + size - 1) % size, (rank + 1) % size);
        } catch (const std::runtime_error &) {
            caught++;
        }
    const int mine[3] = { rank, -rank, caught };
    MPI_Op_create(largest, 1, &op);
    for (int i = 0; i < 2; i++)
        MPI_Allreduce(mine, all, 3, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    if (rank == 0)
        std::printf("cplusplus: caught %d, largest rank %d\n", all[2], all[0]);
    MPI_Finalize();
    return 0;
}
