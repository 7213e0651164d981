/* Tests of report/ with thousands of ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sys/resource.h>

#include "report/text/text.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

enum { RANKS = 4096, PEERS = 64 };

static double seconds_used(void)
{
    struct rusage use;

    getrusage(RUSAGE_SELF, &use);
    return use.ru_utime.tv_sec + use.ru_stime.tv_sec
           + 1e-6 * (use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

static int lines(const char *text)
{
    int n = 0;

    while (*text)
        n += *text++ == '\n';
    return n;
}

int main(void)
{
    const char *folder = pages_folder();
    struct page *p = pages_make(folder, 0, RANKS);
    struct run *run;
    double start;
    char *text;

    pages_call(p, PAGES_SEND, 1000, 0.3, 1e-5, 4096);
    pages_call(p, PAGES_ALLREDUCE, 100, 0.2, 1e-5, 8);
    pages_coll(p, PAGES_ALLREDUCE, pages_comm(p, "0-4095", RANKS), 100);
    for (int i = 1; i <= PEERS; i++)
        pages_send(p, i * 3, 100, 4096);
    pages_loop(p, 100, 5, 0.08, 1e-5);
    page_close(p);
    pages_copy(folder, RANKS - 1);

    start = seconds_used();
    run = pages_collect(folder);
    text = pages_json(run);
    diag("%.1f s, %zu bytes", seconds_used() - start, strlen(text));
    ok(seconds_used() - start < 20, "it takes seconds");
    ok(run->ranks == RANKS && run->messages == (size_t)RANKS * PEERS,
       "%d ranks with %d peers each are reported", RANKS, PEERS);
    ok(run->iterations.agreed && run->iterations.count == 100
           && run->iterations.paces == RANKS,
       "with the iterations of all");
    text = pages_text(run, text_print);
    ok(lines(text) < 120, "in few lines, %d", lines(text));
    has(text, "4086 between", "and the extremes of the ranks");
    return tap_done();
}
