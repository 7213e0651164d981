/* Tests of foresee/smpi_trace.c
 *
 * That SimGrid reads this, and says the same, is seen by t0435.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "foresee/smpi_trace.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

/* Three ranks on hosts of their own; the last one is twice as fast. */
static struct recording *make(bool pair)
{
    static const struct trace_act meet = { TRACE_COLL, 1, TRACE_NONE,
                                           TRACE_NONE, 8, 0 };
    struct error err = { .text = "" };
    struct made_up_run m;

    made_up_begin(&m, 3, true);
    if (pair && recorder_comm(m.recorder, "0-1", &err) < 0)
        diag("%s", err.text);
    made_up_compute(&m, 0, 0.5);
    m.took = 0.25; /* longer than the short message takes */
    made_up_send(&m, 0, 2, 100);
    m.took = 0;
    made_up_send(&m, 0, 2, 1000000);
    made_up_receive(&m, 2, 0);
    made_up_receive(&m, 2, 0);
    made_up_compute(&m, 2, 1);
    made_up_all(&m, "MPI_Allreduce", TRACE_NONE, 80);
    for (int i = 0; i < 3; i++)
        made_up_collective(&m, i, "MPI_Bcast", 1, 8);
    for (int i = 0; pair && i < 2; i++)
        made_up_call(&m, i, "MPI_Barrier", &meet, 1);
    return made_up_end(&m);
}

static char *printed(const struct mapped_run *s, int rank)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (rank >= 0)
        smpi_trace_print_rank(s, (size_t)rank, out);
    else
        smpi_trace_print_platform(s, out);
    fclose(out);
    return text;
}

static void is_printed(const struct mapped_run *s, int rank, const char *want)
{
    char *came = printed(s, rank);

    ok(strcmp(came, want) == 0, "rank %d has its words", rank);
    if (strcmp(came, want) != 0)
        diag("%s", came);
    free(came);
}

static void test_ranks(void)
{
    struct platform *p = made_up_platform(4, 0.001, 1e5);
    struct recording *r = make(false);
    struct error err = { .text = "" };
    struct mapped_run s;
    char *text;

    p->host[2].speed = 2;
    ok(mapped_run_create(&s, r, p, "h0:1,h1:1,h2:1", &err) == 0
           && smpi_trace_check(&s, &err) == 0,
       "a run can be written %s", err.text);
    is_printed(&s, 0,
               "0 init\n0 compute 500000000\n0 isend 2 0 100\n"
               "0 compute 2000000\n0 wait 0 2 0\n0 isend 2 1 1000000\n"
               "0 wait 0 2 1\n0 allreduce 80 0\n0 bcast 8 1\n0 finalize\n");
    is_printed(&s, 2,
               "2 init\n2 irecv 0 0 100\n2 wait 0 2 0\n2 irecv 0 1 1000000\n"
               "2 wait 0 2 1\n2 compute 2000000000\n2 allreduce 80 0\n"
               "2 bcast 8 1\n2 finalize\n");
    text = printed(&s, -1);
    has(text, "<host id=\"h2\" speed=\"2000000000f\" core=\"1\"/>",
        "a host has its speed");
    has(text,
        "<route src=\"h0\" dst=\"h2\" symmetrical=\"NO\">"
        "<link_ctn id=\"link-0-2\"/>",
        "pairs have a route");
    has(text, "bandwidth=\"100000Bps\" latency=\"0.001s\"", "of its own");
    ok(!strstr(text, "h3"), "hosts without ranks are left out");
    free(text);
    mapped_run_destroy(&s);
    recording_destroy(r);
    platform_destroy(p);
}

/* Rank 0 begins a message and computes before it waits. */
static void test_overlap(void)
{
    static const struct trace_act begin = {
        TRACE_SEND_BEGIN, 0, 1, 0, 1000, 7
    };
    static const struct trace_act done = {
        TRACE_DONE, 0, 1, TRACE_NONE, 0, 7
    };
    struct platform *p = made_up_platform(2, 0.001, 1e5);
    struct error err = { .text = "" };
    struct made_up_run m;
    struct recording *r;
    struct mapped_run s;

    made_up_begin(&m, 2, true);
    made_up_call(&m, 0, "MPI_Isend", &begin, 1);
    made_up_compute(&m, 0, 1);
    made_up_call(&m, 0, "MPI_Wait", &done, 1);
    made_up_receive(&m, 1, 0);
    r = made_up_end(&m);
    for (int is_long = 0; is_long < 2; is_long++) {
        p->eager = is_long ? 100 : 1000;
        if (mapped_run_create(&s, r, p, NULL, &err) < 0)
            diag("%s", err.text);
        is_printed(&s, 0,
                   is_long ? "0 init\n0 compute 1000000000\n0 isend 1 0 1000\n"
                             "0 wait 0 1 0\n0 finalize\n"
                           : "0 init\n0 isend 1 0 1000\n0 compute 1000000000\n"
                             "0 wait 0 1 0\n0 finalize\n");
        mapped_run_destroy(&s);
    }
    recording_destroy(r);
    platform_destroy(p);
}

static void test_refused(void)
{
    struct platform *p = made_up_platform(4, 0.001, 1e5);
    struct recording *r = make(true);
    struct error err = { .text = "" };
    struct mapped_run s;

    ok(mapped_run_create(&s, r, p, NULL, &err) == 0
           && smpi_trace_check(&s, &err) < 0,
       "a collective of some ranks is refused");
    has(err.text, "a barrier of 2 of the 3 ranks cannot be written",
        "and told");
    mapped_run_destroy(&s);
    recording_destroy(r);
    platform_destroy(p);
}

int main(void)
{
    test_ranks();
    test_overlap();
    test_refused();
    return tap_done();
}
