/* Tests of report/export/rank_placement.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/export/rank_placement.h"
#include "tests/tap.h"

enum { MOST = 4096 };

static struct run_message messages[4 * MOST];

static struct run make(int size)
{
    return (struct run){ .size = size, .message = messages };
}

static void talk(struct run *run, int from, int to, uint64_t bytes)
{
    messages[run->messages++] = (struct run_message){
        .from = from, .to = to, .count = 1, .bytes = bytes
    };
}

/* Each host has as many as it takes. */
static bool fits(const struct rank_placement *s)
{
    for (size_t h = 0; h < s->hosts; h++) {
        unsigned on = 0;

        for (unsigned rank = 0; rank < s->ranks; rank++)
            on += s->host[rank] == h;
        if (on > s->room[h])
            return false;
    }
    return true;
}

static char *print(const struct rank_placement *s)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);

    rank_placement_print(s, out);
    fclose(out);
    return text;
}

/* What rank_placement_print() prints names each rank's host again. */
static bool prints_back(const struct rank_placement *s)
{
    char *text = print(s), *line, *rest;
    unsigned rank = 0;
    bool right = true;

    for (line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        char *colon = strchr(line, ':');

        if (*line == '#' || !colon)
            continue;
        *colon = '\0';
        for (int n = atoi(colon + 1); n > 0; n--, rank++)
            right = right && rank < s->ranks
                    && strcmp(line, s->name[s->host[rank]]) == 0;
    }
    free(text);
    return right && rank == s->ranks;
}

static void test_pairs(void)
{
    struct run run = make(8);
    struct rank_placement *s;

    for (int i = 0; i < 4; i++)
        talk(&run, i, i + 4, 1000);
    for (int i = 0; i < 8; i++)
        talk(&run, i, i, 1000); /* which is no question of places */
    s = rank_placement_create(&run, "a:2,b:2,c:2,d:2", NULL);
    ok(s && s->in_order < 0.01, "ranks in order tear all pairs apart");
    ok(s->suggested > 0.99, "the suggestion keeps them together");
    ok(fits(s), "nobody gets more than it takes");
    ok(prints_back(s), "the machine file says the same");
    rank_placement_destroy(s);
}

static void test_grid(void)
{
    enum { SIDE = 32 };
    struct run run = make(SIDE * SIDE);
    struct rank_placement *s;

    for (int rank = 0; rank < SIDE * SIDE; rank++) {
        if (rank % SIDE < SIDE - 1)
            talk(&run, rank, rank + 1, 100);
        if (rank < SIDE * (SIDE - 1))
            talk(&run, rank, rank + SIDE, 100);
    }
    s = rank_placement_create(&run, "a:256,b:256,c:256,d:256", NULL);
    ok(s->suggested >= s->in_order, "it is never worse than the order");
    ok(s->suggested > 0.93, "a grid comes in patches: %g", s->suggested);
    ok(fits(s), "nobody gets more than it takes");
    rank_placement_destroy(s);
}

static void test_uneven(void)
{
    struct run run = make(5);
    struct rank_placement *s;
    char *text;

    talk(&run, 0, 4, 100);
    talk(&run, 4, 2, 100);
    talk(&run, 1, 3, 100);
    talk(&run, 3, 3, 100000); /* to itself, which nobody can tear apart */
    s = rank_placement_create(&run, "small:2,large:7", NULL);
    ok(s->suggested == 1 && fits(s), "hosts may differ in size");
    text = print(s);
    has(text, "# 100.0 % of the bytes", "and what it is worth is told");
    free(text);
    rank_placement_destroy(s);

    run.messages = 0;
    talk(&run, 3, 3, 100000);
    s = rank_placement_create(&run, "a,b,c,d,e", NULL);
    ok(s->suggested == 1 && fits(s) && prints_back(s),
       "a host takes one when it does not say, and silence is no problem");
    text = print(s);
    has(text, "# there are no messages from one rank to another",
        "that there is nothing to keep together is told");
    ok(!strchr(text, '%'), "and no share of nothing");
    free(text);
    rank_placement_destroy(s);
}

static void test_errors(void)
{
    static const struct {
        const char *hosts;
        const char *reason;
    } cases[] = {
        { "a:2,b:1", "take 3 ranks, and there are 4" },
        { "", "without a name" },
        { "a:4,", "without a name" },
        { ":4", "without a name" },
        { "a:", "how many ranks" },
        { "a:x", "how many ranks" },
        { "a:0,b:9", "how many ranks" },
        { "a:-4", "how many ranks" },
        { "a:99999999999999999999", "how many ranks" },
    };
    struct run run = make(4), vast = make(1 << 20);
    struct error err;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        ok(!rank_placement_create(&run, cases[i].hosts, &err),
           "\"%s\" is refused", cases[i].hosts);
        has(err.text, cases[i].reason, "and it is told why");
    }
    ok(!rank_placement_create(&vast, "a:2000000", &err), "so is a vast job");
    has(err.text, "too many", "and it is told why");
    rank_placement_destroy(NULL);
}

int main(void)
{
    test_pairs();
    test_grid();
    test_uneven();
    test_errors();
    return tap_done();
}
