/* Tests of agent/core/job_view.c: cores that are for us, beside others
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "agent/core/job_view.h"
#include "tests/tap.h"

static const struct {
    double load;
    int cores, told;
    double left;
    const char *what;
} cases[] = {
    { 0, 4, 1, 0, "nobody uses any" },
    { 3, 4, 1, 0, "they use those that are not ours" },
    { 3.5, 4, 1, 0.5, "and half of ours" },
    { 3.5, 4, 4, 3.5, "all are ours" },
    { 1, 2, 4, 1, "more are ours than there are" },
    { 47, 48, 1, 0, "a rank of ours has threads on all" },
};

int main(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double left =
            job_view_beside(cases[i].load, cases[i].cores, cases[i].told);

        ok(left == cases[i].left, "%s: %g of %d, %d of them ours, leave %g",
           cases[i].what, cases[i].load, cases[i].cores, cases[i].told, left);
    }
    ok(isnan(job_view_beside((double)NAN, 4, 1)),
       "what nobody knows is not known");
    return tap_done();
}
