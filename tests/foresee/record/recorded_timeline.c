/* Tests of foresee/record/recorded_timeline.c and report/export/timeline.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/record/recorded_timeline.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

static struct timeline *timeline;

/* Draw the run, 10 s after the start, and forget it. */
static int draw(struct made_up_run *m, size_t parts)
{
    struct error err = { .text = "" };
    struct recording *r = made_up_end(m);
    int rc;

    if (!timeline)
        timeline = timeline_create();
    rc = recorded_timeline_add(timeline, r, 3, 10, parts, &err);
    recording_destroy(r);
    return rc;
}

static void clear(void)
{
    timeline_destroy(timeline);
    timeline = NULL;
}

/* The mean share of a row in the columns from one part of the time to another,
 * in per cent.
 */
static double share(const uint8_t *of, size_t row, double from, double to)
{
    const struct timeline_part *p = &timeline->part[0];
    size_t first = (size_t)(from * (double)p->columns);
    size_t end = (size_t)(to * (double)p->columns);
    double sum = 0;

    for (size_t i = first; i < end; i++)
        sum += of[row * p->columns + i];
    return 100 * sum / (double)(end - first) / TIMELINE_FULL;
}

static bool near(double a, double b)
{
    return fabs(a - b) < 1;
}

/* Rank 0 computes 1 s and 3 s by turns, rank 1 always 1 s; then they meet. */
static void work(struct made_up_run *m, int steps)
{
    for (int i = 0; i < steps; i++) {
        made_up_compute(m, 0, i % 2 ? 3 : 1);
        made_up_compute(m, 1, 1);
        for (int rank = 0; rank < 2; rank++) {
            double until = fmax(m->now[0], m->now[1]);

            made_up_mark(m, rank);
            if (rank == 1)
                until = m->now[0];
            m->took = until - m->now[rank];
            made_up_collective(m, rank, "MPI_Barrier", TRACE_NONE, 0);
        }
    }
}

static void test_shares(void)
{
    struct made_up_run m;
    const struct timeline_part *p;

    made_up_begin(&m, 2, false);
    work(&m, 4); /* 1 + 3 + 1 + 3 s */
    ok(draw(&m, 1) == 0 && timeline->parts == 1, "a recording is drawn");
    p = &timeline->part[0];
    ok(p->generation == 3 && p->ranks == 2 && p->calls == 8,
       "its generation, ranks and calls are told");
    ok(near(p->start, 10) && fabs(p->end - 18) < 1e-9
           && fabs(timeline->seconds - 18) < 1e-9,
       "it begins and ends when it should");
    ok(near(share(p->compute, 0, 0, 0.125), 0)
           && near(share(p->compute, 1, 0, 0.125), 0),
       "before the first call nothing is told");
    ok(near(share(p->compute, 0, 0.125, 1), 100),
       "from then on rank 0 always computes");
    ok(near(share(p->compute, 1, 0.125, 0.25), 100),
       "rank 1 does so until it has done its second part");
    ok(near(share(p->waiting, 1, 0.25, 0.5), 100)
           && near(share(p->compute, 1, 0.25, 0.5), 0),
       "then it waits for 2 s");
    ok(near(share(p->waiting, 1, 0, 1), 50), "and in all for half its time");
    ok(near(share(p->other, 1, 0, 1), 0), "and does nothing else");
    clear();
}

static void test_iterations(void)
{
    struct made_up_run m;
    const struct timeline_iteration *slow;

    made_up_begin(&m, 2, false);
    work(&m, 40);
    draw(&m, 1);
    slow = timeline->slow;
    ok(timeline->slowest == TIMELINE_SLOWEST, "the slowest are listed");
    ok(fabs(slow[0].seconds - 3) < 1e-9 && slow[0].number == 1
           && slow[0].rank == 0,
       "the slowest is the first, of rank 0: %g s, %d of rank %d",
       slow[0].seconds, (int)slow[0].number, slow[0].rank);
    ok(fabs(slow[0].start - 11) < 1e-9 && fabs(slow[0].end - 14) < 1e-9,
       "it is from 11 to 14 s");
    ok(fabs(slow[TIMELINE_SLOWEST - 1].seconds - 3) < 1e-9
           && slow[TIMELINE_SLOWEST - 1].number == TIMELINE_SLOWEST,
       "of those that are alike the first come first: %g s, %d",
       slow[TIMELINE_SLOWEST - 1].seconds,
       (int)slow[TIMELINE_SLOWEST - 1].number);
    clear();
}

