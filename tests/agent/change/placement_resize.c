/* Tests of agent/change/placement_resize.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "agent/change/placement_resize.h"
#include "tests/tap.h"

#define NOBODY ((double)NAN) /* has measured it */

enum { HOSTS = 4 };

struct test_case {
    const char *what;
    struct {
        int cores;
        double demand;
        int now, then;
    } host[HOSTS];
};

static const struct test_case cases[] = {
    { "one host takes all", { { 2, 0, 1, 3 } } },
    { "with nothing known each gets as many",
      { { 0, NOBODY, 1, 2 }, { 0, NOBODY, 1, 2 } } },
    { "the first ones more",
      { { 0, NOBODY, 1, 2 }, { 0, NOBODY, 1, 2 }, { 0, NOBODY, 0, 1 } } },
    { "and are left last",
      { { 0, NOBODY, 1, 1 }, { 0, NOBODY, 1, 1 }, { 0, NOBODY, 1, 0 } } },
    { "a new host is used when the others have a rank",
      { { 0, NOBODY, 1, 1 }, { 0, NOBODY, 1, 1 }, { 0, NOBODY, 0, 1 } } },
    { "ranks stay while they have a core each",
      { { 4, 0, 3, 3 }, { 4, 0, 0, 0 } } },
    { "and one more goes to where most are free",
      { { 4, 0, 3, 3 }, { 4, 0, 0, 1 } } },
    { "fewer leave evenly", { { 2, 0, 2, 2 }, { 2, 0, 2, 1 } } },
    { "nobody stays without a core where another is free",
      { { 2, 2, 2, 0 }, { 2, 0, 0, 2 } } },
    { "what others leave is enough to stay",
      { { 4, 2, 2, 2 }, { 4, 0, 0, 0 } } },
    { "a fraction of a core is nobody's",
      { { 2, 0.6, 2, 2 }, { 2, 0, 0, 0 } } },
    { "most of one is taken", { { 2, 0.8, 2, 1 }, { 2, 0, 0, 1 } } },
    { "a host that is known to be idle comes first",
      { { 1, 1, 1, 0 }, { 1, NOBODY, 0, 1 }, { 1, 0, 0, 1 } } },
    { "one that nobody knows before one that is known to be crowded",
      { { 1, 0, 1, 1 }, { 1, 1, 0, 0 }, { 1, NOBODY, 0, 1 } } },
    { "who is there is not moved because nobody has measured",
      { { 1, NOBODY, 1, 1 }, { 1, NOBODY, 1, 1 }, { 1, 0, 0, 0 } } },
    { "too many go where they disturb least",
      { { 1, 2, 1, 1 }, { 1, 0, 1, 3 } } },
    { "and to larger hosts", { { 4, 0, 4, 6 }, { 2, 0, 2, 3 } } },
    { "in doubt they stay", { { 1, 0, 1, 1 }, { 1, 0, 2, 2 } } },
    { "who is of unknown size is as the smallest",
      { { 4, NOBODY, 0, 3 }, { 2, NOBODY, 0, 1 }, { 0, NOBODY, 0, 1 } } },
    { "all that is crowded is shared by how much",
      { { 4, 8, 0, 1 }, { 4, 6, 0, 2 } } },
    { "then who was not measured is not taken for idle",
      { { 2, 11, 2, 2 }, { 2, 11, 2, 1 }, { 2, NOBODY, 1, 2 } } },
};

static size_t fill(struct placement_resize_host hosts[HOSTS],
                   const struct test_case *t)
{
    size_t count = 0;

    while (count < HOSTS
           && (t->host[count].cores > 0 || isnan(t->host[count].demand))) {
        hosts[count].cores = t->host[count].cores;
        hosts[count].demand = t->host[count].demand;
        hosts[count].now = t->host[count].now;
        hosts[count].then = -1;
        count++;
    }
    return count;
}

int main(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct placement_resize_host hosts[HOSTS];
        size_t count = fill(hosts, &cases[i]);
        bool same = count > 0;
        int ranks = 0;

        for (size_t h = 0; h < count; h++)
            ranks += cases[i].host[h].then;
        placement_resize_divide(hosts, count, ranks);
        for (size_t h = 0; h < count; h++)
            same = same && hosts[h].then == cases[i].host[h].then;
        if (!ok(same, "%s", cases[i].what))
            for (size_t h = 0; h < count; h++)
                diag("host %zu: %d, not %d", h, hosts[h].then,
                     cases[i].host[h].then);
    }
    return tap_done();
}
