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

/* Write the change in a few letters, part by part. */
static void put(FILE *out, const struct change *c)
{
    char name[CHANGE_NAME];

    change_tell(c, name, sizeof(name));
    fprintf(out, "%s", name);
    if (c->has[CHANGE_RESIZE])
        fprintf(out, ", to %d%s%s", c->size, c->hosts ? " on " : "",
                c->hosts ? c->hosts : "");
    for (int i = 0; i < c->splits; i++)
        fprintf(out, ", %d into %d%s%s", c->split[i].rank, c->split[i].parts,
                c->split[i].to ? " to " : "",
                c->split[i].to ? c->split[i].to : "");
    for (int i = 0; i < c->merged; i++)
        fprintf(out, "%s%d",
                i > 0 && c->merge[i].merge == c->merge[i - 1].merge ? " + "
                                                                    : ", ",
                c->merge[i].rank);
    for (int i = 0; i < c->moves; i++)
        fprintf(out, ", %d to %s", c->move[i].rank, c->move[i].host);
    for (int i = 0; i < c->weights; i++)
        fprintf(out, "%s%g", i > 0 ? " : " : ", ", c->weight[i]);
}

/* Returns that as text; the caller frees it. */
static char *summary(const struct change *c)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    if (c)
        put(out, c);
    fclose(out);
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
        struct change *c = change_parse(cases[i].text, &err);
        char *came = summary(c);

        ok(c && strcmp(came, cases[i].summary) == 0
               && strcmp(c->text, cases[i].text) == 0,
           "\"%s\" is read: %s%s", cases[i].text, err.text, came);
        ok(c && change_size(c, cases[i].ranks, &err) == cases[i].size,
           "\"%s\" makes %d ranks of %d: %s", cases[i].text, cases[i].size,
           cases[i].ranks, err.text);
        free(came);
        change_destroy(c);
    }
}

static void test_even(void)
{
    static const struct {
        const char *text;
        int ranks;
        const char *why; /* NULL for one that is even */
    } cases[] = {
        { "resize 4", 2, NULL },
        { "migrate 1 a", 2, NULL },
        { "resize 3 and migrate 1 a", 2, NULL },
        { "merge 0 1", 2, NULL },
        { "rebalance 1", 1, NULL },
        { "rebalance 1 2", 2, "--shares even rules out" },
        { "split 0", 1, "rules out: resize 2 would do" },
        { "merge 0 2", 4, "rules out: resize 3 would do" },
        { "resize 3 and rebalance 1 1 2", 2, "resize 3 would do" },
        { "split 0 and migrate 1 a", 2, "resize 3 would do" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };
        struct change *c = change_parse(cases[i].text, NULL);
        int size = change_size(c, cases[i].ranks, NULL);
        bool even = !cases[i].why;

        ok(change_is_even(c, size) == even
               && change_check_even(c, size, &err) == (even ? 0 : -1),
           "\"%s\" of %d ranks gives %s shares", cases[i].text, cases[i].ranks,
           even ? "even" : "uneven");
        has(err.text, even ? "" : cases[i].why, "and is told so, if not");
        change_destroy(c);
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
        { "resize\n4\t5\n", "\"resize 4\t5 \" is not: resize N" },
        { "resize 2 --hosts ,", "--hosts: \",\" has an empty name" },
        { "resize 2 --hosts ,a", "--hosts: \",a\" has an empty name" },
        { "resize 2 --hosts a,,b", "--hosts: \"a,,b\" has an empty name" },
        { "resize 2 --hosts a,", "--hosts: \"a,\" has an empty name" },
        { "resize 99999999999",
          "99999999999 ranks are too many: at most 1048576" },
        { "resize 4294967298",
          "4294967298 ranks are too many: at most 1048576" },
        { "resize 999999999999999999999", "ranks are too many: at most" },
        { "split 0 4294967298", "ranks are too many: at most 1048576" },
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

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };

        ok(!change_parse(cases[i].text, &err), "\"%s\" is refused",
           cases[i].text);
        has(err.text, cases[i].why, "and told what would be right");
    }
}

/* Returns 'first', 'count' times 'each', of which each '#' is a number from 0
 * on, and 'last'; the caller frees it.
 */
static char *repeat(const char *first,
                    int count,
                    const char *each,
                    const char *last)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    fputs(first, out);
    for (int i = 0; i < count; i++)
        for (const char *at = each; *at; at++)
            if (*at == '#')
                fprintf(out, "%d", i);
            else
                fputc(*at, out);
    fputs(last, out);
    fclose(out);
    return text;
}

static void test_limits(void)
{
    static const struct {
        const char *first, *each, *last; /* of the text */
        int most;                        /* of 'each' that there may be */
        const char *why;
    } cases[] = {
        { "merge 9999", " #", "", CHANGE_RANKS - 1,
          "more than 4096 ranks to merge" },
        { "rebalance 1", " 1", "", CHANGE_RANKS - 1,
          "more than 4096 weights" },
        { "resize 2 --hosts ", "a", " and migrate 1 b", CHANGE_HOST - 1,
          "more than 4095 letters" },
        { "resize 2 --hosts ", "a", "", CHANGE_HOST - 1,
          "more than 4095 letters" },
        { "migrate 1 ", "h", "", CHANGE_TEXT - 11, "is too long" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };
        int most = cases[i].most;
        char *text =
            repeat(cases[i].first, most, cases[i].each, cases[i].last);
        struct change *c = change_parse(text, &err);

        ok(c && strcmp(c->text, text) == 0,
           "\"%s...\" may have %d of \"%s\" %s", cases[i].first, most,
           cases[i].each, err.text);
        change_destroy(c);
        free(text);
        text = repeat(cases[i].first, most + 1, cases[i].each, cases[i].last);
        ok(!change_parse(text, &err), "\"%s...\" may not have more of them",
           cases[i].first);
        has(err.text, cases[i].why, "which is told");
        free(text);
    }
    ok(!change_parse("resize 0", NULL), "the reason need not be taken");
}

