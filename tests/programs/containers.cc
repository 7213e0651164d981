// containers.cc - registers what C++ programs keep their data in
//
//     containers STEPS [MISTAKE]
//
// There are ROWS rows of everything, spread over the ranks.  Each step counts
// every value up by one, so at any time it is known what each is to be; the
// first thing that is not is said, and how many there are of it.
//
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mitosis.hpp>
#include <stdexcept>
#include <unistd.h>

namespace
{
enum { ROWS = 60, WIDTH = 3, ROOM = 2 * ROWS, STEP_US = 2000 };

struct particle {
    double place[3];
    int number;
    char kind;
};

struct settings {
    double width;
    int seed;
};

// A registered object is a member of another one, as it often is.
struct field {
    std::vector<double> now, next;
};

int rank, ranks, step, steps;
const char *mistake = "";

bool is(const char *name)
{
    return std::strcmp(mistake, name) == 0;
}

std::size_t part(int r)
{
    return static_cast<std::size_t>(ROWS * r / ranks);
}

// The number of our first row, of as many as there are.
std::size_t first_of(std::size_t rows)
{
    unsigned long upto = 0, mine = rows;

    MPI_Scan(&mine, &upto, 1, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
    return upto - rows;
}

void expect(bool right, const char *what)
{
    int wrong = right ? 0 : 1, all = 0;

    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all == 0)
        return;
    if (rank == 0)
        std::printf("containers: step %d: %s is wrong\n", step, what);
    MPI_Finalize();
    std::exit(1);
}

double value(std::size_t row, int at)
{
    return 1000 * static_cast<double>(row) + at;
}

// What each row has, 'width' values of it.
bool are_rows(const double *memory, std::size_t rows, std::size_t width)
{
    std::size_t first = first_of(rows);

    for (std::size_t i = 0; i < rows * width; i++)
        if (memory[i] != value(first + i / width, step))
            return false;
    return true;
}

struct state {
    field heat;                // with halos, swapped in each step
    std::vector<double> spare; // with room for more than there is
    int spare_rows;
    std::unique_ptr<double[]> owned; // as many as 'spare'
#if __cplusplus >= 201703L
    std::shared_ptr<double[]> shared;
#else
    std::unique_ptr<double[]> shared;
#endif
    std::vector<double> sheet;   // a grid, in boxes of whole rows
    std::vector<double> library; // stands for somebody else's
    long library_rows;
    std::vector<particle> particles; // with any rank
    std::vector<int> lengths;        // row i has i % 4 values
    std::vector<float> ragged;
    std::vector<double> table; // all alike
    std::array<int, 4> few;
    long fixed[2];
    settings set;
    int said, called;

