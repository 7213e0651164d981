/* trace.c - what it costs to write a call to the trace
 *
 * Prints nanoseconds and bytes per call; decides nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "profile/trace.h"

enum { CALLS = 1000 * 1000, AT_ONCE = 200 };

int main(int argc, char *argv[])
{
    const char *path = argc > 1 ? argv[1] : "/dev/shm/mitosis-bench-trace";
    struct clock_pair since;
    uint64_t start, now, begun = 0, best = UINT64_MAX;
    struct error err;
    struct stat st;
    double tick_ns, mean;
    trace_t *t;

    clock_setup();
    since = clock_pair();
    tick_ns = clock_tick_ns(since);
    now = 1;
    unlink(path);
    t = trace_open(path, 0, UINT64_C(1) << 30, tick_ns, now, NULL, &err);
    if (!t) {
        fprintf(stderr, "%s\n", err.text);
        return EXIT_FAILURE;
    }
    start = clock_ticks();
    for (int i = 0; i < CALLS / AT_ONCE; i++) {
        uint64_t before = clock_ticks();

        for (int k = 0; k < AT_ONCE; k++) {
            struct trace_act act = { .kind = k % 4 < 2 ? TRACE_RECV_BEGIN
                                                       : TRACE_SEND_BEGIN,
                                     .peer = k % 4,
                                     .tag = 1,
                                     .bytes = 8000,
                                     .request = ++begun };
            struct trace_call call = { .call = k % 4,
                                       .site = k % 8,
                                       .start = now += 300 + rand() % 512,
                                       .end = now += 900 + rand() % 512,
                                       .acts = 1,
                                       .act = &act };

            trace_call(t, &call, &err);
        }
        if (clock_ticks() - before < best)
            best = clock_ticks() - before;
    }
    mean = (double)(clock_ticks() - start);
    trace_close(t);
    stat(path, &st);
    printf("%.0f ns a call, %.0f with packing, %.1f bytes\n",
           (double)best * tick_ns / AT_ONCE, mean * tick_ns / CALLS,
           (double)st.st_size / CALLS);
    unlink(path);
    return EXIT_SUCCESS;
}
