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
    test_less();
    return tap_done();
}
