/* Tests of pmpi/state/registered_cells.c, and of item_cells.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/state/registered_cells.h"
#include "tests/tap.h"

enum { CELLS = 4, PLACES = 3 };

/* Two arrays of the same cells: letters, and numbers two by two. */
static struct registered two[2];
static char letters[CELLS * PLACES], *letters_at = letters;
static short numbers[CELLS * PLACES][2], (*numbers_at)[2] = numbers;
static int taken[CELLS], cells;

static int enroll(struct registered *t,
                  const char *name,
                  void *buffer,
                  uint64_t row,
                  struct error *err)
{
    memset(t, 0, sizeof(*t));
    strcpy(t->item.name, name);
    strcpy(t->item.file, "md.c");
    t->item.line = 40;
    t->item.extent = 1;
    t->item.row = row;
    t->buffer = buffer;
    t->pointed = true;
    t->count = &cells;
    t->count_bytes = sizeof(cells);
    t->layout.taken = taken;
    t->layout.places = PLACES;
    return registered_cells_begin(t, err);
}

static void start(void)
{
    static const char there[] = "ab-"
                                "---"
                                "cde"
                                "f--";
    static const int of_each[CELLS] = { 2, 0, 3, 1 };
    struct error err = { "" };
    int rc;

    free(two[0].gaps); /* of the last time; both have these */
    two[0].gaps = two[1].gaps = NULL;
    cells = CELLS;
    memcpy(letters, there, sizeof(letters));
    memcpy(taken, of_each, sizeof(taken));
    for (int i = 0; i < CELLS * PLACES; i++)
        numbers[i][0] = numbers[i][1] = (short)(there[i] - 'a');
    things = two;
    registered_count = 0;
    rc = enroll(&two[0], "letters", &letters_at, 1, &err);
    registered_count = 1;
    rc += enroll(&two[1], "numbers", &numbers_at, 4, &err);
    registered_count = 2;
    ok(rc == 0 && registered_cells_any() && two[0].gaps == two[1].gaps,
       "arrays with the same 'taken' have the same gaps: %s", err.text);
}

static uint64_t rows(void)
{
    uint64_t n = 0;

    return registered_rows(&two[1], &n, NULL) == 0 ? n : UINT64_MAX;
}

static bool are(const char *expected)
{
    size_t n = strlen(expected);
    bool same = memcmp(letters, expected, n) == 0;

    for (size_t i = 0; i < n; i++)
        same = same && numbers[i][0] == expected[i] - 'a'
               && numbers[i][1] == expected[i] - 'a';
    return same;
}

static void test_closed(void)
{
    start();
    ok(rows() == 6, "items are counted");
    ok(registered_check(&two[0], CELLS * PLACES, NULL) == 0
           && registered_check(&two[0], CELLS * PLACES + 1, NULL) < 0,
       "there is room for as many as there are places");
    cells = CELLS - 1;
    ok(registered_check(&two[0], CELLS * PLACES, NULL) < 0,
       "and for less once there are less cells");
    cells = CELLS;
    registered_cells_close();
    ok(are("abcdef") && rows() == 6, "they are one behind the other");
    registered_cells_close();
    ok(are("abcdef"), "once is enough");
    registered_cells_open();
    ok(memcmp(letters, "ab", 2) == 0 && memcmp(letters + 6, "cdef", 4) == 0
           && numbers[6][1] == 2 && numbers[9][0] == 5 && rows() == 6,
       "and back where they were");
    registered_cells_open();
    ok(memcmp(letters + 6, "cdef", 4) == 0, "where they stay");
    taken[1] = 2;
    ok(rows() == 8, "they are counted anew after that");
}

static void test_come(void)
{
    start();
    memcpy(letters, "uvwxyzabc", 9);
    for (int i = 0; i < 9; i++)
        numbers[i][0] = numbers[i][1] = (short)(letters[i] - 'a');
    registered_set_rows(&two[0], 9, NULL);
    registered_set_rows(&two[1], 9, NULL);
    ok(rows() == 9, "as many are there as have come");
    registered_cells_open();
    ok(taken[0] == 3 && taken[1] == 2 && taken[2] == 2 && taken[3] == 2,
       "which cells share alike");
    ok(memcmp(letters, "uvwxy", 5) == 0 && memcmp(letters + 6, "za", 2) == 0
           && memcmp(letters + 9, "bc", 2) == 0 && numbers[10][1] == 2
           && numbers[6][0] == 25,
       "in their order");
    ok(rows() == 9, "and are counted as others are");

    start();
    registered_set_rows(&two[0], 0, NULL);
    registered_cells_open();
    ok(rows() == 0 && taken[0] == 0 && taken[3] == 0, "none may come");

    start();
    cells = 0;
    registered_set_rows(&two[0], 0, NULL);
    registered_cells_open();
    ok(rows() == 0, "where there are no cells, too");
}

static void test_wrong(void)
{
    struct error err = { "" };
    uint64_t n;

    start();
    taken[2] = PLACES + 1;
    ok(registered_rows(&two[0], &n, &err) < 0,
       "more than there is room for is wrong");
    has(err.text,
        "\"letters\" at md.c:40 has 4 items in cell 2, and 3 places in each",
        "and is told");
    registered_cells_close();
    ok(memcmp(letters, "ab-", 3) == 0 && letters[6] == 'c',
       "nothing is moved then");
    taken[2] = -1;
    ok(registered_rows(&two[0], &n, &err) < 0, "less than none is wrong, too");
}

int main(void)
{
    test_closed();
    test_come();
    test_wrong();
    return tap_done();
}
