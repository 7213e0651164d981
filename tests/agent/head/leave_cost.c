/* Tests of agent/head/leave_cost.c: whether a host can be empty before it goes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "agent/head/leave_cost.h"
#include "tests/tap.h"

static const struct {
    struct leave_cost cost;
    bool fits;
    const char *text;
} cases[] = {
    { { 30, 2, 128 << 20, { 3, 0.41, 0, 1.11 } },
      true,
      "h2 is to be empty in 30.00 s: to have 2 ranks with 128 MiB go on "
      "elsewhere takes about 1.52 s, 0.41 s until new ranks are ready, up to "
      "0.00 s until all have come to a mito_sync() and 1.11 s that they stand "
      "still, by 3 changes before" },
    { { 4, 1, 12, { 2, 0.15, 12, 0.08 } },
      false,
      "h2 cannot be empty in 4.00 s: to have 1 rank with 12 B go on elsewhere "
      "takes about 12.23 s, 0.15 s until new ranks are ready, up to 12.00 s "
      "until all have come to a mito_sync() and 0.08 s that they stand still, "
      "by 2 changes before" },
    { { 1.2, 1, 1 << 20, { 1, 0.5, 0, 1 } },
      false,
      "h2 cannot be empty in 1.20 s: to have 1 rank with 1 MiB go on "
      "elsewhere takes about 1.50 s, 0.50 s until new ranks are ready, up to "
      "0.00 s until all have come to a mito_sync() and 1.00 s that they stand "
      "still, by 1 change before" },
    { { 600, 1, NAN, { 1, 100, 0.5, 24.5 } },
      true,
      "h2 is to be empty in 600.00 s: to have 1 rank with state of unknown "
      "size go on elsewhere takes about 125.00 s, 100.00 s until new ranks "
      "are ready, up to 0.50 s until all have come to a mito_sync() and "
      "24.50 s that they stand still, by 1 change before" },
    { { 0.1, 1, NAN, { 0, 0.3, 0, 0.005 } },
      true,
      "h2: 1 rank with state of unknown size go on elsewhere within 0.10 s; "
      "no change of this job has shown yet how long that takes" },
};

int main(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error text;

        leave_cost_say(&cases[i].cost, "h2", &text);
        if (!ok(strcmp(text.text, cases[i].text) == 0,
                "what it takes is told in seconds"))
            diag("it is: %s", text.text);
        ok(leave_cost_fits(&cases[i].cost) == cases[i].fits,
           "and whether it is in time");
    }
    return tap_done();
}
