// memories.cc - registers arrays in all kinds of memory that C++ may have
//
//     memories KIND STEPS [said]
//
// With 'said' its layout says that it is of malloc(), be it true or not.
// After a change each row is to be where it belongs, or there was none.
//
// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mitosis.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace
{
enum { ROWS = 600, STEP_US = 1000 };

struct row {
    double first;
    row() : first(0)
    {
    }
    ~row()
    {
        first = -1;
    } // so that new[] keeps how many there are
};

double still[ROWS];
int rank, ranks, step, rows;
const char *kind;
mito_layout layout;
double *x;
std::vector<double> v;

bool is(const char *name)
{
    return std::strcmp(kind, name) == 0;
}

void *map(std::size_t bytes)
{
    return mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

// What is registered in the main program's frame, and has to be there.
void choose(double *here)
{
    std::size_t count = static_cast<std::size_t>(rows);
    void *aligned = NULL;

    if (is("vector") || is("said") || is("void")) {
        v.resize(count);
        x = v.data();
    } else if (is("spacious")) {
        v.resize(ROWS);
        x = v.data();
        layout.memory = MITO_FIXED;
        layout.capacity = ROWS;
    } else if (is("array")) {
        x = new double[count];
    } else if (is("cookie")) {
        x = &(new row[count])->first;
    } else if (is("stack")) {
        x = here;
    } else if (is("static")) {
        x = still;
    } else if (is("middle")) {
        x = static_cast<double *>(std::calloc(count + 2, sizeof(double))) + 2;
    } else if (is("map")) {
        x = static_cast<double *>(map(count * sizeof(double)));
    } else if (is("aligned")) {
        if (posix_memalign(&aligned, 4096, count * sizeof(double)) != 0)
            MPI_Abort(MPI_COMM_WORLD, 3);
        x = static_cast<double *>(aligned);
    } else {
        x = static_cast<double *>(std::malloc(count * sizeof(double)));
    }
}

int first_row()
{
    int first = 0;

    MPI_Exscan(&rows, &first, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return rank ? first : 0;
}

long check()
{
    long wrong = 0, have = rows;
    int first = first_row();

    for (int i = 0; i < rows; i++)
        wrong += x[i] != first + i + 1000.0 * step;
    MPI_Allreduce(MPI_IN_PLACE, &have, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    wrong += have != ROWS;
    if (is("vector"))
        wrong += x != v.data() || static_cast<int>(v.size()) != rows;
    return wrong;
}

void fill()
{
    int first = first_row();

    for (int i = 0; i < rows; i++)
        x[i] = first + i + 1000.0 * step;
}
} // namespace

int main(int argc, char **argv)
{
    double here[ROWS];
    long wrong = 0;
    int steps = argc > 2 ? std::atoi(argv[2]) : 20;

    kind = argc > 1 ? argv[1] : "vector";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    rows = ROWS / ranks;
    choose(here);
    if (argc > 3)
        layout.memory = MITO_MALLOC;
    fill();
    mito_register("step", &step, NULL, MPI_INT, NULL);
    if (is("void"))
        mito_register("x", static_cast<void *>(&x), &rows, MPI_DOUBLE,
                      &layout);
    else
        mito_register("x", &x, &rows, MPI_DOUBLE, &layout);
    while (step < steps) {
        mito_sync();
        wrong += check();
        step++;
        fill();
        usleep(STEP_US);
    }
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        std::printf("memories: %s, %d ranks\n", wrong ? "wrong" : "ok", ranks);
    MPI_Finalize();
    return wrong != 0;
}