static void test_details(void)
{
    struct made_up_run m;
    const struct timeline_detail *d;

    made_up_begin(&m, 2, false);
    m.took = 0.5;
    made_up_compute(&m, 0, 1);
    made_up_send(&m, 0, 1, 800);
    made_up_compute(&m, 1, 2);
    made_up_receive(&m, 1, 0);
    draw(&m, 1);
    d = &timeline->detail[0];
    ok(timeline->details == 1 && d->rows == 2 && d->row[0].calls == 1
           && d->row[1].calls == 1,
       "of a short run all calls are kept");
    ok(fabs(d->row[1].call[0].start - 12) < 1e-9
           && fabs(d->row[1].call[0].end - 12.5) < 1e-9,
       "with their times");
    ok(strcmp(timeline->part[0].site[d->row[1].call[0].site].call, "MPI_Recv")
           == 0,
       "and names");
    ok(d->messages == 1 && d->message[0].from == 0 && d->message[0].to == 1
           && d->message[0].bytes == 800
           && fabs(d->message[0].sent - 11) < 1e-9
           && fabs(d->message[0].received - 12.5) < 1e-9,
       "messages are, too");
    clear();
}

static size_t calls_kept(void)
{
    size_t kept = 0;

    for (size_t i = 0; i < timeline->details; i++)
        for (size_t k = 0; k < timeline->detail[i].rows; k++)
            kept += timeline->detail[i].row[k].calls;
    return kept;
}

/* What it has as JSON. */
static size_t length(void)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, true);
    timeline_emit(timeline, &e);
    emit_finish(&e);
    fclose(out);
    free(text);
    return len;
}

static void test_long_run(void)
{
    struct made_up_run m;

    made_up_begin(&m, 2, false);
    work(&m, TIMELINE_CALLS);
    draw(&m, 1);
    ok(timeline->details == TIMELINE_SLOWEST,
       "of a long run the slowest iterations are kept");
    ok(calls_kept() < 10 * TIMELINE_SLOWEST, "and nothing but these");
    ok(timeline->detail[0].start == timeline->slow[0].start,
       "the slowest first");
    ok(length() < 50000, "so it is not large: %zu bytes", length());
    clear();
}

/* An iteration of more calls than there is room for. */
static void test_long_iteration(void)
{
    struct made_up_run m;

    made_up_begin(&m, 3, false);
    for (int rank = 0; rank < 3; rank++) {
        for (int i = 0; i < 2; i++) {
            made_up_mark(&m, rank);
            for (int k = 0; k < TIMELINE_CALLS / 3; k++) {
                made_up_compute(&m, rank, 1);
                made_up_send(&m, rank, rank, 8);
            }
        }
    }
    draw(&m, 1);
    ok(timeline->details == 1 && timeline->detail[0].rows == 2,
       "of a long iteration as many ranks are kept as there is room for");
    ok(calls_kept() <= TIMELINE_CALLS, "that is not too much");
    clear();
}

static void test_parts(void)
{
    struct made_up_run m;
    int added = 0;

    for (int i = 0; i < TIMELINE_PARTS + 1; i++) {
        made_up_begin(&m, 1, false);
        made_up_compute(&m, 0, 1);
        made_up_all(&m, "MPI_Barrier", TRACE_NONE, 0);
        added += draw(&m, TIMELINE_PARTS) == 0;
    }
    ok(added == TIMELINE_PARTS && timeline->parts == TIMELINE_PARTS,
       "there are no more parts than there is room for");
    ok(timeline->part[7].columns == TIMELINE_COLUMNS / TIMELINE_PARTS,
       "which share the columns");
    clear();
}

static void test_nothing(void)
{
    struct made_up_run m;

    made_up_begin(&m, 1, false);
    ok(draw(&m, 1) == 0 && timeline->part[0].calls == 0 && length() > 0,
       "a rank that never called is drawn");
    clear();
}

int main(void)
{
    test_shares();
    test_iterations();
    test_details();
    test_long_run();
    test_long_iteration();
    test_parts();
    test_nothing();
    return tap_done();
}
