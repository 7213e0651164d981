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

static void test_idle(const struct cluster_sweep_row *row)
{
    static const char said[] = "Nothing here depends on kinds: all its values "
                               "give the same figures.\n";
    char value[] = "rigid";
    const char *values[] = { value, value };
    struct cluster_sweep_row rows[] = { *row, *row };
    struct cluster_sweep s = { "kinds", 2, values, rows };
    char *text = printed(&s, false), *json = printed(&s, true);

    has(text, said, "an option whose values give the same is named");
    has(json, "\"idle\": true", "in the JSON, too");
    free(text);
    free(json);
    rows[1].changes++;
    text = printed(&s, false);
    json = printed(&s, true);
    ok(!strstr(text, said) && strstr(json, "\"idle\": false"),
       "but not where anything differs");
    free(text);
    free(json);
    s.count = 1;
    text = printed(&s, false);
    ok(!strstr(text, said), "nor one with a single value");
    free(text);
}

int main(void)
{
    char few[] = "rigid", many[] = "malleable=50,moldable=50";
    const char *values[] = { few, many };
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
    test_idle(rows);
    return tap_done();
}
