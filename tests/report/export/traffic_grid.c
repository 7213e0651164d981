/* Tests of report/export/traffic_grid.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "report/export/traffic_grid.h"
#include "tests/tap.h"

enum { SIZE = 330, RANKS = 4 };

static struct run_rank ranks[RANKS];
static struct run_host hosts[2];

/* Whether cell 'n' is that one, with so many messages of so many bytes. */
static bool is_cell(const struct traffic_grid *g,
                    size_t n,
                    unsigned from,
                    unsigned to,
                    double count,
                    double bytes)
{
    const struct traffic_grid_cell *c = &g->cell[n];

    return n < g->cells && c->from == from && c->to == to && c->count <= count
           && c->count >= count && c->bytes <= bytes && c->bytes >= bytes;
}

static void test_pairs(void)
{
    struct run_message messages[] = {
        { .from = 2, .to = 1, .count = 1, .bytes = 8 },
        { .from = 0, .to = 1, .count = 2, .bytes = 16 },
        { .from = 0, .to = 1, .count = 3, .bytes = 30 },
        { .from = 0, .to = 2, .count = 0, .bytes = 0 },
        { .from = 0, .to = RANKS, .count = 1, .bytes = 8 },
        { .from = -1, .to = 0, .count = 1, .bytes = 8 },
    };
    struct run run = { .size = RANKS, .messages = 6, .message = messages };
    struct traffic_grid g;

    ok(traffic_grid_ranks(&run, TRAFFIC_GRID_MESSAGES, &g) == 0
           && g.side == RANKS && g.per == 1,
       "few pairs are kept apart");
    ok(g.cells == 2 && is_cell(&g, 0, 0, 1, 5, 46)
           && is_cell(&g, 1, 2, 1, 1, 8),
       "each is there once, in order, and none that is empty or elsewhere");
    free(g.cell);
}

static void test_one_sided(void)
{
    struct run_onesided one = { 0, 1, 2, 20, 3, 30 };
    struct run run = { .size = RANKS, .onesided = 1, .one = &one };
    struct traffic_grid g;

    traffic_grid_ranks(&run, TRAFFIC_GRID_ONE_SIDED, &g);
    ok(g.cells == 2 && is_cell(&g, 0, 0, 1, 2, 20)
           && is_cell(&g, 1, 1, 0, 3, 30),
       "a put goes one way and a get the other");
    free(g.cell);
}

/* Each with each, so many that they are put together by twos. */
static void test_blocks(void)
{
    struct run_message *messages = calloc(SIZE * SIZE, sizeof(*messages));
    struct run run = { .size = SIZE, .message = messages };
    struct traffic_grid g;
    bool same = true;

    for (int from = 0; from < SIZE; from++)
        for (int to = 0; to < SIZE; to++)
            messages[run.messages++] = (struct run_message){
                .from = from, .to = to, .count = 1, .bytes = 10
            };
    ok(traffic_grid_ranks(&run, TRAFFIC_GRID_MESSAGES, &g) == 0 && g.per == 2
           && g.side == SIZE / 2 && g.cells == (size_t)g.side * g.side,
       "many pairs come in blocks of ranks");
    for (unsigned from = 0; from < g.side; from++)
        for (unsigned to = 0; to < g.side; to++)
            same = same && is_cell(&g, from * g.side + to, from, to, 4, 40);
    ok(same, "each of as many ranks");
    free(g.cell);
    free(messages);
}

static void test_hosts(void)
{
    struct run_message messages[] = {
        { .from = 0, .to = 1, .count = 1, .bytes = 8 },
        { .from = 0, .to = 2, .count = 2, .bytes = 16 },
        { .from = 1, .to = 3, .count = 3, .bytes = 30 },
    };
    struct run run = { .size = RANKS,
                       .messages = 3,
                       .message = messages,
                       .ranks = RANKS - 1,
                       .rank = ranks,
                       .hosts = 2,
                       .host = hosts };
    struct traffic_grid g;
    unsigned *host_of;

    hosts[0].name = "north";
    hosts[1].name = "south";
    for (int r = 0; r < RANKS; r++) {
        ranks[r].rank = r;
        ranks[r].host = r < 2 ? "north" : "south";
    }
    host_of = traffic_grid_host_of(&run);
    ok(host_of && host_of[1] == 0 && host_of[2] == 1 && host_of[3] == 2,
       "each rank has its host, and what is not known has none");
    free(host_of);
    ok(traffic_grid_hosts(&run, TRAFFIC_GRID_MESSAGES, &g) == 0 && g.cells == 2
           && is_cell(&g, 0, 0, 0, 1, 8) && is_cell(&g, 1, 0, 1, 2, 16),
       "what goes from host to host is added up");
    free(g.cell);
}

int main(void)
{
    test_pairs();
    test_one_sided();
    test_blocks();
    test_hosts();
    return tap_done();
}
