/* Tests of foresee/record/site_lines.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stddef.h>
#include <string.h>

#include "foresee/record/site_lines.h"
#include "tests/tap.h"

static const char *line[] = { "a (x.c:1)", "b (x.c:2)", "c (x.c:3)",
                              "d (x.c:4)", "e (x.c:5)", "main (x.c:9)" };

/* What a report has. */
static struct run_site lines[] = {
    { .call = "MPI_Send",
      .depth = 2,
      .frames = &line[0],
      .count = 100,
      .seconds = 2 },
    { .call = "MPI_Send",
      .depth = 1,
      .frames = &line[1],
      .count = 100,
      .seconds = 3 },
    { .call = "MPI_Recv",
      .depth = 1,
      .frames = &line[2],
      .count = 200,
      .seconds = 5 },
    { .call = "MPI_Wait",
      .depth = 1,
      .frames = &line[3],
      .count = 7,
      .seconds = 1e-7 },
    { .call = "MPI_Wait",
      .depth = 1,
      .frames = &line[4],
      .count = 7,
      .seconds = 2e-7 },
};

static void test_lines(void)
{
    static const struct {
        const char *what;
        struct recorded_site site;
        const char *line;
    } cases[] = {
        { "what is as often and as long",
          { .call = "MPI_Send", .count = 100, .seconds = 3.000004 },
          "b (x.c:2)" },
        { "the other one of that call",
          { .call = "MPI_Send", .count = 100, .seconds = 2 },
          "a (x.c:1)" },
        { "what is as long, and less often",
          { .call = "MPI_Send", .count = 99, .seconds = 2 },
          NULL },
        { "what is as often, and not as long",
          { .call = "MPI_Send", .count = 100, .seconds = 2.5 },
          NULL },
        { "what is so short that two may be meant",
          { .call = "MPI_Wait", .count = 7, .seconds = 1e-7 },
          NULL },
        { "one of several ways to the only line of a call",
          { .call = "MPI_Recv", .count = 50, .seconds = 1 },
          "c (x.c:3)" },
        { "a call that the report does not have",
          { .call = "MPI_Bcast", .count = 100, .seconds = 2 },
          NULL },
    };
    const struct run run = { .sites = sizeof(lines) / sizeof(lines[0]),
                             .site = lines };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct recorded_site site = cases[i].site;
        struct recording r = { .sites = 1, .site = &site };

        site_lines_find(&r, &run);
        if (cases[i].line)
            has(site.line ? site.line : "", cases[i].line, "%s is in its line",
                cases[i].what);
        else
            ok(!site.line, "%s is in none", cases[i].what);
    }
}

int main(void)
{
    test_lines();
    return tap_done();
}
