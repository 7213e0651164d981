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

static struct row_match match(int halo, int64_t row, bool box)
{
    int64_t size[VIEWS];

    for (int i = 0; i < VIEWS; i++)
        size[i] =
            (rows[i] + 2 * halo) * (box ? columns[i] + 2 * halo : 1) * row;
    return row_match_find(size, VIEWS, FIRST, numbers, 3);
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
    m = row_match_find(odd, VIEWS, FIRST, numbers, 3);
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
    return tap_done();
}
