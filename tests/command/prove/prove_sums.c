/* Tests of command/prove/prove_sums.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "migrate/layout/row_sum.h"
#include "tests/command/prove/made_up_run.h"
#include "tests/tap.h"

static struct prove_sums *read_table(uint64_t every)
{
    struct error err = { "" };
    struct prove_sums *t = prove_sums_read(made_up_folder(), every, &err);

    if (!t)
        diag("%s", err.text);
    made_up_remove();
    return t;
}

static void test_sums(void)
{
    struct prove_run r;
    const struct prove_row *row;

    made_up_run(&r, 6, 4, NULL, "");
    ok(r.table->rows == 6 && r.table->last == 6 && r.table->reached == 6
           && r.table->in_step && r.table->ranks == 2
           && r.table->items == MADE_UP_ITEMS,
       "two generations are one series of syncs");
    row = prove_sums_find(r.table, 5);
    ok(row && row->generation == 2, "each of the generation that was the job");
    ok(row->sum[MADE_UP_ALL] == 105, "what all have alike counts once");
    ok(row->sum[MADE_UP_ROWS] == 5 + row_sum_move(15, 3),
       "rows count behind those of the ranks before");
    ok(!prove_sums_find(r.table, 7), "a sync that was not there is not found");
    prove_run_clear(&r);
}

static void test_step(void)
{
    static const struct {
        uint64_t first, last, next, every;
        bool in_step;
        const char *what;
    } cases[] = {
        { 3, 3, 4, 1, true, "one goes on where the other stopped" },
        { 3, 4, 5, 1, false, "a rank stopped later" },
        { 3, 3, 3, 1, false, "a sync comes twice" },
        { 3, 3, 6, 1, false, "syncs are left out" },
        { 3, 3, 6, 3, true, "every third is told of" },
    };
    struct prove_sums *t;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        made_up_write(1, 0, 1, cases[i].first, NULL);
        made_up_write(1, 1, 1, cases[i].last, NULL);
        made_up_write(2, 0, cases[i].next, 8, NULL);
        made_up_write(2, 1, cases[i].next, 8, NULL);
        t = read_table(cases[i].every);
        ok(t && t->in_step == cases[i].in_step, "ranks are%s in step: %s",
           cases[i].in_step ? "" : " not", cases[i].what);
        prove_sums_free(t);
    }
    made_up_write(1, 0, 1, 5, NULL);
    made_up_write(1, 1, 1, 2, NULL);
    t = read_table(1);
    ok(t && t->last == 5 && t->reached == 2 && t->rows == 2,
       "how far one came and how far all came is told");
    prove_sums_free(t);
}

static void test_missing(void)
{
    struct error err;

    ok(!prove_sums_read(made_up_folder(), 1, &err), "nothing is refused");
    has(err.text, "no rank told", "with the reason");
    made_up_write(1, 0, 1, 3, NULL);
    ok(!prove_sums_read(made_up_folder(), 1, &err),
       "a rank that is missing, too");
    has(err.text, "not all ranks", "with the reason");
    made_up_write(1, 1, 1, 3, NULL);
    made_up_write(2, 1, 4, 5, NULL);
    ok(!prove_sums_read(made_up_folder(), 1, &err),
       "the first one of a later generation, too");
    made_up_remove();
    ok(!prove_sums_read("/nowhere", 1, &err), "and a folder that is none");
    has(err.text, "/nowhere: ", "with its name");
    prove_sums_free(NULL);
}

int main(void)
{
    test_sums();
    test_step();
    test_missing();
    return tap_done();
}
