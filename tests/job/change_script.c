/* Tests of job/change_script.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "job/change_script.h"
#include "tests/tap.h"

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
        { "resize 4", -1, "SYNC CHANGE" },
        { "0 resize 4", -1, "with SYNC at least 1" },
        { "-1 resize 4", -1, "with SYNC at least 1" },
        { "5", -1, "a change is missing after 5" },
        { "5 resize 4; 7 ; 9 resize 3", -1, "a change is missing after 7" },
        { "5x resize 4", -1, "SYNC CHANGE" },
        { "5x\nresize 4", -1, "\"5x resize 4\" is not: SYNC CHANGE" },
        { "99999999999999999999 resize 4", -1, "SYNC CHANGE" },
        { "5 resize 4; 5 resize 3", -1, "the syncs do not rise" },
        { "5 resize 4; 7 rezise 3", -1, "\"rezise 3\" is no change" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };
        struct change_script script;
        int rc = change_script_parse(&script, cases[i].script, &err);

        ok(cases[i].steps < 0 ? rc < 0 && script.count == 0
                              : rc == 0 && script.count == cases[i].steps,
           "script %zu has %d steps: %s", i + 1, cases[i].steps, err.text);
        has(err.text, cases[i].why, "with the reason, if none");
        change_script_clear(&script);
    }
}

static void test_steps(void)
{
    struct change_script script;
    const struct change_script_step *step;

    change_script_parse(&script, "100 resize 4; 250\nsplit 1\n3 ", NULL);
    step = script.step;
    ok(script.count == 2 && step[0].sync == 100
           && strcmp(step[0].change->text, "resize 4") == 0
           && step[1].sync == 250 && step[1].change->split[0].parts == 3
           && strcmp(step[1].change->text, "split 1 3 ") == 0,
       "steps are as they were written, each in one line");
    change_script_clear(&script);
    ok(script.count == 0, "a script that was cleared has no steps");
    change_script_clear(&script);
}

/* As many steps as there may be, and one more. */
static void test_most(void)
{
    char *text = calloc(CHANGE_SCRIPT_STEPS + 1, 32), *at = text;
    struct change_script script;
    struct error err = { .text = "" };

    for (int i = 1; i <= CHANGE_SCRIPT_STEPS; i++)
        at += sprintf(at, "%d resize %d;", i, i);
    ok(change_script_parse(&script, text, &err) == 0
           && script.count == CHANGE_SCRIPT_STEPS,
       "a script may have %d steps", CHANGE_SCRIPT_STEPS);
    change_script_clear(&script);
    sprintf(at, "%d resize 1", CHANGE_SCRIPT_STEPS + 1);
    ok(change_script_parse(&script, text, &err) < 0 && script.count == 0,
       "but not one more");
    has(err.text, "more than 1024 steps", "which is told");
    free(text);
}

int main(void)
{
    test_scripts();
    test_steps();
    test_most();
    return tap_done();
}
