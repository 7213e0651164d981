/* Tests of policy/lua/iteration_model.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "policy/lua/iteration_model.h"
#include "tests/tap.h"

enum { RANKS = 3, ITERATIONS = 5000 }; /* more than are asked for at once */

static char file[] = "/tmp/model-XXXXXX";
static double seconds[ITERATIONS * RANKS];

static iteration_model_t *load(const char *text, struct error *err)
{
    FILE *out = fopen(file, "w");

    fputs(text, out);
    fclose(out);
    return iteration_model_load(file, err);
}

static void test_number(void)
{
    struct error err = { .text = "" };
    iteration_model_t *m = load("return { model = function(iteration, n)\n"
                                "    return iteration + 1 / n\n"
                                "end }\n",
                                &err);

    ok(m && iteration_model_ask(m, RANKS, ITERATIONS, seconds, &err) == 0,
       "a function is asked about each iteration: %s", err.text);
    ok(seconds[0] == 1.0 / RANKS && seconds[RANKS - 1] == 1.0 / RANKS,
       "a number is that of all ranks");
    ok(seconds[(ITERATIONS - 1) * RANKS + 1] == ITERATIONS - 1 + 1.0 / RANKS,
       "up to the last iteration");
    iteration_model_destroy(m);
}

static void test_table(void)
{
    struct error err = { .text = "" };
    iteration_model_t *m = load("return { model = function(iteration, n)\n"
                                "    local by = {}\n"
                                "    for r = 0, n - 1 do by[r] = r end\n"
                                "    return by\n"
                                "end }\n",
                                &err);

    ok(m && iteration_model_ask(m, RANKS, 2, seconds, &err) == 0,
       "a table is read: %s", err.text);
    ok(seconds[0] == 0 && seconds[2] == 2 && seconds[RANKS + 1] == 1,
       "by rank, from 0");
    iteration_model_destroy(m);
}

#define MODEL(BODY) "return { model = function(i, n)\n" BODY " end }"

static void test_bad(void)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        { "return 3", "it does not return { model = function" },
        { "return {", ":1: unexpected symbol" },
        { "while true do end", ":1: its budget of instructions is spent" },
        { MODEL("while true do end"),
          ":2: its budget of instructions is spent" },
        { MODEL("return 'x'"), ":1: model(0, 3) returns string, not seconds" },
        { MODEL("return"), ":1: model(0, 3) returns nothing, not seconds" },
        { MODEL("return -1"), ":1: model(0, 3) returns -1 seconds, not 0 to" },
        { MODEL("return 1/0"), "returns inf seconds" },
        { MODEL("return 0/0"), "nan seconds" },
        { MODEL("return { [0] = 1, 2 }"),
          ":1: model(0, 3) returns nothing for rank 2" },
        { MODEL("return x.y"), ":2: attempt to index" },
        { MODEL("return os.time()"), ":2: attempt to index" },
    };
    struct error err;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        iteration_model_t *m;
        int rc = -1;

        err.text[0] = '\0';
        if ((m = load(cases[i].text, &err)))
            rc = iteration_model_ask(m, RANKS, 2, seconds, &err);
        ok(rc < 0 && !strchr(err.text, '\n'), "model %zu is refused in a line",
           i);
        ok(strstr(err.text, cases[i].why) && strstr(err.text, "model-"),
           "it is told why: %s", err.text);
        iteration_model_destroy(m);
    }
    ok(!iteration_model_load("/no/such.lua", &err), "no file is refused");
    ok(strcmp(err.text, "/no/such.lua: No such file or directory") == 0,
       "by its name");
}

int main(void)
{
    int fd = mkstemp(file);

    close(fd);
    test_number();
    test_table();
    test_bad();
    iteration_model_destroy(NULL);
    unlink(file);
    return tap_done();
}
