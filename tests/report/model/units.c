/* Tests of report/model/units.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stddef.h>

#include "report/model/units.h"
#include "tests/tap.h"

static const struct {
    struct unit_text (*print)(double x);
    double x;
    const char *text;
} cases[] = {
    { unit_time, 0, "0 s" },
    { unit_time, -1, "0 s" },
    { unit_time, NAN, "0 s" },
    { unit_time, 1e-12, "0 s" },
    { unit_time, 1e-9, "1.00 ns" },
    { unit_time, 3.4199e-6, "3.42 us" },
    { unit_time, 0.1694, "169 ms" },
    { unit_time, 0.9996, "1.00 s" },
    { unit_time, 8.8062, "8.81 s" },
    { unit_time, 9.996, "10.0 s" },
    { unit_time, 99.96, "100 s" },
    { unit_time, 599, "599 s" },
    { unit_time, 750, "12.5 min" },
    { unit_time, 9000, "2.50 h" },
    { unit_time, 1e300, "ages" },
    { unit_time, INFINITY, "ages" },
    { unit_bytes, 0, "0 B" },
    { unit_bytes, 512, "512 B" },
    { unit_bytes, 1023, "1023 B" },
    { unit_bytes, 1024, "1 KiB" },
    { unit_bytes, 1536, "1.50 KiB" },
    { unit_bytes, 1048576, "1 MiB" },
    { unit_bytes, 1e10, "9.31 GiB" },
    { unit_bytes, 1.8e19, "15.6 EiB" },
    { unit_bytes_short, 0, "0" },
    { unit_bytes_short, 1536, "1.50Ki" },
    { unit_bytes_short, 1e20, "86.7Ei" },
    { unit_bytes_short, 1000, "1000" },
    { unit_energy, 812, "812 J" },
    { unit_energy, 1234, "1.23 kJ" },
    { unit_energy, 2.5e6, "2.50 MJ" },
    { unit_count, 0, "0" },
    { unit_count, 12345, "12345" },
    { unit_count, 999999, "999999" },
    { unit_count, 1234567, "1.23 M" },
    { unit_count, 2.5e9, "2.50 G" },
    { unit_count, 4e13, "40.0 T" },
    { unit_percent, 0.435, "44 %" },
    { unit_percent, 1.2, "120 %" },
    { unit_factor, 1.25, "1.25" },
    { unit_factor, 4, "4" },
};

static void test_apart(void)
{
    struct unit_text a, b;

    unit_bytes_apart(155.2 * 1048576, 155.4 * 1048576, &a, &b);
    ok(strcmp(a.text, "155.2 MiB") == 0 && strcmp(b.text, "155.4 MiB") == 0,
       "two that differ little get one digit more");
    unit_bytes_apart(154 * 1048576.0, 155.4 * 1048576, &a, &b);
    ok(strcmp(a.text, "154 MiB") == 0 && strcmp(b.text, "155 MiB") == 0,
       "two that differ in three digits get those");
}

int main(void)
{
    test_apart();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct unit_text t = cases[i].print(cases[i].x);

        if (!ok(strcmp(t.text, cases[i].text) == 0, "%g is %s", cases[i].x,
                cases[i].text))
            diag("came: %s", t.text);
    }
    ok(strcmp(unit_share(1, 3).text, "33.3 %") == 0, "a third is 33.3 %%");
    ok(strcmp(unit_share(1, 0).text, "-") == 0, "of nothing there is none");
    ok(strcmp(unit_or_dash(unit_time, 1.5).text, "1.50 s") == 0,
       "what is known is told");
    ok(strcmp(unit_or_dash(unit_time, 0).text, "-") == 0
           && strcmp(unit_or_dash(unit_time, -1).text, "-") == 0,
       "what is not known is a dash");
    return tap_done();
}
