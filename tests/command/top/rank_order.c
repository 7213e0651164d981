/* Tests of command/top/rank_order.c, view_keys.c and of how ranks are scrolled
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/top/screen.h"
#include "command/top/view.h"
#include "command/top/view_keys.h"
#include "tests/tap.h"

static struct live_host hosts[] = {
    { .name = "ha", .ranks = 2, .mpi = 0.9, .wait = 0.8, .load = -1 },
    { .name = "hb", .ranks = 2, .mpi = 0.2, .wait = 0.1, .load = -1 },
    { .name = "hc", .ranks = 1, .mpi = -1, .load = -1, .others = -1 },
};

static struct live_rank ranks[] = {
    { .rank = 0, .host = 0, .mpi = 0.9, .wait = 0.7 },
    { .rank = 3, .host = 0, .mpi = 0.9, .wait = 0.9 },
    { .rank = 1, .host = 1, .mpi = 0.1, .wait = 0.05 },
    { .rank = 4, .host = 1, .mpi = 0.3, .wait = 0.2 },
    { .rank = 2, .host = 2, .mpi = -1 },
};

static const struct live look = { .program = "heat",
                                  .size = 5,
                                  .rate = -1,
                                  .mpi = -1,
                                  .ranks = 5,
                                  .rank = ranks,
                                  .hosts = 3,
                                  .host = hosts };

/* Ranks with their hosts, and the hosts, as in "0ha 1hb/ha hb". */
static const char *told(const struct live *l)
{
    static char text[256];
    size_t used = 0;

    for (size_t i = 0; i < l->ranks; i++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%d%s",
                                 i ? " " : "", l->rank[i].rank,
                                 l->host[l->rank[i].host].name);
    for (size_t i = 0; i < l->hosts; i++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s",
                                 i ? " " : "/", l->host[i].name);
    return text;
}

static void test_orders(void)
{
    static const char *const wanted[] = {
        "0ha 3ha 1hb 4hb 2hc/ha hb hc",
        "0ha 1hb 2hc 3ha 4hb/ha hb hc",
        "1hb 4hb 0ha 3ha 2hc/hb ha hc",
        "3ha 0ha 4hb 1hb 2hc/ha hb hc",
    };
    struct ordered_look o = { 0 };

    for (int i = 0; i < 4; i++)
        ok(strcmp(told(rank_order_apply(&o, &look, (enum rank_order)i)),
                  wanted[i])
               == 0,
           "%s", rank_order_name[i]);
    rank_order_clear(&o);
}

static struct poll_agent_policy thoughts;

/* Press the keys, up to 0, and draw in so many lines. */
static char *press(struct view *v, const int *keys, int height)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    for (; *keys; keys++)
        view_keys_press(v, *keys);
    view_draw(v, &look, 80, height, out);
    fclose(out);
    return text;
}

/* With room for one of the hosts; the text is good until the next one. */
static const char *press_once(struct view *v, int key)
{
    static char kept[4096];
    char *text = press(v, (int[]){ key, 0 }, 14);

    snprintf(kept, sizeof(kept), "%s", text);
    free(text);
    return kept;
}

static void test_keys(void)
{
    static const struct {
        int keys[4];
        const char *want;
        const char *what;
    } steps[] = {
        { { 0 }, "computes most", "at first ranks are drawn all at once" },
        { { SCREEN_DOWN }, "1 to 3 of 5 ranks, by host", "then in a list" },
        { { SCREEN_DOWN }, "2 to 4 of 5", "that is scrolled" },
        { { SCREEN_PAGE_DOWN, SCREEN_PAGE_DOWN },
          "3 to 5 of 5",
          "to its end" },
        { { SCREEN_UP }, "2 to 4 of 5", "and back from there" },
        { { SCREEN_END, SCREEN_DOWN }, "3 to 5 of 5", "at once, too" },
        { { SCREEN_HOME }, "1 to 3 of 5", "from end to end" },
        { { SCREEN_UP }, "computes most", "above its top all are drawn" },
        { { 'c' },
          "1 to 3 of 5 ranks, by computing",
          "what is sorted is one" },
        { { SCREEN_UP }, "1 to 3 of 5", "as long as it is" },
        { { 'h' }, "computes most", "and no longer" },
        { { '?' }, "Keys", "there is help" },
        { { '?' }, "computes most", "which a key closes" },
    };
    struct view v = { .job = "heat-abc123", .thoughts = &thoughts };

    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        char *text = press(&v, steps[i].keys, 10);

        has(text, steps[i].want, "%s", steps[i].what);
        free(text);
    }
    has(press_once(&v, SCREEN_RIGHT), "hb ", "hosts are scrolled");
    has(press_once(&v, SCREEN_LEFT), "ha ", "and back");
    ok(!view_keys_press(&v, 'r'), "other keys are for others");
}

int main(void)
{
    test_orders();
    test_keys();
    return tap_done();
}