static void test_owners(void)
{
    struct change *c = change_parse("split 1 --to a", NULL);
    struct change *shared = change_share(c);

    ok(shared == c, "a change is shared, not copied");
    change_destroy(c);
    ok(strcmp(shared->text, "split 1 --to a") == 0
           && strcmp(shared->split[0].to, "a") == 0,
       "it lives as long as one of its owners has it");
    change_destroy(shared);
    change_destroy(NULL);
    ok(change_share(NULL) == NULL, "no change can be shared and given back");
    ok(sizeof(struct change) < 256, "a change is small: %zu bytes",
       sizeof(struct change));
}

/* ---- many changes ---- */

static unsigned seed = 7;

static int draw(int below)
{
    seed = seed * 1103515245u + 12345u;
    return (int)(seed / 65536 % (unsigned)below);
}

/* One part of a change of a job of 64 ranks. */
static void put_part(FILE *out, int kind)
{
    fprintf(out, "%s", change_name((enum change_kind)kind));
    switch (kind) {
    case CHANGE_RESIZE:
        fprintf(out, " %d%s", 1 + draw(100), draw(2) ? " --hosts a,b,c" : "");
        break;
    case CHANGE_SPLIT:
        fprintf(out, " %d", draw(64));
        if (draw(2))
            fprintf(out, " %d", 2 + draw(5));
        if (draw(2))
            fprintf(out, " --to h%d", draw(9));
        break;
    case CHANGE_MERGE:
        for (int i = 2 + draw(5); i > 0; i--)
            fprintf(out, " %d", draw(64));
        break;
    case CHANGE_MIGRATE:
        fprintf(out, " %d h%d", draw(64), draw(9));
        break;
    case CHANGE_REBALANCE:
        for (int i = 1 + draw(70); i > 0; i--)
            fprintf(out, " %g", (draw(1000) + 1) / 8.0);
        break;
    }
}

static char *random_text(void)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    put_part(out, draw(CHANGE_KINDS));
    for (int i = draw(6); i > 0; i--) {
        fprintf(out, "%*sand ", 1 + draw(3), "");
        put_part(out, draw(CHANGE_KINDS));
    }
    fclose(out);
    return text;
}

/* What it makes of 64 ranks, as text; the caller frees it. */
static char *outcome(const struct change *c)
{
    struct error err = { .text = "" };
    int size = change_size(c, 64, &err);
    struct lineage *q = size > 0 ? change_lineage(c, 64, &err) : NULL;
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    fprintf(out, "%d %s", size, err.text);
    for (size_t i = 0; q && i < q->first[q->new_size]; i++)
        fprintf(out, " %u:%u/%u", q->parents[i].rank, q->parents[i].part,
                q->parents[i].parts);
    lineage_destroy(q);
    fclose(out);
    return text;
}

static bool same(const struct change *a, const struct change *b)
{
    char *one = summary(a), *other = summary(b);
    char *first = outcome(a), *second = outcome(b);
    bool same = strcmp(one, other) == 0 && strcmp(first, second) == 0;

    free(one);
    free(other);
    free(first);
    free(second);
    return same;
}

/* What ranks read of it is what the agent has. */
static void test_read_again(void)
{
    enum { MANY = 4000 };
    int read = 0, different = 0;

    for (int i = 0; i < MANY; i++) {
        char *text = random_text();
        struct change *c = change_parse(text, NULL);
        struct change *again = c ? change_parse(c->text, NULL) : NULL;

        read += c != NULL;
        if (c && !(again && same(c, again))) {
            different++;
            diag("%s", text);
        }
        change_destroy(c);
        change_destroy(again);
        free(text);
    }
    ok(read > MANY / 4, "%d of %d random changes make sense", read, MANY);
    ok(different == 0, "the text of each is read as the same change again");
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
        { "rebalance 1", 3, "1 weight is given for 3 ranks" },
        { "rebalance 1 2", 1, "2 weights are given for 1 rank" },
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
        struct change *c = change_parse(cases[i].text, &err);

        ok(c && change_size(c, cases[i].ranks, &err) < 0,
           "\"%s\" cannot be done to %d ranks", cases[i].text, cases[i].ranks);
        has(err.text, cases[i].why, "and the reason is told");
        change_destroy(c);
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
        struct change *c = change_parse(cases[i].text, NULL);
        struct lineage *q = change_lineage(c, (size_t)cases[i].ranks, NULL);
        size_t n = 0;

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
                    && (q->weights != NULL) == c->has[CHANGE_REBALANCE],
                "\"%s\" makes %s", cases[i].text, cases[i].parents))
            diag("came %s", came);
        lineage_destroy(q);
        change_destroy(c);
    }
}

int main(void)
{
    test_right();
    test_even();
    test_wrong();
    test_impossible();
    test_requests();
    test_limits();
    test_owners();
    test_read_again();
    return tap_done();
}
