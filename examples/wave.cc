/* wave.cc - a membrane that swings, in C++
 *
 *     wave [ROWS COLUMNS STEPS]
 *
 * The membrane is a grid of cells inside a frame that stands still.  Where a
 * cell will be follows from where it and its neighbours are and where it was
 * a step before; so there are three vectors, which change places after each
 * step.  The rows are spread in blocks, in the order of the ranks; each vector
 * has one more row on each side, a copy of the neighbours'.
 *
 * It swings in one of its own shapes, so the right answer is known and the
 * program checks its own.  What it prints is the same for every number of
 * ranks: sums are those of the rows, added up in the order of the rows.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mitosis.hpp>
#include <mpi.h>
#include <numeric>
#include <vector>

namespace
{
const double pi = std::acos(-1.0);
const double speed = 0.5; // cells in a step

class membrane
{
  public:
    membrane(int all_rows, int columns, int rank, int ranks);
    void go_on();
    double checksum() const;
    double worst_error(int steps) const;

  private:
    std::size_t width() const
    {
        return static_cast<std::size_t>(columns_) + 2;
    }
    int rows() const
    {
        return static_cast<int>(now_.size() / width()) - 2;
    }
    double shape(int row, int column) const;
    double angle() const;
    int first_row() const;
    void exchange();

    int all_rows_, columns_, above_, below_;
    std::vector<double> before_, now_, next_;
};

// How far a cell is from rest at first.
double membrane::shape(int row, int column) const
{
    return std::sin(2 * pi * row / (all_rows_ + 1))
           * std::sin(3 * pi * column / (columns_ + 1));
}

// How far it swings in a step.
double membrane::angle() const
{
    double bend = std::cos(2 * pi / (all_rows_ + 1))
                  + std::cos(3 * pi / (columns_ + 1)) - 2;

    return std::acos(1 + speed * speed * bend);
}

// The number of our first row in the whole membrane, from 1.
int membrane::first_row() const
{
    int mine = rows(), last;

    MPI_Scan(&mine, &last, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return last - mine + 1;
}

membrane::membrane(int all_rows, int columns, int rank, int ranks)
    : all_rows_(all_rows), columns_(columns),
      above_(rank > 0 ? rank - 1 : MPI_PROC_NULL),
      below_(rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL)
{
    int rows = all_rows / ranks + (rank < all_rows % ranks ? 1 : 0);

    now_.resize((static_cast<std::size_t>(rows) + 2) * width());
    before_ = next_ = now_;
    int first = first_row();
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= columns; j++) {
            std::size_t at = static_cast<std::size_t>(i) * width()
                             + static_cast<std::size_t>(j);

            now_[at] = shape(first + i - 1, j);
            before_[at] = std::cos(angle()) * now_[at];
        }
    mito::add("before", before_, mito::layout().row(width()).halo(1));
    mito::add("now", now_, mito::layout().row(width()).halo(1));
    mito::add("next", next_, mito::layout().row(width()).halo(1));
}

/* ---- steps ---- */

// Give the neighbours our outermost rows and take theirs.
void membrane::exchange()
{
    int count = static_cast<int>(width());
    double *top = now_.data(), *bottom = top + now_.size() - width();

    MPI_Sendrecv(top + width(), count, MPI_DOUBLE, above_, 0, bottom, count,
                 MPI_DOUBLE, below_, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(bottom - width(), count, MPI_DOUBLE, below_, 1, top, count,
                 MPI_DOUBLE, above_, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void membrane::go_on()
{
    exchange();
    for (std::size_t row = width(); row < now_.size() - width();
         row += width())
        for (std::size_t at = row + 1; at < row + width() - 1; at++)
            next_[at] =
                2 * now_[at] - before_[at]
                + speed * speed
                      * ((now_[at - width()] + now_[at + width()])
                         + (now_[at - 1] + now_[at + 1]) - 4 * now_[at]);
    std::swap(before_, now_);
    std::swap(now_, next_);
}

/* ---- what came out ---- */

double membrane::worst_error(int steps) const
{
    double swung = std::cos(steps * angle()), mine = 0, worst;
    int first = first_row();

    for (int i = 1; i <= rows(); i++)
        for (int j = 1; j <= columns_; j++) {
            double is = now_[static_cast<std::size_t>(i) * width()
                             + static_cast<std::size_t>(j)];

            mine =
                std::max(mine, std::abs(is - swung * shape(first + i - 1, j)));
        }
    MPI_Allreduce(&mine, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return worst;
}

// The sum of the squares of all cells, on rank 0.
double membrane::checksum() const
{
    int count = rows(), ranks;

    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<double> sums, all(static_cast<std::size_t>(all_rows_));
    std::vector<int> counts(static_cast<std::size_t>(ranks));
    std::vector<int> starts(counts.size());
    for (std::size_t at = width(); at < now_.size() - width(); at += width())
        sums.push_back(std::inner_product(&now_[at], &now_[at] + width(),
                                          &now_[at], 0.0));
    MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0,
               MPI_COMM_WORLD);
    std::partial_sum(counts.begin(), counts.end() - 1, starts.begin() + 1);
    MPI_Gatherv(sums.data(), count, MPI_DOUBLE, all.data(), counts.data(),
                starts.data(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return std::accumulate(all.begin(), all.end(), 0.0);
}

bool parse_number(const char *text, int *number)
{
    char *end;
    long value = std::strtol(text, &end, 10);

    *number = static_cast<int>(value);
    return *text && !*end && value >= 1 && value < 1000000;
}

// Run it.  Returns the exit status.
int run(int all_rows, int columns, int steps)
{
    int rank, ranks, step = 0;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks > all_rows) {
        if (rank == 0)
            std::fprintf(stderr, "wave: each rank needs at least one row\n");
        return 2;
    }
    membrane m(all_rows, columns, rank, ranks);
    mito::add("step", step);
    for (; step < steps; step++) {
        mito::sync();
        m.go_on();
    }
    double error = m.worst_error(steps), sum = m.checksum();
    bool right = error < 1e-9;
    if (rank == 0) {
        std::printf("wave: %d x %d cells, %d steps\n", all_rows, columns,
                    steps);
        std::printf("wave: %s, checksum %.12e\n", right ? "ok" : "wrong", sum);
    }
    return right ? 0 : 1;
}
} // namespace

int main(int argc, char **argv)
{
    int rows = 2000, columns = 2000, steps = 400, status = 2;

    MPI_Init(&argc, &argv);
    if (argc == 1
        || (argc == 4 && parse_number(argv[1], &rows)
            && parse_number(argv[2], &columns)
            && parse_number(argv[3], &steps)))
        status = run(rows, columns, steps);
    else
        std::fprintf(stderr, "usage: wave [ROWS COLUMNS STEPS]\n");
    MPI_Finalize();
    return status;
}
