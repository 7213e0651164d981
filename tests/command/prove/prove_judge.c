/* Tests of command/prove/prove_judge.c and prove_compare.c: what is found in
 * runs that differ in one thing
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/prove/prove_judge.h"
#include "tests/command/prove/made_up_run.h"
#include "tests/tap.h"

enum { SYNCS = 9, CHANGE = 4 };

/* ---- ways to differ ---- */

static void edit_rows(int rank, uint64_t sync, struct sums_value *v)
{
    v[MADE_UP_ROWS].sum += sync > CHANGE && rank == 1;
}

static void edit_at_change(int rank, uint64_t sync, struct sums_value *v)
{
    v[MADE_UP_ALL].sum += sync >= CHANGE;
    v[MADE_UP_ROWS].sum += sync >= CHANGE && rank == 0;
}

static void edit_halo(int rank, uint64_t sync, struct sums_value *v)
{
    v[MADE_UP_ROWS].whole += sync >= CHANGE && rank == 1;
    v[MADE_UP_ROWS].sum += sync > CHANGE + 1;
}

static void edit_early(int rank, uint64_t sync, struct sums_value *v)
{
    (void)rank;
    v[MADE_UP_ALL].sum += sync > 2;
}

static void edit_division(int rank, uint64_t sync, struct sums_value *v)
{
    v[MADE_UP_ROWS].rows += sync > CHANGE && rank == 0;
}

static void edit_local(int rank, uint64_t sync, struct sums_value *v)
{
    v[MADE_UP_OWN].sum += sync > CHANGE && rank == 1;
}

static void edit_constant(int rank, uint64_t sync, struct sums_value *v)
{
    v[MADE_UP_FIXED].sum += sync > 4 && rank == 1;
}

static void edit_ranks(int rank, uint64_t sync, struct sums_value *v)
{
    v[MADE_UP_ALL].sum += sync == 6 && rank == 1;
}

/* ---- */

/* Compare a run with that one, in which nothing was changed. */
static struct prove_report compare(made_up_edit_t *edit,
                                   uint64_t syncs,
                                   const char *lines,
                                   int status)
{
    struct prove_run a, b;
    struct prove_scope s;
    struct prove_report r = { .ranks = 2 };

    made_up_run(&a, SYNCS, 0, NULL, "a b c");
    made_up_run(&b, syncs, CHANGE, edit, lines);
    b.status = status;
    prove_scope_start(&s, &a);
    if (prove_judge(&s, &b, &r) != (r.findings == 0))
        diag("what is told is not what was found");
    prove_scope_clear(&s);
    prove_run_clear(&a);
    prove_run_clear(&b);
    return r;
}

