/* Tests of report/text/verdict_lines.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/verdict_lines.h"
#include "tests/tap.h"

static struct run run = {
    .wall = 8,
    .verdict = { .cause = "late sender",
                 .because = "Ranks wait.",
                 .line = "exchange (heat.c:120)",
                 .call = "MPI_Recv",
                 .advice = "Send earlier than you do, and if it is possible"
                           " long before anybody waits for it.",
                 .worth = 2 },
};

/* The lines as they are printed, to be freed. */
static char *print(void)
{
    char *text = NULL;
    struct columns p;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    columns_start(&p, out, false);
    verdict_lines_print(&run, &p);
    columns_finish(&p);
    fclose(out);
    return text;
}

static void test_lines(void)
{
    static const char expected[] =
        "  Late sender. Ranks wait.\n"
        "    line    MPI_Recv at exchange (heat.c:120)\n"
        "    advice  Send earlier than you do, and if it is possible long"
        " before anybody\n"
        "            waits for it.\n"
        "    worth   up to 2.00 s of 8.00 s\n";
    char *text = print();

    if (!ok(strcmp(text, expected) == 0,
            "cause, line, advice and worth, in this order"))
        fputs(text, stdout);
    free(text);
    run.second = run.verdict;
    run.second.cause = "bandwidth";
    text = print();
    has(text, "  Then: Bandwidth. Ranks wait.\n", "a second cause follows");
    free(text);
    run.second.cause = NULL;
}

/* What is too long is cut where it tells least. */
static void test_places(void)
{
    const char *const line = run.verdict.line;
    char *text;

    run.verdict.line = "Mesh<double, Triangle>::scatter_to_neighbours_of"
                       "_each_part (Mesh.cc:716)";
    text = print();
    has(text,
        "    line    MPI_Recv at Mesh<double, "
        "Triangle>::scatter_to_neig.."
        " (Mesh.cc:716)\n",
        "it is the function that is cut, not the line");
    free(text);
    setenv("COLUMNS", "100", 1);
    text = print();
    has(text, "of_each_part (Mesh.cc:716)\n", "but not in a wide terminal");
    unsetenv("COLUMNS");
    free(text);
    run.verdict.line = "step (a_file_whose_name_is_of_the_kind_that_tells_all"
                       "_there_is_to_tell.f90:1200)";
    text = print();
    has(text, "there_is_to_tell.f90:1200)\n", "nor is it in a long name");
    free(text);
    run.verdict.line = line;
}

static void test_less(void)
{
    char *text;

    run.verdict.line = run.verdict.call = run.verdict.advice = "";
    run.verdict.worth = 0;
    text = print();
    ok(strcmp(text, "  Late sender. Ranks wait.\n") == 0,
       "what is not known has no line");
    free(text);
    run.verdict.cause = NULL;
    text = print();
    has(text, "Calls were counted, not timed",
        "why there is no verdict is told");
    free(text);
}

int main(void)
{
    setenv("LC_ALL", "C", 1);
    test_lines();
    test_places();
    test_less();
    return tap_done();
}
