/* Tests of migrate/change.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "migrate/change.h"
#include "tests/tap.h"

static struct change c;

/* The change in a few letters. */
static const char *summary(void)
{
    static char text[200];
    int n = snprintf(text, sizeof(text), "%s", change_name[c.kind]);

    switch (c.kind) {
    case CHANGE_RESIZE:
        snprintf(text + n, 100, " to %d", c.size);
        break;
    case CHANGE_SPLIT:
        snprintf(text + n, 100, " %d into %d", c.rank, c.parts);
        break;
    case CHANGE_MIGRATE:
        snprintf(text + n, 100, " %d to %.50s", c.rank, c.host);
        break;
    default:
        for (int i = 0; i < c.count; i++)
            n += c.kind == CHANGE_MERGE
                     ? snprintf(text + n, 20, " %d", c.ranks[i])
                     : snprintf(text + n, 20, " %g", c.weights[i]);
    }
    return text;
}

static void test_right(void)
{
    static const struct {
        const char *text;
        const char *summary;
        int ranks; /* that it is done to */
        int size;  /* that comes of it */
    } cases[] = {
        { "resize 4", "resize to 4", 2, 4 },
        { "  resize\t1 ", "resize to 1", 3, 1 },
        { "split 0", "split 0 into 2", 1, 2 },
        { "split 3 5", "split 3 into 5", 4, 8 },
        { "merge 2 0", "merge 0 2", 3, 2 },
        { "merge 4 3 2 1 0", "merge 0 1 2 3 4", 5, 1 },
        { "migrate 2 host5", "migrate 2 to host5", 3, 3 },
        { "rebalance 1 2.5 1e-3", "rebalance 1 2.5 0.001", 3, 3 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };

        ok(change_parse(&c, cases[i].text, &err) == 0
               && strcmp(summary(), cases[i].summary) == 0,
           "\"%s\" is read: %s%s", cases[i].text, err.text, summary());
        ok(change_size(&c, cases[i].ranks, &err) == cases[i].size,
           "and makes %d ranks of %d: %s", cases[i].size, cases[i].ranks,
           err.text);
    }
}

static void test_wrong(void)
{
    static const struct {
        const char *text;
        const char *why;
    } cases[] = {
        { "", "is no change" },
        { "grow 3", "there are resize, split" },
        { "resize", "with N at least 1" },
        { "resize 0", "resize N" },
        { "resize -2", "resize N" },
        { "resize 4x", "resize N" },
        { "resize 4 5", "resize N" },
        { "resize 99999999999", "resize N" },
        { "split", "split RANK [PARTS]" },
        { "split 1 1", "with PARTS at least 2" },
        { "split -1", "split RANK" },
        { "split 1 2 3", "split RANK" },
        { "merge 1", "merge RANK RANK..." },
        { "merge 1 1", "all different" },
        { "merge 1 x", "merge RANK" },
        { "migrate 1", "migrate RANK HOST" },
        { "migrate host 1", "migrate RANK HOST" },
        { "migrate 1 a b", "migrate RANK HOST" },
        { "rebalance", "rebalance WEIGHT..." },
        { "rebalance 1 0", "positive, one for each rank" },
        { "rebalance 1 -1", "positive, one for each rank" },
        { "rebalance nan", "positive, one for each rank" },
        { "rebalance inf", "positive, one for each rank" },
    };
    char *large = malloc(100 * 1000);

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };

        ok(change_parse(&c, cases[i].text, &err) < 0, "\"%s\" is refused",
           cases[i].text);
        has(err.text, cases[i].why, "and told what would be right");
    }
    memset(large, '1', 100 * 1000 - 1);
    large[100 * 1000 - 1] = '\0';
    ok(change_parse(&c, large, NULL) < 0, "what is far too long, too");
    free(large);
}

static void test_impossible(void)
{
    static const struct {
        const char *text;
        int ranks;
        const char *why;
    } cases[] = {
        { "resize 3", 3, "there are 3 ranks already" },
        { "split 3", 3, "there is no rank 3, the last one is 2" },
        { "merge 0 3", 3, "there is no rank 3" },
        { "migrate 7 h1", 3, "there is no rank 7" },
        { "rebalance 1 2", 3, "2 weights are given for 3 ranks" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };

        ok(change_parse(&c, cases[i].text, &err) == 0
               && change_size(&c, cases[i].ranks, &err) < 0,
           "\"%s\" cannot be done to %d ranks", cases[i].text, cases[i].ranks);
        has(err.text, cases[i].why, "and the reason is told");
    }
}

int main(void)
{
    test_right();
    test_wrong();
    test_impossible();
    return tap_done();
}
