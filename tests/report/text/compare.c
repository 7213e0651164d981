/* Tests of report/text/compare.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/compare.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

/* A run in which exchange() waits for 'waits' seconds at line 'line'. */
static struct run *make(const char *folder, int size, double waits)
{
    struct run *run;

    for (int rank = 0; rank < size; rank++) {
        struct page *p = pages_make(folder, rank, size);

        pages_call(p, PAGES_INIT, 1, 0, 0, 0);
        pages_call(p, PAGES_SEND, 1000, 0.2, 1e-5, 4096);
        pages_call(p, PAGES_ALLREDUCE, 100, waits, 1e-5, 8);
        pages_send(p, (rank + 1) % size, 1000, 4096);
        page_close(p);
    }
    run = pages_run(folder);
    pages_remove(folder);
    return run;
}

static struct run_site *give_site(struct run *run, const char *frame, double s)
{
    static const char *frames[2];
    static struct run_site sites[2];
    static int next;
    struct run_site *site = &sites[next];

    frames[next] = frame;
    *site = (struct run_site){ .call = "MPI_Send",
                               .depth = 1,
                               .frames = &frames[next],
                               .seconds = s * (double)run->ranks };
    next = !next;
    run->site = site;
    run->sites = 1;
    return site;
}

static const struct compare_row *find(const struct compare_rows *rows,
                                      const char *name)
{
    for (size_t i = 0; i < rows->count; i++)
        if (strcmp(rows->of[i].name, name) == 0)
            return &rows->of[i];
    return NULL;
}

#define is(came, expected, ...) ok(strcmp(came, expected) == 0, __VA_ARGS__)

static bool is_near(double came, double expected)
{
    return fabs(came - expected) < 1e-6;
}

static void test_rows(void)
{
    struct run *before = make(pages_folder(), 2, 0.1);
    struct run *after = make(pages_folder(), 4, 0.7);
    const struct compare_row *row;
    struct compare *c;

    give_site(before, "exchange (heat.c:120)", 0.2);
    give_site(after, "exchange (heat.c:131)", 0.1);
    c = compare_create(before, after);
    row = find(&c->list[COMPARE_CALLS], "MPI_Allreduce");
    ok(row && is_near(row->before, 0.1) && is_near(row->after, 0.7),
       "times are those of a rank, whatever their number");
    ok(row == &c->list[COMPARE_CALLS].of[0], "the largest difference leads");
    row = find(&c->list[COMPARE_SITES], "MPI_Send in exchange (heat.c)");
    ok(row && is_near(row->before, 0.2) && is_near(row->after, 0.1),
       "a place is the same when its line has moved");
    ok(c->list[COMPARE_RANKS].count == 0,
       "of other numbers of ranks none is compared with the same one");
    compare_destroy(c);
    run_destroy(before);
    run_destroy(after);
}

