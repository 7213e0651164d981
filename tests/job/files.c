/* Tests of job/files.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "job/files.h"
#include "tests/tap.h"

static void test_kinds(void)
{
    static const struct {
        const char *name;
        enum files_kind kind;
        unsigned generation;
        int rank;
    } cases[] = {
        { "rank-0.page", FILES_PAGE, 1, 0 },
        { "rank-4095.page", FILES_PAGE, 1, 4095 },
        { "2.rank-7.page", FILES_PAGE, 2, 7 },
        { "200.rank-0.page", FILES_PAGE, 200, 0 },
        { "1.rank-0.page", FILES_STRANGE, 0, 0 },
        { "0.rank-0.page", FILES_STRANGE, 0, 0 },
        { "02.rank-0.page", FILES_STRANGE, 0, 0 },
        { "-2.rank-0.page", FILES_STRANGE, 0, 0 },
        { "2.rank-7.page.old", FILES_STRANGE, 0, 0 },
        { "rank-.page", FILES_STRANGE, 0, 0 },
        { "rank--1.page", FILES_STRANGE, 0, 0 },
        { "rank-12345678901.page", FILES_STRANGE, 0, 0 },
        { "trace-17", FILES_TRACE, 1, 17 },
        { "3.trace-17", FILES_TRACE, 3, 17 },
        { "trace-1x", FILES_STRANGE, 0, 0 },
        { "generation-12.json", FILES_PART, 12, 0 },
        { "generation-12.json.99-0", FILES_KEPT, 0, 0 },
        { "generation-.json", FILES_STRANGE, 0, 0 },
        { "control-2", FILES_KEPT, 0, 0 },
        { "no-agent-1", FILES_KEPT, 0, 0 },
        { "state-2-15", FILES_STATE, 2, 15 },
        { "state-2", FILES_STRANGE, 0, 0 },
        { "changes", FILES_KEPT, 0, 0 },
        { "agent", FILES_KEPT, 0, 0 },
        { "job", FILES_KEPT, 0, 0 },
        { "log", FILES_KEPT, 0, 0 },
        { "", FILES_STRANGE, 0, 0 },
        { "jobs", FILES_STRANGE, 0, 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        unsigned generation = 77;
        int rank = 77;
        enum files_kind kind = files_kind(cases[i].name, &generation, &rank);

        ok(kind == cases[i].kind && generation == cases[i].generation
               && rank == cases[i].rank,
           "\"%s\" is of kind %d, generation %u, rank %d", cases[i].name, kind,
           generation, rank);
    }
}

static void test_names(void)
{
    char name[FILES_NAME];

    files_page(name, 1, 3);
    ok(strcmp(name, "rank-3.page") == 0, "%s is of the first generation",
       name);
    files_page(name, 0, 3);
    ok(strcmp(name, "rank-3.page") == 0, "as is %s", name);
    files_page(name, 12, 3);
    ok(strcmp(name, "12.rank-3.page") == 0, "%s is of a later one", name);
    files_trace(name, 1, 0);
    ok(strcmp(name, "trace-0") == 0, "so with traces: %s", name);
    files_trace(name, 2, 0);
    ok(strcmp(name, "2.trace-0") == 0, "and %s", name);
    files_part(name, 5);
    ok(strcmp(name, "generation-5.json") == 0, "%s is a part", name);
}

int main(void)
{
    test_kinds();
    test_names();
    return tap_done();
}
