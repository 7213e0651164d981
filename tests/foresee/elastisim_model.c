/* Tests of foresee/elastisim_model.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "foresee/elastisim_model.h"
#include "tests/tap.h"

static char *printed(const struct elastisim_model *m)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    elastisim_model_print(m, out);
    fclose(out);
    return text;
}

static void test_formulas(void)
{
    static const struct {
        struct scaling_fit fit;
        const char *text;
    } cases[] = {
        { { .constant = 0.5, .factor = 3, .power = -1 },
          "\"500000000 + 3e+09 * num_nodes^(-1)\"" },
        { { .constant = 0, .factor = 2, .logs = 1 },
          "\"0 + 2e+09 * log2(num_nodes)^1\"" },
        { { .constant = 1, .factor = 2, .power = 0.5, .logs = 2 },
          "\"1e+09 + 2e+09 * num_nodes^(0.5) * log2(num_nodes)^2\"" },
        { { .constant = 0.25 }, "\"250000000 + 0\"" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct elastisim_model m = { .iteration = cases[i].fit,
                                     .iterations = 7 };
        char *text = printed(&m);

        has(text, cases[i].text, "the formula %s", cases[i].text);
        free(text);
    }
}

static void test_parts(void)
{
    struct elastisim_model m = { .iteration = { .constant = 1 },
                                 .iterations = 7,
                                 .start_up = 0.5,
                                 .stopped = 0.25 };
    char *text = printed(&m);
    const char *change = strstr(text, "\"on_reconfiguration\"");

    has(text, "\"iterations\": 7", "iterations are counted");
    has(strstr(text, "\"on_init\""), "\"flops\": 500000000",
        "the start is work");
    has(change ? change : "", "\"flops\": 250000000", "so is a change");
    ok(!strstr(text, "\"end\""), "what takes no time is left out");
    free(text);
    m.wind_down = 2;
    text = printed(&m);
    has(text, "\"scheduling_point\": false", "nothing changes at the end");
    free(text);
}

int main(void)
{
    test_formulas();
    test_parts();
    return tap_done();
}
