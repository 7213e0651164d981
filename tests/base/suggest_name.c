/* Tests of base/suggest_name.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/suggest_name.h"
#include "tests/tap.h"

static void test_distance(void)
{
    static const struct {
        const char *a, *b;
        unsigned distance;
    } cases[] = {
        { "", "", 0 },
        { "", "abc", 3 },
        { "report", "report", 0 },
        { "reprot", "report", 1 },
        { "repot", "report", 1 },
        { "reports", "report", 1 },
        { "rebort", "report", 1 },
        { "Trace-Limit", "trace_limit", 0 },
        { "kitten", "sitting", 3 },
        { "ca", "abc", 3 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        unsigned there = suggest_name_distance(cases[i].a, cases[i].b);
        unsigned back = suggest_name_distance(cases[i].b, cases[i].a);

        if (!ok(there == cases[i].distance && back == there,
                "\"%s\" and \"%s\" are %u apart", cases[i].a, cases[i].b,
                cases[i].distance))
            diag("there %u, back %u", there, back);
    }
}

static void test_search(void)
{
    static const struct {
        const char *word, *best;
    } cases[] = {
        { "rnu", "run" },
        { "rune", "run" },
        { "reprot", "report" },
        { "colect", "collect" },
        { "r", NULL },
        { "", NULL },
        { "something", NULL },
        { "export", "report" },
        { "collection", "collect" },
    };
    static const char *const names[] = { "run", "collect", "report", "help" };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *best = cases[i].best;
        struct suggest_name n = suggest_name_start(cases[i].word);

        for (size_t j = 0; j < sizeof(names) / sizeof(names[0]); j++)
            suggest_name_offer(&n, names[j]);
        if (!ok(n.best == best
                    || (n.best && best && strcmp(n.best, best) == 0),
                "\"%s\" may mean %s", cases[i].word, best ? best : "nothing"))
            diag("came %s", n.best ? n.best : "nothing");
    }
}

static void test_length(void)
{
    char word[300];
    struct suggest_name n;

    memset(word, 'x', sizeof(word) - 1);
    word[sizeof(word) - 1] = '\0';
    n = suggest_name_start(word);
    suggest_name_offer(&n, word);
    ok(!n.best, "a very long word is near to nothing");
}

int main(void)
{
    test_distance();
    test_search();
    test_length();
    return tap_done();
}