static void test_words(void)
{
    static const struct {
        double before;
        double after;
        const char *words;
    } cases[] = {
        { 1, 0.5, "50 % less" },
        { 1, 1.5, "50 % more" },
        { 1, 1.01, "about the same" },
        { 1, 4, "4 times as much" },
        { 0, 1, "new" },
        { 0, 0, "none" },
        { 1, 0, "100 % less" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is(compare_words(cases[i].before, cases[i].after).text, cases[i].words,
           "%g instead of %g is %s", cases[i].after, cases[i].before,
           cases[i].words);
}

/* What one needs for the other's work is no speed-up. */
static void test_two_programs(void)
{
    static const char *heat[] = { "./heat", "3" }, *same[] = { "/x/heat" };
    static const char *other[] = { "bin/nbody" };
    struct run *before = make(pages_folder(), 2, 0.1);
    struct run *after = make(pages_folder(), 4, 0.1);
    struct compare *c = compare_create(before, after);
    char text[COMPARE_TEXT];

    before->program = heat;
    before->arguments = 2;
    after->program = other;
    after->arguments = 1;
    after->wall /= 2;
    compare_answer(c, text);
    has(text, "These are runs of two programs, heat and nbody,",
        "that there are two programs is told");
    ok(!strstr(text, "times as fast"), "and no speed-up then");
    after->program = same;
    compare_answer(c, text);
    ok(!strstr(text, "two programs") && strstr(text, "times as fast"),
       "the same program elsewhere is no other one: %s", text);
    compare_terms(c, text);
    has(text, "arguments, or places, differ", "but told");
    compare_destroy(c);
    run_destroy(before);
    run_destroy(after);
}

static void test_text(void)
{
    struct run *before = make(pages_folder(), 2, 0.1);
    struct run *after = make(pages_folder(), 2, 0.1);
    struct compare *c = compare_create(before, after);
    char text[COMPARE_TEXT], *printed = NULL;
    size_t len;
    FILE *out = open_memstream(&printed, &len);

    compare_answer(c, text);
    has(text, "about the same", "two equal runs took the same");
    compare_terms(c, text);
    is(text, "", "and differ in nothing else");
    before->size = 7;
    after->wall *= 3;
    compare_answer(c, text);
    has(text, "3 times as much", "one that took longer is told");
    compare_terms(c, text);
    has(text, "2 ranks instead of 7", "and what may explain it");
    compare_print(c, "other.json", out);
    fclose(out);
    has(printed, "Compared with other.json", "the other one is named");
    has(printed, "MPI_Allreduce", "and calls are there");
    free(printed);
    after->foreseen = "replayed";
    after->hosts = 3;
    compare_answer(c, text);
    ok(strncmp(text, "It was foreseen by mitosis sim. It would take ", 46) == 0
           && !strstr(text, "took"),
       "what is foreseen did not take long, it would: %s", text);
    compare_terms(c, text);
    has(text, "It would have 2 ranks instead of 7. It would be on 3 hosts",
        "and has had nothing");
    after->foreseen = NULL;
    compare_destroy(c);
    compare_destroy(NULL);
    run_destroy(before);
    run_destroy(after);
}

/* Give a run iterations that are better than all of it. */
static void give_iterations(struct run *run, double *seconds)
{
    struct run_iterations *it = &run->iterations;

    it->found = true;
    it->count = it->samples = 2;
    it->seconds = seconds;
    it->median = seconds[0];
    it->efficiency = (struct run_efficiency){ .parallel = 0.9,
                                              .load_balance = 0.95,
                                              .communication = 0.95 };
    run->efficiency = (struct run_efficiency){ .parallel = 0.3,
                                               .load_balance = 0.5,
                                               .communication = 0.6 };
}

static void test_efficiency(void)
{
    struct run *before = make(pages_folder(), 2, 0.1);
    struct run *after = make(pages_folder(), 2, 0.1);
    double seconds[] = { 0.1, 0.1 };
    char text[COMPARE_TEXT];
    struct compare *c;

    give_iterations(before, seconds);
    give_iterations(after, seconds);
    after->iterations.efficiency.parallel = 0.8;
    c = compare_create(before, after);
    compare_answer(c, text);
    has(text, "An iteration took 100 ms instead of 100 ms: no difference",
        "iterations are compared");
    has(text,
        "In iterations the parallel efficiency is 80.0 % instead of 90.0 %",
        "and their efficiency is");
    after->iterations.found = false;
    compare_answer(c, text);
    has(text, "Its parallel efficiency is 30.0 % instead of 30.0 %",
        "where one has none, that of the whole runs");
    compare_destroy(c);
    run_destroy(before);
    run_destroy(after);
}

static void test_two_loops(void)
{
    struct run *before = make(pages_folder(), 2, 0.1);
    struct run *after = make(pages_folder(), 2, 0.1);
    double seconds[][2] = { { 0.012, 0.012 }, { 0.001, 0.001 } };
    struct run_loop steps = { .mark = "MPI_Irecv in main (a.c:9)",
                              .calls = 6,
                              .seconds = 0.002 };
    struct compare *c = compare_create(before, after);
    char text[COMPARE_TEXT];

    give_iterations(before, seconds[0]);
    give_iterations(after, seconds[1]);
    before->iterations.mark = "MPI_Gather in save (a.c:3)";
    before->iterations.calls = 61;
    before->iterations.loop = &steps;
    before->iterations.loops = 1;
    after->iterations.mark = steps.mark;
    after->iterations.calls = 6;
    after->iterations.mean = 0.001;
    compare_answer(c, text);
    has(text, "is not the same loop in both", "other iterations are told: %s",
        text);
    has(text,
        "A round of the loop of MPI_Irecv in main (a.c:9) took 1.00 ms"
        " instead of 2.00 ms.",
        "and how long a round of the one took that both know");
    ok(!strstr(text, "An iteration took") && strstr(text, "Its parallel eff"),
       "and the whole runs are compared");
    compare_destroy(c);
    run_destroy(before);
    run_destroy(after);
}

int main(void)
{
    test_rows();
    test_words();
    test_two_programs();
    test_text();
    test_efficiency();
    test_two_loops();
    return tap_done();
}
