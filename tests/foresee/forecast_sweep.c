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

static char *printed(void (*print)(const struct forecast_sweep *, FILE *))
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    print(&sweep, out);
    fclose(out);
    return text;
}

int main(void)
{
    char *text = printed(forecast_sweep_print_text);

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
    text = printed(forecast_sweep_print_json);
    has(text, "\"options\": [\"size\",\"latency\"]", "JSON names the options");
    has(text, "\"values\": [\"4\",\"0\"]", "has the values");
    has(text, "\"refused\": \"no such size\"", "and why there are no figures");
    free(text);
    return tap_done();
}
