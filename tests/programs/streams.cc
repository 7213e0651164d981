// streams.cc - a malleable program that writes to C++ streams of all kinds
//
//     streams STEPS [apart [input] | full | odd | anew]
//
// apart: std::cout and std::cin have buffers of their own, instead of those of
// stdio.  input: rank 0 reads a number in its start-up, if there is one.
// full: one more file is on a disk without any room.  odd: one has a letter
// that cannot be written in this locale, which its buffer throws at.  anew: a
// process that carries on begins its files anew.
//
// Each step is one line in each file, and on stdout.  Rank 0 has most of them,
// the last rank one of its own.  Nothing is flushed by the program.
//
// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <cstdlib>
#include <ext/stdio_filebuf.h>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <memory>
#include <mitosis.h>
#include <mpi.h>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

static bool anew;

// A process that carries on adds to what there is.
static bool adds()
{
    return mito_resumed() && !anew;
}

static std::ios::openmode mode()
{
    return std::ios::out | (adds() ? std::ios::app : std::ios::trunc);
}

// A buffer of the program's own kind.
class counting : public std::filebuf
{
  public:
    int syncs = 0;

  protected:
    int sync() override
    {
        syncs++;
        return std::filebuf::sync();
    }
};

struct files {
    char small[7], large[100000];
    std::ofstream with_small, with_large, plain, assigned, swapped, closed;
    std::fstream both;
    std::wofstream wide, wide_moved;
    std::vector<std::ofstream> list;
    std::unique_ptr<std::ofstream> behind;
    counting own;
    std::unique_ptr<__gnu_cxx::stdio_filebuf<char>> number;

    files() : plain(std::string("plain"), mode()), wide("wide", mode())
    {
        std::ofstream other("swapped", mode()), third("assigned", mode());

        with_small.rdbuf()->pubsetbuf(small, sizeof(small));
        with_small.open("small", mode());
        with_large.rdbuf()->pubsetbuf(large, sizeof(large));
        with_large.open("large", mode());
        both.open("both", mode());
        other << (adds() ? "" : "first\n"); // goes with it
        swapped.swap(other);
        assigned = std::move(third);
        for (int i = 0; i < 5; i++)
            list.emplace_back("list" + std::to_string(i), mode());
        behind.reset(new std::ofstream("behind", mode()));
        own.open("own", mode());
        number.reset(new __gnu_cxx::stdio_filebuf<char>(
            ::open("number", O_WRONLY | O_CREAT | (anew ? O_TRUNC : O_APPEND),
                   0600),
            std::ios::out));
        std::wofstream first("wide_moved", mode());
        wide_moved = std::wofstream(std::move(first));
    }

    void write(int step)
    {
        std::string line = std::to_string(step) + "\n";
        std::wstring wline(line.begin(), line.end());

        with_small << line;
        with_large << line;
        plain << line;
        assigned << line;
        swapped << line;
        both << line;
        wide << wline;
        wide_moved << wline;
        for (auto &f : list)
            f << line;
        *behind << line;
        own.sputn(line.data(), static_cast<std::streamsize>(line.size()));
        number->sputn(line.data(), static_cast<std::streamsize>(line.size()));

        // One that comes and goes, and one that moves to other memory.
        std::ofstream("brief", std::ios::app) << line;
        if (step % 7 == 0) {
            std::unique_ptr<std::ofstream> other(
                new std::ofstream(std::move(*behind)));
            behind.swap(other);
        }
    }
};

int main(int argc, char **argv)
{
    const std::string way = argc > 2 ? argv[2] : "";
    bool input = argc > 3;
    int steps = argc > 1 ? std::atoi(argv[1]) : 60, step = 0, rank, ranks,
        number = 0;
    std::unique_ptr<files> all;
    std::ofstream last, full;
    std::wofstream odd;

    anew = way == "anew";
    if (way == "apart")
        std::ios::sync_with_stdio(false);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (input && rank == 0)
        std::cin >> number;
    mito_register("step", &step, NULL, MPI_INT, NULL);
    if (rank == 0)
        all.reset(new files);
    if (rank == ranks - 1)
        last.open("last", mode());
    if (way == "full")
        full.open("/dev/full");
    if (way == "odd")
        odd.open("odd");
    for (; step < steps; step++) {
        mito_sync();
        full << step;
        odd << L'\u20ac';
        if (rank == 0) {
            all->write(step);
            std::cout << step << "\n";
        }
        if (rank == ranks - 1)
            last << step << "\n";
        MPI_Barrier(MPI_COMM_WORLD);
    }
    all.reset();
    MPI_Finalize();
    return 0;
}