    state();
    void enroll();
    void go_on();
    void check();
    void check_others();
    void check_sheet();
};

state::state() : spare_rows(0), library_rows(0), said(0), called(0)
{
    std::size_t first = part(rank), rows = part(rank + 1) - first;

    heat.now.resize((rows + 2) * WIDTH);
    heat.next.resize((rows + 2) * WIDTH);
    for (std::size_t i = 0; i < rows * WIDTH; i++)
        heat.now[WIDTH + i] = value(first + i / WIDTH, 0);
    spare.resize(rows + 7);
    spare_rows = static_cast<int>(rows);
    owned.reset(new double[rows]);
    shared.reset(new double[rows]);
    sheet.resize((rows + 2) * (WIDTH + 2));
    library.resize(ROOM * WIDTH);
    library_rows = static_cast<long>(rows);
    for (std::size_t i = 0; i < rows; i++) {
        particle p = { { 1, 2, 3 }, static_cast<int>(first + i), 'p' };

        spare[i] = owned[i] = shared[i] = value(first + i, 0);
        for (std::size_t j = 0; j < WIDTH; j++) {
            library[i * WIDTH + j] = value(first + i, 0);
            sheet[(i + 1) * (WIDTH + 2) + j + 1] = value(first + i, 0);
        }
        particles.push_back(p);
        lengths.push_back(static_cast<int>((first + i) % 4));
        ragged.resize(ragged.size() + (first + i) % 4,
                      static_cast<float>(first + i));
    }
    table.resize(mito::resumed() ? 2 : 5, 0); // as long as it has to be
    few.fill(0);
    fixed[0] = fixed[1] = 0;
    set.width = set.seed = 0;
}

// What layouts say word by word.
void check_layouts()
{
    const double low[] = { 1, 2 }, high[] = { 3, 4 };
    mito_layout l = mito::layout()
                        .dimension(9, 1, 4)
                        .dimension(8, 2, 3)
                        .halo_before(2, 1)
                        .halo_after(1)
                        .stagger();

    expect(l.dimensions == 2 && l.stagger[0] && l.stagger[1] && !l.stagger[2]
               && l.halo_before[0] == 2 && l.halo_before[1] == 1
               && l.halo_after[0] == 1 && l.halo_after[1] == 0,
           "a staggered layout");
    l = mito::layout(l).stagger(false, true).shared(2).like("now");
    expect(!l.stagger[0] && l.stagger[1] && l.shared == 2
               && std::strcmp(l.like, "now") == 0,
           "a layout that is changed");
    l = mito::layout().within({ low[0], low[1] }, { high[0], high[1] }, 8);
    expect(l.dimensions == 2 && l.position == 8
               && std::equal(low, low + 2, l.low)
               && std::equal(high, high + 2, l.high),
           "a layout with bounds");
    l = mito::layout().within(low, std::vector<double>(high, high + 2), 8);
    expect(l.dimensions == 2 && l.position == 8 && l.low != low
               && std::equal(low, low + 2, l.low)
               && std::equal(high, high + 2, l.high),
           "one with bounds that are in arrays");
    l = mito::layout().within(std::array<int, 1>{ { 4 } },
                              std::array<float, 1>{ { 5 } });
    expect(l.dimensions == 1 && l.low[0] == 4 && l.high[0] == 5,
           "of whole numbers");
    l = mito::layout().within({ 1, 2 }, { 3 });
    expect(l.dimensions == 0 && l.low && l.high, "one with too few bounds");
}

void state::enroll()
{
    const auto rows = mito::layout().row(WIDTH).halo(1);

    mito::add("step", step);
    MITO_ADD(rows, heat.now, heat.next);
    mito::add("spare", spare, spare_rows);
    mito::add("owned", owned, spare_rows);
    mito::add("shared", shared, spare_rows);
    mito::add("sheet", sheet,
              mito::layout()
                  .dimension(ROWS, part(rank), part(rank + 1) - part(rank))
                  .dimension(WIDTH, 0, WIDTH)
                  .halo(1));
    mito::add("library", mito::view(library.data(), ROOM, WIDTH),
              library_rows);
    mito::add("particles", particles, mito::layout().spread(MITO_BAG));
    mito::add("lengths", lengths);
    mito::add("ragged", ragged, mito::layout().ragged("lengths"));
    mito::add("table", table, mito::layout().spread(MITO_REPLICATED));
    MITO_ADD({}, few, fixed, set, said);
    mito::before([this] { said = 17 + step; });
    mito::after([this] {
        expect(said == 17 + step, "what a lambda has set before a change");
        said = 0;
        called++;
    });
}

void state::go_on()
{
    for (std::size_t i = WIDTH; i < heat.now.size() - WIDTH; i++)
        heat.next[i] = heat.now[i] + 1;
    std::swap(heat.now, heat.next);
    for (int i = 0; i < spare_rows; i++) {
        spare[static_cast<std::size_t>(i)] += 1;
        owned[static_cast<std::size_t>(i)] += 1;
        shared[static_cast<std::size_t>(i)] += 1;
    }
    for (long i = 0; i < library_rows * WIDTH; i++)
        library[static_cast<std::size_t>(i)] += 1;
    for (double &d : sheet)
        d += 1;
    for (particle &p : particles)
        p.place[0] += 1;
    for (float &f : ragged)
        f += 1;
    for (double &t : table)
        t += 1;
    few[3]++;
    fixed[1]++;
    set.seed++;
    set.width += 2;
}

void state::check_others()
{
    std::size_t first = first_of(lengths.size()), at = 0;
    unsigned long numbers = 0, all = 0;
    bool right = true;

    for (const particle &p : particles) {
        numbers += static_cast<unsigned long>(p.number);
        right = right && p.place[0] == 1 + step && p.place[2] == 3
                && p.kind == 'p';
    }
    MPI_Allreduce(&numbers, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM,
                  MPI_COMM_WORLD);
    expect(right && all == ROWS * (ROWS - 1) / 2, "a vector of structs");
    for (std::size_t i = 0; i < lengths.size(); i++) {
        right = right && lengths[i] == static_cast<int>((first + i) % 4);
        for (int j = 0; right && j < lengths[i]; j++, at++)
            right = at < ragged.size()
                    && ragged[at]
                           == static_cast<float>(first + i)
                                  + static_cast<float>(step);
    }
    expect(right && at == ragged.size(), "a vector of ragged rows");
    for (double t : table)
        right = right && t == step;
    expect(right && table.size() == 5, "a vector that all share");
    expect(few[0] == 0 && few[3] == step && fixed[1] == step, "an array");
    expect(set.seed == step && set.width == 2 * step, "a struct");
}

void state::check_sheet()
{
    std::size_t rows = part(rank + 1) - part(rank), width = WIDTH + 2;
    bool right = sheet.size() == (rows + 2) * width;

    for (std::size_t i = 0; right && i < rows; i++)
        for (std::size_t j = 1; j <= WIDTH; j++)
            right =
                right
                && sheet[(i + 1) * width + j] == value(part(rank) + i, step);
    expect(right, "a grid");
}

void state::check()
{
    std::size_t rows = static_cast<std::size_t>(spare_rows);

    expect(
        are_rows(heat.now.data() + WIDTH, heat.now.size() / WIDTH - 2, WIDTH),
        "a vector with halos");
    expect(heat.next.size() == heat.now.size(), "the other vector");
    expect(spare.size() >= rows && are_rows(spare.data(), rows, 1),
           "a vector with room to spare");
    expect(are_rows(owned.get(), rows, 1), "a smart pointer");
    expect(are_rows(shared.get(), rows, 1), "a pointer that may be shared");
    check_sheet();
    expect(are_rows(library.data(), static_cast<std::size_t>(library_rows),
                    WIDTH),
           "a view");
    check_others();
}

// Each is told once, and the job runs on.
void wrong(state &s)
{
    static std::vector<double> five(5);

    if (is("twice"))
        mito::add("table", s.table);
    if (is("twice at once"))
        expect(MITO_ADD({}, ranks, step)
                   == (MITO_FIND_("mito_register") ? MITO_WRONG : MITO_OK),
               "what several at once return");
    if (is("odd"))
        mito::add("five", five, mito::layout().row(2));
    if (is("narrow"))
        mito::add("five", five, mito::layout().halo(3));
    if (is("short"))
        mito::add("five", five, *new int(9));
    if (is("negative"))
        mito::add("five", five, *new int(-9));
    if (is("nothing"))
        mito::add("five", mito::view(static_cast<double *>(nullptr), 5));
    if (is("dimensions"))
        mito::add("five", five,
                  mito::layout()
                      .dimension(5, 0, 5)
                      .dimension(1, 0, 1)
                      .dimension(1, 0, 1)
                      .dimension(1, 0, 1));
#if __cplusplus >= 201703L
    static std::shared_ptr<double[]> one(new double[5]), other = one;
    if (is("shared"))
        mito::add("five", one, *new int(mito::resumed() ? 1 : 5));
#endif
    // It is not counted.
    if (is("throws"))
        mito::before([&s] {
            s.called--;
            throw std::runtime_error("no room for it");
        });
    if (is("throws anything"))
        mito::before([&s] {
            s.called--;
            throw 1;
        });
    if (is("throws after"))
        mito::after([] { throw std::runtime_error("too late"); });
    if (is("stays"))
        mito::add("five", mito::view(five.data(), ranks == 2 ? 5 : 4));
}

// As a program may that wants to go on whatever happens.
int sync_at_all_costs()
{
    try {
        return mito::sync();
    } catch (...) {
        return MITO_SAME;
    }
}
} // namespace

int main(int argc, char **argv)
{
    int changes = 0;

    if (argc < 2)
        return 2;
    steps = std::atoi(argv[1]);
    mistake = argc > 2 ? argv[2] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    state s;
    check_layouts();
    s.enroll();
    wrong(s);
    for (; step < steps; step++) {
        if (sync_at_all_costs() == MITO_CHANGED)
            changes++;
        if (is("late") && step == 0)
            mito::before([] {});
        s.check();
        s.go_on();
        usleep(STEP_US);
    }
    s.check();
    expect(changes == s.called, "how often a lambda was called");
    if (rank == 0)
        std::printf("containers: ok, %d ranks\n", ranks);
    MPI_Finalize();
    return 0;
}
