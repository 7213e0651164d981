/* Tests of profile/recurrence.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "profile/recurrence.h"
#include "tests/tap.h"

/* A path that came 'times' times, at distances that repeat as in 'round'. */
static struct iteration_search_mark path_of(const char *round, uint64_t times)
{
    struct iteration_search_mark m = { .count = 0 };
    uint64_t call = 1;

    for (uint64_t i = 0; i < times; i++) {
        if (i > 0)
            call += (uint64_t)(round[(i - 1) % strlen(round)] - '0');
        m.edge[m.count++ % ITERATION_SEARCH_EDGES] =
            (struct iteration_search_edge){ .call = call };
    }
    m.last = call;
    m.interval = times > 1 ? recurrence_distance(&m, 0) : 0;
    return m;
}

static void test_patterns(void)
{
    static const struct {
        const char *round;
        uint64_t times;
        unsigned pattern;
    } cases[] = {
        { "3", 40, 0 },
        { "35", 40, 2 },
        { "228", 40, 3 },
        { "1123", 40, 4 },
        { "11111", 40, 0 },
        { "222228", 40, 6 },
        { "1111119", 40, 7 },
        { "1234567", 40, 7 },
        { "12345678", 40, 0 },
        { "11111119", 40, 0 },
        { "35", ITERATION_SEARCH_EDGES, 2 },
        { "35", ITERATION_SEARCH_EDGES - 1, 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct iteration_search_mark m =
            path_of(cases[i].round, cases[i].times);
        unsigned found = recurrence_pattern(&m);

        ok(found == cases[i].pattern,
           "%ju occurrences at distances of %s repeat after %u of them, "
           "not %u",
           (uintmax_t)cases[i].times, cases[i].round, cases[i].pattern, found);
    }
}

static void test_exact(void)
{
    static const struct {
        const char *round;
        uint64_t times;
        uint64_t exact;
    } cases[] = {
        { "4", 1, 0 },   { "4", 2, 1 },
        { "4", 16, 15 }, { "4", 40, ITERATION_SEARCH_EDGES - 1 },
        { "544", 7, 2 }, { "45", 9, 1 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct iteration_search_mark m =
            path_of(cases[i].round, cases[i].times);

        ok(recurrence_exact(&m) == cases[i].exact,
           "of %ju occurrences at distances of %s the last %ju distances are "
           "the same, not %ju",
           (uintmax_t)cases[i].times, cases[i].round,
           (uintmax_t)cases[i].exact, (uintmax_t)recurrence_exact(&m));
    }
}

static void test_patience(void)
{
    struct iteration_search_mark m = { .even = 3,
                                       .patience = RECURRENCE_NEED };
    uint64_t last = 0;

    recurrence_be_patient(&m);
    ok(m.patience == 2 * RECURRENCE_NEED && m.need == 3 + 2 * RECURRENCE_NEED,
       "a path that was looked at in vain waits twice as long");
    for (int i = 0; i < 64; i++) {
        last = m.patience;
        recurrence_be_patient(&m);
    }
    ok(m.patience == last && m.patience == 4096,
       "but not longer than for 4096 even distances");
}

int main(void)
{
    test_patterns();
    test_exact();
    test_patience();
    return tap_done();
}
