/* Tests of foresee/forecast_sweep.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "foresee/forecast_sweep.h"
#include "tests/tap.h"

static const struct forecast_sweep_row rows[] = {
    { .seconds = 2,
      .iteration = 0.5,
      .node_seconds = 4,
      .efficiency = { .parallel = 0.5,
                      .load_balance = 0.75,
                      .serialisation = 0.8,
                      .transfer = 0.9 },
      .ranks = 4,
      .changes = 1,
      .how = "replayed" },
    { .refused = true, .why = { "no such size" } },
};
static const char *const options[] = { "size", "latency" };
static const char *const values[] = { "4", "0", "123456", "0.01" };
static const struct forecast_sweep sweep = { 2, options, 2, values, rows };

static char *printed(const struct forecast_sweep *of,
                     void (*print)(const struct forecast_sweep *, FILE *))
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    print(of, out);
    fclose(out);
    return text;
}

/* Latency matters with bandwidth 1 only, and nothing of these to changes. */
static void test_idle(void)
{
    static const char *const names[] = { "latency", "bandwidth", "limits" };
    static const char *const of[] = { "0", "1", "1-2", "0", "1", "1-4",
                                      "0", "2", "1-2", "0", "2", "1-4",
                                      "9", "1", "1-2", "9", "1", "1-4",
                                      "9", "2", "1-2", "9", "2", "1-4" };
    struct forecast_sweep_row row[8] = { { .seconds = 0 } };
    struct forecast_sweep s = { 3, names, 8, of, row };
    char *text;

    for (size_t i = 0; i < 8; i++)
        row[i] = (struct forecast_sweep_row){ .seconds = 1, .ranks = 2 };
    row[4].seconds = row[5].seconds = 2;
    ok(!forecast_sweep_is_idle(&s, 0) && !forecast_sweep_is_idle(&s, 1),
       "an option that matters beside one value of another one does");
    ok(forecast_sweep_is_idle(&s, 2), "one that never does is idle");
    s.count = 1;
    ok(!forecast_sweep_is_idle(&s, 2), "but not one of a single value");
    s.count = 2;
    row[0] = row[1] = rows[1];
    ok(forecast_sweep_is_idle(&s, 2), "what is refused for the same is idle");
    row[1] = rows[0];
    ok(!forecast_sweep_is_idle(&s, 2), "and not beside what can be had");
    text = printed(&s, forecast_sweep_print_text);
    ok(!strstr(text, "Nothing here depends"), "which is not told then");
    free(text);
    row[0] = rows[0];
    text = printed(&s, forecast_sweep_print_text);
    has(text, "\nNothing here depends on limits: all its values give",
        "an option that is idle is told");
    free(text);
    text = printed(&s, forecast_sweep_print_json);
    has(text, "\"idle\": [\"limits\"]", "in JSON, too");
    free(text);
}

int main(void)
{
    char *text = printed(&sweep, forecast_sweep_print_text);

    has(text, "size   latency  ranks",
        "the options stand first, as wide as "
        "their values");
    has(text,
        "\n4      0            4     2.00 s     500 ms   50.0    75.0  "
        "80.0  90.0     4.00 s       1  replayed\n",
        "a row has its figures");
    has(text, "\n123456 0.01    refused: no such size\n",
        "one that was refused says why");
    free(text);
    text = printed(&sweep, forecast_sweep_print_json);
    has(text, "\"options\": [\"size\",\"latency\"]", "JSON names the options");
    has(text, "\"values\": [\"4\",\"0\"]", "has the values");
    has(text, "\"refused\": \"no such size\"", "and why there are no figures");
    free(text);
    test_idle();
    return tap_done();
}
