/* Tests of job/change_script.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "job/change.h"
#include "job/change_script.h"
#include "tests/tap.h"

static struct change c;

static void test_scripts(void)
{
    static const struct {
        const char *script;
        int steps; /* or -1, and why */
        const char *why;
    } cases[] = {
        { "", 0, "" },
        { " ; ;", 0, "" },
        { "100 resize 4", 1, "" },
        { "100 resize 4; 250 split 1 3", 2, "" },
        { "\n1 resize 4;\n 2 resize 3;\n", 2, "" },
        { "1 resize 2; 2 resize 3; 3 resize 2; 4 resize 1", -1,
          "more than 3 steps" },
        { "resize 4", -1, "SYNC CHANGE" },
        { "0 resize 4", -1, "with SYNC at least 1" },
        { "-1 resize 4", -1, "with SYNC at least 1" },
        { "5", -1, "is no change" },
        { "5x resize 4", -1, "SYNC CHANGE" },
        { "99999999999999999999 resize 4", -1, "SYNC CHANGE" },
        { "5 resize 4; 5 resize 3", -1, "the syncs do not rise" },
        { "5 resize 4; 7 rezise 3", -1, "\"rezise 3\" is no change" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };
        struct change_script_step steps[3];
        char script[200];

        snprintf(script, sizeof(script), "%s", cases[i].script);
        ok(change_script_parse(script, steps, 3, &err) == cases[i].steps,
           "script %zu has %d steps: %s", i + 1, cases[i].steps, err.text);
        has(err.text, cases[i].why, "with the reason, if none");
    }
}

static void test_steps(void)
{
    char script[] = "100 resize 4; 250 split 1 3 ";
    struct change_script_step steps[3];

    ok(change_script_parse(script, steps, 3, NULL) == 2 && steps[0].sync == 100
           && strcmp(steps[0].text, "resize 4") == 0 && steps[1].sync == 250
           && change_parse(&c, steps[1].text, NULL) == 0
           && c.split[0].parts == 3,
       "steps are as they were written");
}

int main(void)
{
    test_scripts();
    test_steps();
    return tap_done();
}