static void test_findings(void)
{
    static const struct {
        made_up_edit_t *edit;
        uint64_t syncs;
        const char *lines;
        int status;
        size_t findings;
        const char *text, *reason;
    } cases[] = {
        { NULL, SYNCS, "a b c", 0, 0, NULL, NULL },
        { edit_rows, SYNCS, "a b c", 0, 1,
          "\"rows\" (at made_up.c:4) differs from sync 5 on, first in rank 1; "
          "the change before it was at sync 4",
          "computed from is not registered, or it is registered with fewer" },
        { edit_at_change, SYNCS, "a b c", 0, 1,
          "\"all\" (at made_up.c:1) differs from sync 4 on, first in rank 0; "
          "so do 1 more",
          "before the program went on" },
        { edit_halo, SYNCS, "a b c", 0, 1,
          "\"rows\" (at made_up.c:4) differs "
          "from sync 6 on, first in rank 0",
          "its halo is wrong" },
        { edit_early, SYNCS, "a b c", 0, 1, "differs from sync 3 on",
          "before any change" },
        { edit_division, SYNCS, "a b c", 0, 1, "from sync 5 on; the change",
          "not registered" },
        { edit_local, SYNCS, "a b c", 0, 1, "\"own\"", "not registered" },
        { NULL, SYNCS + 3, "a b c", 0, 1, "came to sync 12, not 9",
          "counts its steps" },
        { NULL, SYNCS, "a b d", 0, 1, "the line \"c\" is not printed",
          "nothing registered differs" },
        { NULL, SYNCS, "a b c c", 0, 1,
          "the line \"c\" is printed 2 times, not 1", "mito_resumed()" },
        { NULL, SYNCS, "a b c d", 0, 1,
          "4 lines are printed, not 3; one is \"d\"", "mito_resumed()" },
        { NULL, SYNCS, "a a a b c c d d", 0, 1,
          "8 lines are printed, not 3; more often than without changes are\n"
          "    \"a\" 3 times, not 1\n    \"c\" 2 times, not 1\n"
          "    \"d\" 2 times, not 0",
          "mito_resumed()" },
        { NULL, SYNCS, "a b c d1 d2 d3 d4 d5 d6 d7 e1 e2 e3 e4 e5 e6 e7 f g h",
          0, 1, "\n    \"g\" 1 times, not 0\n    and 1 more",
          "--ignore with a part of it" },
        { NULL, SYNCS, "abc", 0, 1, "the line \"a\" is not printed",
          "may be two ranks' output that ran together" },
        { NULL, SYNCS, "ab c", 0, 1, "the line \"a\" is not printed",
          "may be two ranks' output that ran together" },
        { edit_rows, SYNCS, "a b", 0, 2, "\"rows\"", "not registered" },
        { NULL, 6, "a b", 3, 1, "ended with status 3, not 0", "to go on" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct prove_report r = compare(cases[i].edit, cases[i].syncs,
                                        cases[i].lines, cases[i].status);

        ok(r.findings == cases[i].findings, "case %zu has %zu findings", i,
           cases[i].findings);
        if (r.findings > 0 && cases[i].text) {
            has(r.finding[0].text, cases[i].text, "the first says what");
            has(r.finding[0].reason, cases[i].reason, "and why, perhaps");
        }
        prove_report_clear(&r);
    }
}

/* A line that is another one in each run without changes, or that was torn in
 * them, is not compared, and yet it has to be there.
 */
static void test_unsteady(void)
{
    static const struct {
        const char *first, *again, *changed;
        const char *of, *text, *reason, *why;
    } cases[] = {
        { "a b took_7_ms", "a b took_9_ms", "a b",
          "a line that is never the same is missed",
          "2 lines are printed, not 3; missing is \"took_7_ms\", or one like "
          "it",
          "", "and which one it is" },
        { "a took_7_ms z", "a took_9_ms z", "a took_1_ms z z",
          "a line that is printed again is found beside a time",
          "the line \"z\" is printed 2 times, not 1", "",
          "which is not named" },
        { "10_n=5_n=7 x took_7_ms", "10_n=5_n=7 x took_8_ms",
          "0_n=5 1_n=7 x took_9_ms", "lines that ran together are found", "",
          "may be two ranks' output that ran together", "for what they are" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct prove_report r = { .ranks = 2 };
        struct prove_run a, again, b;
        struct prove_scope s;

        made_up_run(&a, SYNCS, 0, NULL, cases[i].first);
        made_up_run(&again, SYNCS, 0, NULL, cases[i].again);
        made_up_run(&b, SYNCS, CHANGE, NULL, cases[i].changed);
        prove_scope_start(&s, &a);
        prove_scope_narrow(&s, &again);
        ok(!prove_judge(&s, &b, &r) && r.findings == 1, "%s", cases[i].of);
        ok(r.findings > 0 && strstr(r.finding[0].text, cases[i].text)
               && strstr(r.finding[0].reason, cases[i].reason),
           "%s", cases[i].why);
        prove_report_clear(&r);
        prove_scope_clear(&s);
        prove_run_clear(&a);
        prove_run_clear(&again);
        prove_run_clear(&b);
    }
}

static void test_late(void)
{
    struct prove_run a, b;
    struct prove_scope s;
    struct prove_report r = { .ranks = 2 };

    made_up_run(&a, SYNCS, 0, NULL, "a");
    made_up_run(&b, 5, CHANGE, NULL, "");
    b.ended = false;
    b.took = 61;
    prove_scope_start(&s, &a);
    ok(!prove_judge(&s, &b, &r) && r.findings == 1,
       "one that does not end is told of, and no more");
    has(r.finding[0].text, "did not end within 61 s", "with the time");
    prove_scope_clear(&s);
    prove_run_clear(&a);
    prove_run_clear(&b);
    prove_report_clear(&r);
}

static void test_first(void)
{
    struct prove_report r = { .ranks = 2 };
    struct prove_run a;
    struct prove_scope s;

    made_up_run(&a, SYNCS, 0, edit_constant, "");
    prove_scope_start(&s, &a);
    ok(!prove_judge_first(&s, &r) && r.findings == 1 && r.finding[0].rank == 1
           && r.finding[0].sync == 5,
       "a constant that changes is found without any change");
    has(r.finding[0].text, "\"fixed\" (at made_up.c:2) is registered as",
        "by name");
    prove_scope_clear(&s);
    prove_run_clear(&a);
    prove_report_clear(&r);

    made_up_run(&a, SYNCS, 0, edit_ranks, "");
    prove_scope_start(&s, &a);
    ok(prove_judge_first(&s, &r) && r.notes.count == 1,
       "ranks that have not the same are no more than noted");
    has(r.notes.text[0], "at sync 6 rank 1", "with rank and sync");
    prove_scope_clear(&s);
    prove_run_clear(&a);
    prove_report_clear(&r);
}

/* What one with uneven shares alone finds is their fault. */
static void test_uneven(void)
{
    static const struct {
        made_up_edit_t *edit;
        uint64_t syncs;
        const char *lines;
        int status;
        uint64_t uneven; /* from that sync on */
        const char *alone, *passed;
    } cases[] = {
        { edit_rows, SYNCS, "a", 0, CHANGE, "a migrate in place of this",
          "it passes with even shares" },
        { NULL, SYNCS + 3, "a", 0, CHANGE, "a migrate in place of this",
          "it passes with even shares" },
        { NULL, SYNCS, "a", 1, CHANGE, "a migrate in place of this",
          "--shares even rules these out" },
        { NULL, SYNCS, "b", 0, CHANGE, "a migrate in place of this",
          "n / size" },
        { edit_rows, SYNCS, "a", 0, CHANGE + 1, "or a halo of fewer",
          "or a halo of fewer" },
        { edit_early, SYNCS, "a", 0, CHANGE, "before any change",
          "before any change" },
    };

    for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
        bool passed = i % 2;
        struct prove_report r = { .ranks = 2 };
        struct prove_run a, b;
        struct prove_scope s;

        made_up_run(&a, SYNCS, 0, NULL, "a");
        made_up_run(&b, cases[i / 2].syncs, CHANGE, cases[i / 2].edit,
                    cases[i / 2].lines);
        b.status = cases[i / 2].status;
        b.uneven = cases[i / 2].uneven;
        *prove_report_try(&r) =
            (struct prove_trial){ .done = passed, .alike = true };
        prove_report_try(&r);
        prove_scope_start(&s, &a);
        ok(!prove_judge(&s, &b, &r) && r.findings > 0,
           "uneven shares are found to be wrong");
        has(r.findings > 0 ? r.finding[0].reason : "",
            passed ? cases[i / 2].passed : cases[i / 2].alone,
            "with a reason that goes by what %s before",
            passed ? "passed" : "was not tried");
        prove_scope_clear(&s);
        prove_run_clear(&a);
        prove_run_clear(&b);
        prove_report_clear(&r);
    }
}

/* What is different in a run without changes is not compared. */
static void test_scope(void)
{
    struct prove_run a, b;
    struct prove_scope s, before;
    struct string_list names = { 0 };
    struct prove_report r = { .ranks = 2,
                              .items_compared = MADE_UP_ITEMS,
                              .lines_compared = 3 };

    made_up_run(&a, SYNCS, 0, NULL, "a b c");
    made_up_run(&b, SYNCS, 0, edit_rows, "a b x");
    prove_scope_start(&s, &a);
    prove_scope_copy(&before, &s);
    prove_scope_narrow(&s, &b);
    ok(s.skip[MADE_UP_ROWS] && !s.skip[MADE_UP_ALL] && s.lines.count == 2
           && s.state && s.end && s.amount,
       "what differs is left out, and no more");
    prove_judge_scope(&s, &before, "WHY", &r);
    prove_judge_scope(&s, &before, "WHY", &r);
    ok(r.notes.count == 2, "which is told, once");
    has(r.notes.text[0], "\"rows\" is not compared: WHY", "of what it is");
    has(r.notes.text[1], "2 of 3 lines", "and of output");
    ok(prove_judge(&s, &b, &r), "such a run is alike then");
    ok(r.items_compared == MADE_UP_ITEMS - 1 && r.lines_compared == 2,
       "and how much was compared is kept");
    b.status = 1;
    prove_scope_narrow(&s, &b);
    ok(!s.state && !s.end && !s.amount && s.lines.count == 0,
       "with one that failed nothing can be compared");
    string_list_add(&names, "none");
    string_list_add(&names, "rows");
    prove_scope_leave(&before, &names);
    ok(before.skip[MADE_UP_ROWS] && !before.skip[MADE_UP_ALL],
       "things can be left out by name");
    string_list_clear(&names);
    prove_scope_leave_local(&before);
    ok(before.skip[MADE_UP_OWN] && !before.skip[MADE_UP_ALL],
       "what ranks have for themselves can be left out");
    prove_scope_clear(&s);
    prove_scope_clear(&before);
    prove_run_clear(&a);
    prove_run_clear(&b);
    prove_report_clear(&r);
}

int main(void)
{
    test_findings();
    test_unsteady();
    test_uneven();
    test_late();
    test_first();
    test_scope();
    return tap_done();
}
