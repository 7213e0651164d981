/* Tests of report/export/csv.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/export/csv.h"
#include "tests/tap.h"

static const char *frames[] = { "main (a.c:7)", "f, \"inner\"", "g" };
static struct run_site site = { .call = "MPI_Send",
                                .depth = 3,
                                .frames = frames,
                                .count = 2,
                                .seconds = 0.5,
                                .ranks = 4 };
static double seconds[] = { 0.25, 0.5, 0.125 };
static struct run_generation generations[] = {
    { .generation = 1, .ranks = 4, .samples = 2 },
    { .generation = 2, .ranks = 8, .samples = 1 },
};
static struct run_change change = { .number = 1,
                                    .what = "resize",
                                    .why = "it said \"more\", so",
                                    .from = 4,
                                    .to = 8,
                                    .outcome = "done" };

static char *print(const char *table)
{
    const struct run run = {
        .size = 4,
        .sites = 1,
        .site = &site,
        .iterations = { .samples = 3, .stride = 10, .seconds = seconds },
        .generations = 2,
        .generation = generations,
        .changes = 1,
        .change = &change,
    };
    struct error err = { "" };
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);

    if (csv_print(&run, table, out, &err) < 0)
        fputs(err.text, out);
    fclose(out);
    return text;
}

static void test_tables(void)
{
    static const struct {
        const char *table, *part, *what;
    } cases[] = {
        { "callsites", "\nMPI_Send,2,0.5,0,0,4,main (a.c:7),",
          "a line is one cell" },
        { "callsites", ",\"f, \"\"inner\"\"; g\"\n",
          "its callers are another, whatever is in their names" },
        { "iterations", "\n1,10,0.25,1,4\n11,10,0.5,1,4\n21,10,0.125,2,8\n",
          "iterations have the generation that they were in" },
        { "changes", "\n1,resize,\"it said \"\"more\"\", so\",4,8,",
          "a reason is quoted where it needs to be" },
        { "calls", "waiting_seconds,bytes\n",
          "a table of nothing has its head" },
        { "rows", "there is no table \"rows\"; there are matrix, calls,",
          "tables that there are not are refused" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *text = print(cases[i].table);

        has(text, cases[i].part, "%s", cases[i].what);
        free(text);
    }
}

int main(void)
{
    test_tables();
    ok(uselocale((locale_t)0) == LC_GLOBAL_LOCALE,
       "the user's language, which has no say in numbers, is put back");
    return tap_done();
}
