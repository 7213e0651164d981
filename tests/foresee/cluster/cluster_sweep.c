/* Tests of foresee/cluster/cluster_sweep.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "foresee/cluster/cluster_sweep.h"
#include "tests/tap.h"

static char *printed(const struct cluster_sweep *s, bool json)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (json)
        cluster_sweep_print_json(s, out);
    else
        cluster_sweep_print_text(s, out);
    fclose(out);
    return text;
}

/* Whether all lines are as long as each other. */
static bool is_even(const char *text)
{
    size_t first = strcspn(text, "\n");

    for (; *text; text += first + 1)
        if (strcspn(text, "\n") != first)
            return false;
    return true;
}

int main(void)
{
    char few[] = "rigid", many[] = "malleable=50,moldable=50";
    char *values[] = { few, many };
    const struct cluster_sweep_row rows[] = {
        { { .makespan = 7200,
            .waiting = 100,
            .execution = 50,
            .completion = 150,
            .allocation = 0.5,
            .jobs_per_second = 0.25,
            .energy = 7200000 },
          .jobs = 9,
          .nodes = 4,
          .changes = 0 },
        { { .makespan = 3600 }, .jobs = 9, .nodes = 4, .changes = 12 },
    };
    struct cluster_sweep s = { "kinds", 2, values, rows };
    char *text = printed(&s, false), *json = printed(&s, true);

    ok(strncmp(text, "kinds ", 6) == 0, "the table begins with the option");
    has(text, "makespan", "it tells what is in its columns");
    has(text, "malleable=50,moldable=50   60.0 min", "each value has a line");
    has(text, "   50.0      0.25         2        0\n",
        "with percent, kWh and changes");
    ok(is_even(text), "all lines are as long as the longest value asks for");
    has(json, "\"option\": \"kinds\"", "the JSON has the option");
    has(json,
        "{\"value\":\"rigid\",\"count\":9,\"nodes\":4,\"makespan\":7200,",
        "and each value with its figures");
    has(json, "\"energy\":7200000,\"changes\":0}", "in joules");
    free(text);
    free(json);
    return tap_done();
}
