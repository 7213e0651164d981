/* Tests of command/common/collect.c: the report of a job that has ended, and
 * what is beside it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "command/common/collect.h"
#include "report/trace/bundle.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

enum { GENERATIONS = 2, PATH = 4096 };

static char place[] = "/tmp/mitosis-collect-XXXXXX";
static const char *folder;

static const char *path_of(const char *in, const char *name)
{
    static char path[PATH];

    snprintf(path, sizeof(path), "%s/%s", in, name);
    return path;
}

/* The trace of the rank of one generation, with so many calls. */
static void make_trace(unsigned generation, int calls)
{
    const char *name = generation == 1 ? "trace-0" : "2.trace-0";
    uint64_t now = pages_ticks(1001);
    trace_t *t = trace_open(path_of(folder, name), 0, 1 << 20, PAGES_TICK_NS,
                            now, NULL, NULL);

    for (int i = 0; t && i < calls; i++) {
        struct trace_call call = { .call = PAGES_SEND,
                                   .start = now + 1000,
                                   .end = now + 1500 };

        trace_call(t, &call, NULL);
        now = call.end;
    }
    trace_close(t);
}

/* A job of one rank, which was changed once; its report is to be 'output'. */
static void make_job(const char *output)
{
    folder = pages_folder();
    for (unsigned g = 1; g <= GENERATIONS; g++) {
        struct page *p =
            pages_generation(folder, g, 0, 1, 10 * (g - 1), 10 * g);

        snprintf(p->output, sizeof(p->output), "%s", output);
        pages_call(p, PAGES_SEND, 1, 1, 1, 1);
        page_close(p);
        make_trace(g, (int)g * 100);
    }
}

static uint64_t events_in(const char *name)
{
    struct error err = { "" };
    struct bundle *b = bundle_open(path_of(place, name), &err);
    uint64_t events = b && b->ranks == 1 ? b->rank[0].events : 0;

    if (!b)
        diag("%s", err.text);
    bundle_close(b);
    return events;
}

static void test_collect(void)
{
    struct error err = { "" };
    char report[PATH];

    snprintf(report, sizeof(report), "%s/run.json", place);
    make_job(report);
    ok(collect(folder, true, 0, &err) == 0 && access(report, R_OK) == 0,
       "the report is where the ranks were told to");
    ok(events_in("run.trace") == 100,
       "the trace of the first generation is beside it");
    ok(events_in("run.2.trace") == 200,
       "that of the second is another file, with its number");
    ok(access(folder, F_OK) < 0, "what it was made of is removed");
}

/* Have the report made with a socket for stderr, which keeps apart what is
 * written apart.  Returns the first that was.
 */
static const char *first_written(void)
{
    static char text[PATH];
    int before = dup(STDERR_FILENO), ends[2];
    struct error err;
    ssize_t bytes;

    if (before < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) < 0
        || dup2(ends[1], STDERR_FILENO) < 0)
        return "";
    collect(folder, true, 0, &err);
    bytes = recv(ends[0], text, sizeof(text) - 1, MSG_DONTWAIT);
    text[bytes < 0 ? 0 : bytes] = '\0';
    dup2(before, STDERR_FILENO);
    close(before);
    close(ends[0]);
    close(ends[1]);
    return text;
}

static void test_summary(void)
{
    struct page *p;
    char report[PATH];
    const char *text;

    snprintf(report, sizeof(report), "%s/short.json", place);
    folder = pages_folder();
    p = pages_make(folder, 0, 1);
    snprintf(p->output, sizeof(p->output), "%s", report);
    p->summary = true;
    page_close(p);
    text = first_written();
    ok(strncmp(text, "mitosis: ", 9) == 0 && strstr(text, "1 rank on 1 host")
           && strstr(text, "no iterations"),
       "the summary is written at once, and not word by word");
    ok(text[0] && text[strlen(text) - 1] == '\n', "in whole lines");
}

static void test_nowhere(void)
{
    struct error err = { "" };

    make_job("/nowhere/at/all/run.json");
    ok(collect(folder, true, 0, &err) == 0 && access(folder, F_OK) == 0
           && access(path_of(folder, "2.trace-0"), F_OK) == 0,
       "where no report can be written all that it is made of stays");
    pages_remove(folder);
    ok(collect("/nowhere", true, 0, &err) < 0,
       "of nothing there is no report");
    has(err.text, "/nowhere", "the reason names it");
}

int main(void)
{
    char command[100];

    if (!mkdtemp(place))
        return 1;
    test_collect();
    test_summary();
    test_nowhere();
    snprintf(command, sizeof(command), "rm -rf %s", place);
    return system(command) == 0 ? tap_done() : 1;
}
