/* Tests of job/change.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "job/change.h"
#include "migrate/layout/lineage.h"
#include "tests/tap.h"

static struct change c;

/* The change in a few letters, part by part. */
static const char *summary(void)
{
    static char text[400];
    int n;

    change_tell(&c, text, 100);
    n = (int)strlen(text);
    if (c.has[CHANGE_RESIZE])
        n += snprintf(text + n, 40, ", to %d%s%.20s", c.size,
                      *c.hosts ? " on " : "", c.hosts);
    for (int i = 0; i < c.splits; i++)
        n += snprintf(
            text + n, 60, ", %d into %d%s%.20s", c.split[i].rank,
            c.split[i].parts, c.split[i].to == CHANGE_HERE ? "" : " to ",
            c.split[i].to == CHANGE_HERE ? "" : c.names + c.split[i].to);
    for (int i = 0; i < c.merged; i++)
        n += snprintf(text + n, 30, "%s%d",
                      i > 0 && c.merge[i].merge == c.merge[i - 1].merge ? " + "
                                                                        : ", ",
                      c.merge[i].rank);
    for (int i = 0; i < c.moves; i++)
        n += snprintf(text + n, 40, ", %d to %.20s", c.move[i].rank,
                      change_host(&c, i));
    for (int i = 0; i < c.weights; i++)
        n += snprintf(text + n, 20, "%s%g", i > 0 ? " : " : ", ", c.weight[i]);
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
        { "resize 4", "resize, to 4", 2, 4 },
        { "  resize\t1 ", "resize, to 1", 3, 1 },
        { "resize 3 --hosts a,b", "resize, to 3 on a,b", 3, 3 },
        { "split 0", "split, 0 into 2", 1, 2 },
        { "split 3 5", "split, 3 into 5", 4, 8 },
        { "split 3 --to a", "split, 3 into 2 to a", 4, 5 },
        { "split 3 5 --to b and migrate 3 c",
          "split and migrate, 3 into 5 to b, 3 to c", 4, 8 },
        { "merge 2 0", "merge, 0 + 2", 3, 2 },
        { "merge 4 3 2 1 0", "merge, 0 + 1 + 2 + 3 + 4", 5, 1 },
        { "migrate 2 host5", "migrate, 2 to host5", 3, 3 },
        { "rebalance 1 2.5 1e-3", "rebalance, 1 : 2.5 : 0.001", 3, 3 },
        { "migrate 2 a and migrate 0 b", "migrate, 2 to a, 0 to b", 3, 3 },
        { "migrate 1 and-or and split 1",
          "split and migrate, 1 into 2, 1 to "
          "and-or",
          2, 3 },
        { "split 0 3 and merge 3 1 and merge 4 2 and migrate 1 a",
          "split and merge and migrate, 0 into 3, 1 + 3, 2 + 4, 1 to a", 5,
          5 },
        { "merge 0 1 and migrate 1 a and migrate 0 a",
          "merge and migrate, 0 + 1, 1 to a, 0 to a", 2, 1 },
        { "split 1 and rebalance 1 2 3",
          "split and rebalance, 1 into 2, "
          "1 : 2 : 3",
          2, 3 },
        { "resize 2 and rebalance 3 1 and migrate 3 b",
          "resize and migrate and rebalance, to 2, 3 to b, 3 : 1", 4, 2 },
        { "resize 3 and rebalance 1 1 2",
          "resize and rebalance, to 3, "
          "1 : 1 : 2",
          3, 3 },
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
        { "split 1 --to", "split RANK" },
        { "split 1 --to a b", "split RANK" },
        { "split 1 --to and split 2", "split RANK" },
        { "split 1 --on a", "split RANK" },
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
        { "and", "is no change" },
        { "resize 4 and", "missing after" },
        { "and resize 4", "is no change" },
        { "split 0 and and split 1", "is no change" },
        { "split 0 and 1", "is no change" },
        { "migrate 1 and migrate 2 b", "migrate RANK HOST" },
        { "resize 4 and resize 5", "resize is asked for twice at once" },
        { "rebalance 1 1 and rebalance 1 2", "rebalance is asked for twice" },
        { "resize 4 and split 0", "it does not go with a split" },
        { "merge 0 1 and resize 4", "it does not go with a merge" },
        { "split 1 and split 1 3", "rank 1 is to be split or merged more" },
        { "split 2 and merge 2 3", "rank 2 is to be split or merged more" },
        { "merge 0 3 and merge 3 4", "rank 3 is to be split or merged more" },
        { "migrate 1 a and migrate 1 b", "rank 1 is to be migrated more" },
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
        { "resize 1", 1, "there is 1 rank already" },
        { "split 3", 3, "there is no rank 3, the last one is 2" },
        { "merge 0 3", 3, "there is no rank 3" },
        { "migrate 7 h1", 3, "there is no rank 7" },
        { "rebalance 1 2", 3, "2 weights are given for 3 ranks" },
        { "resize 2000000", 3, "2000000 ranks are too many: at most 1048576" },
        { "split 0 and rebalance 1 2", 2, "2 weights are given for 3 ranks" },
        { "split 0 and migrate 3 a", 3, "there is no rank 3" },
        { "merge 0 2 and migrate 0 a and migrate 2 b", 3,
          "ranks 0 and 2 become one, which cannot be on both a and b" },
        { "resize 2 and migrate 2 a and migrate 3 b", 4,
          "ranks 2 and 3 become one" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };

        ok(change_parse(&c, cases[i].text, &err) == 0
               && change_size(&c, cases[i].ranks, &err) < 0,
           "\"%s\" cannot be done to %d ranks", cases[i].text, cases[i].ranks);
        has(err.text, cases[i].why, "and the reason is told");
    }
}

/* Who carries on whom: for each new rank its parents. */
static void test_requests(void)
{
    static const struct {
        const char *text;
        int ranks;
        const char *parents;
    } cases[] = {
        { "migrate 0 a and migrate 1 b", 3, "0 1 2" },
        { "split 0 and merge 1 3", 4, "0:0/2 0:1/2 1+3 2" },
        { "merge 4 2 and split 3 3 and merge 0 1", 5,
          "0+1 2+4 3:0/3 3:1/3 3:2/3" },
        { "split 1 and rebalance 1 2 3", 2, "0 1:0/2 1:1/2" },
        { "resize 2 and rebalance 1 2", 3, "0+1 2" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char came[200] = "";
        struct lineage *q;
        size_t n = 0;

        change_parse(&c, cases[i].text, NULL);
        q = change_lineage(&c, (size_t)cases[i].ranks, NULL);
        for (size_t r = 0; r < q->new_size; r++)
            for (size_t p = q->first[r]; p < q->first[r + 1]; p++) {
                const struct parent *parent = &q->parents[p];

                n += (size_t)sprintf(came + n, "%s%u",
                                     p > q->first[r] ? "+"
                                     : r > 0         ? " "
                                                     : "",
                                     parent->rank);
                if (parent->parts > 1)
                    n += (size_t)sprintf(came + n, ":%u/%u", parent->part,
                                         parent->parts);
            }
        if (!ok(strcmp(came, cases[i].parents) == 0
                    && (q->weights != NULL) == c.has[CHANGE_REBALANCE],
                "\"%s\" makes %s", cases[i].text, cases[i].parents))
            diag("came %s", came);
        lineage_destroy(q);
    }
}

int main(void)
{
    test_right();
    test_wrong();
    test_impossible();
    test_requests();
    return tap_done();
}
