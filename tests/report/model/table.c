/* Tests of report/model/table.c, list.c, arena.c and ranges.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>

#include "report/model/arena.h"
#include "report/model/list.h"
#include "report/model/rank_list.h"
#include "report/model/table.h"
#include "tests/tap.h"

static void test_table(void)
{
    table_t *t = table_create(sizeof(int));
    bool right = true;
    char name[32];

    for (int i = 0; i < 10000; i++) {
        snprintf(name, sizeof(name), "thing %d", i);
        right = right && table_number(t, name, strlen(name)) == (uint32_t)i;
        *(int *)table_at(t, i) = 2 * i;
    }
    ok(right && table_count(t) == 10000, "things get numbers in a row");
    for (int i = 0; i < 10000; i++) {
        snprintf(name, sizeof(name), "thing %d", i);
        right = right && table_number(t, name, strlen(name)) == (uint32_t)i
                && *(int *)table_at(t, i) == 2 * i;
    }
    ok(right && table_count(t) == 10000, "and the same ones again");
    ok(table_number(t, "", 0) == 10000 && *(int *)table_at(t, 10000) == 0,
       "a name may be empty, and a new thing is zero");
    table_destroy(t);
    table_destroy(NULL);
}

static void test_arena(void)
{
    arena_t *a = arena_create();
    char *large;

    ok(!arena_take(a, SIZE_MAX / 2, 16), "too much is not given");
    ok(!arena_take(a, 1, SIZE_MAX), "nor is too large a thing");
    large = arena_take(a, 3, 1 << 20);
    ok(large && large[(3 << 20) - 1] == 0, "much is, and it is zero");
    ok(strcmp(arena_print(a, "%d ranks", 4), "4 ranks") == 0,
       "texts are kept");
    ok(arena_take(a, 0, 8) != NULL, "nothing is something");
    arena_destroy(a);
    arena_destroy(NULL);
}

static void test_list(void)
{
    struct list l = { .bytes = sizeof(int) };
    arena_t *a = arena_create();
    bool right = true;
    int *kept;

    for (int i = 0; i < 1000; i++)
        *(int *)list_add(&l) = i;
    kept = list_keep(&l, a);
    for (int i = 0; i < 1000; i++)
        right = right && kept[i] == i;
    ok(right && l.count == 0, "a list grows and is kept");
    ok(list_keep(&l, a) != NULL, "so is an empty one");
    list_clear(&l);
    arena_destroy(a);
}

/* Which are missing of a run of 'size' ranks that has the first 'count' of
 * these.
 */
static const char *missing(struct run *run,
                           const int *ranks,
                           size_t count,
                           int size)
{
    struct run_rank rank[7];

    for (size_t i = 0; i < count; i++)
        rank[i].rank = ranks[i];
    run->rank = rank;
    run->ranks = count;
    run->size = size;
    return rank_list_missing(run) < 0 ? "no memory" : run->missing;
}

static void test_ranges(void)
{
    static const int ranks[] = { 0, 1, 2, 3, 8, 10, 11 };
    struct run *run = run_create();
    arena_t *a = arena_create();

    ok(strcmp(rank_list_text(a, ranks, 7), "0-3,8,10,11") == 0, "ranges");
    ok(strcmp(rank_list_text(a, ranks, 0), "") == 0, "of nothing");
    ok(strcmp(missing(run, ranks, 7, 20), "4-7,9,12-19") == 0, "others");
    ok(strcmp(missing(run, ranks, 4, 4), "") == 0, "no others");
    ok(strcmp(missing(run, ranks, 0, 3), "0-2") == 0, "all others");
    arena_destroy(a);
    run_destroy(run);
}

int main(void)
{
    test_table();
    test_arena();
    test_list();
    test_ranges();
    return tap_done();
}
