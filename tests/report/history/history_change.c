/* Tests of report/history/history_change.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "report/history/history_change.h"
#include "report/history/history_words.h"
#include "tests/report/history/made_up_runs.h"
#include "tests/tap.h"

enum { MOST = 40 };

/* Runs whose iterations, or which themselves, took so many seconds; below 0
 * they failed.
 */
static struct history *of(const double *seconds, size_t count, bool iterations)
{
    struct made_up_run made[MOST] = { 0 };
    struct history *h;

    for (size_t i = 0; i < count; i++) {
        made[i] = (struct made_up_run){ .program = "heat",
                                        .ranks = 2,
                                        .day = (int)i + 1 };
        made[i].failed = seconds[i] < 0;
        if (iterations)
            made[i].iteration = fabs(seconds[i]);
        else
            made[i].wall = fabs(seconds[i]);
    }
    h = made_up_runs_history(made, count);
    ok(history_change_find_all(h) == 0, "the changes are found");
    return h;
}

static const struct history_series *series_of(const struct history *h)
{
    return h->program->problem->series;
}

/* A row of runs ends with a 0. */
static void test_levels(void)
{
    static const struct {
        const char *what;
        double seconds[MOST];
        struct {
            size_t changes;
            size_t at, runs; /* of the last one */
            double percent;
        } found;
    } rows[] = {
        { "runs alike have none", { 10, 10, 10.1, 9.9, 10 }, { 0 } },
        { "1 % is noise", { 10, 10.1 }, { 0 } },
        { "10 % in the last run is one", { 10, 10, 11 }, { 1, 2, 1, 10 } },
        { "10 % that last are one",
          { 10, 10, 10, 11, 11, 11 },
          { 1, 3, 3, 10 } },
        { "what takes less is one as well",
          { 10, 10, 10, 5, 5 },
          { 1, 3, 2, -50 } },
        { "there and back are two",
          { 10, 10, 10, 11, 11, 10, 10 },
          { 2, 5, 2, -100.0 / 11 } },
        { "a single slow run is none", { 10, 10, 30, 10, 10 }, { 0 } },
        { "nor are two of them on both sides",
          { 10, 10, 30, 10, 5, 10, 10 },
          { 0 } },
        { "runs that failed do not count",
          { 10, 10, -30, -30, 10, 10 },
          { 0 } },
        { "nor between those that do",
          { 10, 10, -10, 12, -10, 12, 12 },
          { 1, 3, 3, 20 } },
        { "where runs differ by 20 % that is noise",
          { 10, 12, 10.5, 12, 10, 11.5, 10, 12 },
          { 0 } },
        { "many small steps are found",
          { 10, 10.1, 10.2, 10.3, 10.4, 10.5, 10.6, 10.7, 10.8, 10.9, 11, 11.1,
            11.2, 11.3, 11.4, 11.5, 11.6, 11.7 },
          { 1, 7, 11, 0 } },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        size_t count = 0, n;
        struct history *h;
        const struct history_change *last;

        while (count < MOST && fabs(rows[i].seconds[count]) > 0)
            count++;
        h = of(rows[i].seconds, count, true);
        n = series_of(h)->changes;
        last = n > 0 ? &series_of(h)->change[n - 1] : NULL;
        if (rows[i].found.changes == 0)
            ok(n == 0, "%s: %zu", rows[i].what, n);
        else if (rows[i].found.percent == 0)
            ok(n >= rows[i].found.changes, "%s: %zu", rows[i].what, n);
        else
            ok(n == rows[i].found.changes && last
                   && last->at == rows[i].found.at
                   && last->runs == rows[i].found.runs
                   && fabs(100 * history_change_share(last)
                           - rows[i].found.percent)
                          < 0.5,
               "%s: %zu, the last at %zu, in %zu runs, by %.1f %%",
               rows[i].what, n, last ? last->at : 0, last ? last->runs : 0,
               last ? 100 * history_change_share(last) : 0);
        history_destroy(h);
    }
}

static void test_whole_runs(void)
{
    static const double few[] = { 100, 100, 200, 200 };
    static const double more[] = { 100, 101, 100, 101, 100, 200, 201 };
    char text[HISTORY_WORDS];
    struct history *h = of(few, 4, false);

    ok(series_of(h)->changes == 0,
       "without iterations four runs do not tell what is noise");
    history_words_steady(series_of(h), text);
    has(text, "4 of them are too few", "which is said");
    history_destroy(h);
    h = of(more, 7, false);
    ok(series_of(h)->changes == 1 && series_of(h)->change->at == 5,
       "seven do");
    history_words_change(series_of(h), series_of(h)->change, text);
    has(text, "the run takes 100 % longer: 200 s instead of 100 s",
        "and the run is what takes longer");
    history_destroy(h);
}

static void test_causes(void)
{
    static const struct made_up_run made[] = {
        { "heat", NULL, 2, 1, .iteration = 1, .waiting = 5 },
        { "heat", NULL, 2, 2, .iteration = 1, .waiting = 5 },
        { "heat", NULL, 2, 3, .iteration = 1.3, .waiting = 35, .host = "h2" },
    };
    struct history *h = made_up_runs_history(made, 3);
    struct history_cause cause;
    char text[HISTORY_WORDS];
    const struct history_series *s;

    history_change_find_all(h);
    s = series_of(h);
    ok(s->changes == 1, "a change is found");
    ok(history_change_part(s, s->change, &cause)
           && strcmp(cause.name, "waiting") == 0
           && fabs(cause.after - 35) < 1e-9,
       "what grew is known");
    ok(history_change_place(s, s->change, &cause)
           && strcmp(cause.name, "MPI_Recv in exchange (heat.c)") == 0
           && fabs(cause.before - 5) < 1e-9,
       "and in which place");
    history_words_change(s, s->change, text);
    has(text,
        "Since day-3.json (1970-01-04 00:00 UTC) an iteration takes 30 % "
        "longer: 1.30 s instead of 1.00 s, in one run. The largest "
        "difference is in waiting: 35.0 s a rank instead of 5.00 s. Of "
        "places, the largest is in MPI_Recv in exchange (heat.c): 35.0 s a "
        "rank instead of 5.00 s. It ran on other hosts.",
        "which is said in sentences");
    history_destroy(h);
}

static void test_words(void)
{
    static const double one[] = { 10 }, none[] = { -10, -10 };
    static const double some[] = { 10, 10, 10 };
    char text[HISTORY_WORDS];
    struct history *h = of(one, 1, true);

    history_words_steady(series_of(h), text);
    has(text, "One run alone", "one run tells no change");
    history_destroy(h);
    h = of(none, 2, true);
    history_words_steady(series_of(h), text);
    has(text, "None of these runs completed", "nor do those that failed");
    history_destroy(h);
    h = of(some, 3, true);
    history_words_steady(series_of(h), text);
    has(text, "No run differs from the others by more than noise",
        "a steady program is called so");
    history_destroy(h);
}

int main(void)
{
    test_levels();
    test_whole_runs();
    test_causes();
    test_words();
    return tap_done();
}
