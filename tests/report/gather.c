/* Tests of report/gather.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/gather.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

static struct run *gather_one(const char *folder, struct error *err)
{
    return gather(&folder, 1, false, err);
}

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void test_two_ranks(void)
{
    const char *folder = pages_folder();
    struct error err = { .text = "" };
    struct run *run;
    char *json;

    for (int rank = 0; rank < 2; rank++) {
        struct page *p = pages_make(folder, rank, 2);

        pages_call(p, PAGES_INIT, 1, 0.1, 0.1, 0);
        pages_call(p, PAGES_SEND, 100, 0.3, 0.001, 1024);
        pages_call(p, PAGES_ALLREDUCE, 10, 0.6, rank ? 0.05 : 0.01, 8);
        pages_send(p, 1 - rank, 100, 1024);
        page_close(p);
    }
    run = gather_one(folder, &err);
    ok(run != NULL, "two pages make a run (%s)", err.text);
    ok(run->complete && run->size == 2 && run->ranks == 2, "it is complete");
    ok(near(run->wall, 10), "it took ten seconds");
    ok(near(run->sum.wall, 20) && near(run->sum.mpi, 2)
           && near(run->sum.compute, 18),
       "of which the ranks spent two in MPI");
    ok(near(run->rank[0].times.waiting, 0.2 + 0.5)
           && near(run->rank[1].times.waiting, 0.2 + 0.5),
       "waiting is what the fastest call of all ranks did not need");
    ok(near(run->rank[0].times.other, 0.1), "starting MPI is not waiting");
    ok(near(run->rank[0].times.transfer, 0.2), "the rest is transfer");
    json = pages_json(run);
    has(json,
        "{\"from\":0,\"to\":1,\"count\":100,\"bytes\":102400,"
        "\"sizes\":{\"1024\":100}}",
        "messages are told");
    has(json,
        "\"name\":\"MPI_Send\",\"kind\":\"point to point\","
        "\"count\":200,",
        "calls are added up");
    has(json, "\"program\": [\"./heat\",\"-n\",\"100\"]",
        "the program is told");
    if (getenv("SHOW"))
        puts(json);
    free(json);
    run_destroy(run);
    pages_remove(folder);
}

int main(void)
{
    test_two_ranks();
    return tap_done();
}
