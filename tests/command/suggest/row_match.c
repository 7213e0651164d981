/* Tests of command/suggest/row_match.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "command/suggest/row_match.h"
#include "tests/tap.h"

/* Two ranks, then three. */
enum { VIEWS = 5, FIRST = 2 };

static const int64_t rows[VIEWS] = { 10, 10, 7, 7, 6 };
static const int64_t columns[VIEWS] = { 6, 6, 4, 4, 4 };
static const int64_t rank[VIEWS] = { 0, 1, 0, 1, 2 };

static const struct row_match_number numbers[] = {
    { rank, 0 },
    { rows, 0 },
    { columns, 0 },
};

static const int64_t doubled[VIEWS] = { 20, 20, 14, 14, 12 };
static const int64_t sides[] = { 20 };

static struct row_match find(const int64_t *size, const int64_t *row)
{
    struct row_match_array array = { .views = VIEWS,
                                     .first = FIRST,
                                     .size = size,
                                     .row = row,
                                     .side = sides,
                                     .sides = 1 };

    return row_match_find(&array, numbers,
                          sizeof(numbers) / sizeof(numbers[0]));
}

static struct row_match match(int halo, int64_t row, bool box)
{
    int64_t size[VIEWS];

    for (int i = 0; i < VIEWS; i++)
        size[i] =
            (rows[i] + 2 * halo) * (box ? columns[i] + 2 * halo : 1) * row;
    return find(size, NULL);
}

/* The same, of rows of so many elements, where another number goes with them
 * as well: by 'of' each index of the last dimension has so many, 0 where that
 * is not known.
 */
static struct row_match find_of_two(int64_t row, int64_t of, int fit)
{
    const struct row_match_number number[] = { { doubled, fit }, { rows, 0 } };
    int64_t size[VIEWS], known[VIEWS];
    struct row_match_array array = {
        .views = VIEWS, .first = FIRST, .size = size, .side = sides, .sides = 1
    };

    for (int i = 0; i < VIEWS; i++) {
        size[i] = rows[i] * row;
        known[i] = of;
    }
    if (of > 0)
        array.row = known;
    return row_match_find(&array, number, 2);
}

static void test_chance(void)
{
    struct row_match m = find_of_two(20, 0, 0);

    ok(m.number[0] == 1 && m.row == 20 && !m.by_chance && !m.rivalled,
       "rows that are as long as a number says are no chance");
    m = find_of_two(20, 0, 40);
    ok(m.number[0] == 0 && m.row == 10 && m.by_chance,
       "unless much speaks for another number");
    m = find_of_two(14, 0, 0);
    ok(m.by_chance && m.rivalled && m.number[0] == 0 && m.row == 7
           && m.rival == 1 && m.rival_row == 14,
       "of two that go by chance both are told");
    m = find_of_two(2, 0, 0);
    ok(m.number[0] == 0 && m.row == 1 && !m.rivalled,
       "a number that is how many elements there are is better");
}

static void test_shape(void)
{
    int64_t size[VIEWS];
    struct row_match m = find_of_two(14, 14, 40);

    ok(m.number[0] == 1 && m.row == 14 && m.shaped && !m.by_chance,
       "where the shape is known it says how long rows are");
    m = find_of_two(14, 7, 0);
    ok(m.number[0] == 0 && m.row == 7 && m.shaped && !m.rivalled,
       "whichever of two numbers that is");
    m = find_of_two(14, 2, 0);
    ok(m.dimensions == 1 && m.contradicts && !m.shaped,
       "what contradicts it is told");
    for (int i = 0; i < VIEWS; i++)
        size[i] = (rows[i] + 2) * (columns[i] + 2);
    for (int last = 1; last <= 2; last++) {
        int64_t row[VIEWS];

        for (int i = 0; i < VIEWS; i++)
            row[i] = (last == 1 ? columns[i] : rows[i]) + 2;
        m = find(size, row);
        ok(m.dimensions == 2 && m.shaped && m.number[0] == (size_t)last
               && m.number[1] == (size_t)(3 - last) && m.halo == 1,
           "of a box the last dimension is the slowest: number %d", last);
    }
}

int main(void)
{
    static const int64_t odd[VIEWS] = { 11, 13, 17, 19, 23 };
    struct row_match m = match(0, 1, false);
    int64_t row, sum[VIEWS];
    int halo = 0;

    ok(m.dimensions == 1 && m.number[0] == 1 && m.halo == 0 && m.row == 1
           && m.conserved,
       "rows of one element");
    m = match(2, 12, false);
    ok(m.dimensions == 1 && m.number[0] == 1 && m.halo == 2 && m.row == 12,
       "rows of several, with a halo");
    m = match(1, 1, true);
    ok(m.dimensions == 2 && m.number[0] == 1 && m.number[1] == 2 && m.halo == 1
           && m.row == 1,
       "a box with a halo");
    m = find(odd, NULL);
    ok(m.dimensions == 0, "what nothing goes with is left alone");

    for (int i = 0; i < VIEWS; i++)
        sum[i] = (rows[i] + 2) * 12;
    ok(row_match_by_sum(sum, VIEWS, FIRST, &row, &halo) && row == 12
           && halo == 1,
       "row and halo follow from sizes alone");
    ok(!row_match_by_sum(rows, VIEWS, FIRST, &row, &(int){ 0 }),
       "not where there is no halo");
    ok(row_match_varies(rank, VIEWS)
           && !row_match_varies((const int64_t[]){ 3, 3, 3, 3, 3 }, VIEWS),
       "what is the same everywhere does not vary");
    test_chance();
    test_shape();
    return tap_done();
}
