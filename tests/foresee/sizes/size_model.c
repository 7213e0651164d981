/* Tests of foresee/sizes/size_model.c and foresee/sizes/resized_run.c, with
 * foresee/record/recorder_site.c
 *
 * Programs that are made up at several sizes: what is foreseen of one that was
 * not learnt from is compared with the program itself.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "foresee/sizes/size_model.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

enum { ROUNDS = 6 };

/* Each rank has its part of the work, and talks with its neighbours. */
static void talk(struct made_up_run *m, int rank, bool around)
{
    int ranks = m->ranks;
    struct trace_act act[4];
    size_t acts = 0;

    for (int far = -1; far <= 1; far += 2) {
        int peer = rank + far;

        if (around)
            peer = (peer + ranks) % ranks;
        if (peer < 0 || peer >= ranks)
            continue;
        act[acts++] =
            (struct trace_act){ TRACE_SEND, 0, peer, far + 1, 4000, 0 };
        act[acts++] =
            (struct trace_act){ TRACE_RECV, 0, peer, 1 - far, 4000, 0 };
    }
    made_up_call(m, rank, "MPI_Sendrecv", act, acts);
}

enum pattern { CHAIN, RING, MEETING, STAR };

static double start_up; /* seconds that all compute before they iterate */
static double slow = 1; /* so many times as long as usual */

static struct recording *program(enum pattern pattern, int ranks)
{
    struct made_up_run m;

    made_up_begin(&m, ranks, true);
    made_up_all(&m, "MPI_Barrier", TRACE_NONE, 0);
    for (int i = 0; i < ranks; i++) {
        made_up_compute(&m, i, start_up);
        made_up_collective(&m, i, "MPI_Reduce", 0, 8);
    }
    for (int k = 0; k < ROUNDS; k++) {
        for (int i = 0; i < ranks; i++) {
            made_up_mark(&m, i);
            made_up_call(&m, i, "MPI_Wtime", NULL, 0);
            made_up_compute(&m, i, slow * (0.5 + 12.0 / ranks));
            if (pattern == CHAIN || pattern == RING)
                talk(&m, i, pattern == RING);
            if (pattern != MEETING)
                made_up_compute(&m, i, 0.25 * log2(ranks));
        }
        for (int i = 1; pattern == STAR && i < ranks; i++) {
            made_up_send(&m, i, 0, 100);
            made_up_receive(&m, 0, i);
        }
        for (int i = 0; i < ranks; i++)
            made_up_collective(&m, i, "MPI_Reduce", ranks - 1,
                               96000 / (uint64_t)ranks);
        made_up_all(&m, "MPI_Allreduce", TRACE_NONE, 800);
    }
    return made_up_end(&m);
}

static void test_patterns(void)
{
    static const struct {
        const char *what;
        enum pattern pattern;
        int size[3]; /* learnt from, the first one resized */
        int wanted;
        const char *how;
    } cases[] = {
        { "a chain", CHAIN, { 8, 4, 2 }, 6, "interpolated" },
        { "a chain", CHAIN, { 4, 2, 3 }, 9, "extrapolated" },
        { "a chain that gets short", CHAIN, { 8, 4, 16 }, 3, "extrapolated" },
        { "a ring", RING, { 8, 4, 6 }, 5, "interpolated" },
        { "a ring", RING, { 4, 3, 8 }, 12, "extrapolated" },
        { "collectives alone", MEETING, { 2, 1, 4 }, 16, "extrapolated" },
        { "what was recorded", RING, { 4, 3, 8 }, 4, "replayed" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct platform *p = made_up_platform(16, 0.01, 1e5);
        struct recording *r[3], *real;
        struct error err = { .text = "" };
        double came, wanted;
        size_model_t *s;

        for (int k = 0; k < 3; k++) {
            start_up = k == 1 ? 50 : 5;
            r[k] = program(cases[i].pattern, cases[i].size[k]);
        }
        start_up = 5;
        real = program(cases[i].pattern, cases[i].wanted);
        s = size_model_create(r[0], p, &err);
        ok(s && size_model_learn(s, r[1], &err) == 0
               && size_model_learn(s, r[2], &err) == 0,
           "%s is learnt from at three sizes", cases[i].what);
        came = made_up_seconds(r[0], s, (size_t)cases[i].wanted, p, &err);
        wanted = made_up_seconds(real, NULL, 0, p, &err);
        ok(fabs(came / wanted - 1) < 0.01,
           "%s of %d ranks takes %g s, foreseen were %g: %s", cases[i].what,
           cases[i].wanted, wanted, came, err.text);
        has(size_model_how(s, (size_t)cases[i].wanted), cases[i].how,
            "which is %s", cases[i].how);
        size_model_destroy(s);
        for (int k = 0; k < 3; k++)
            recording_destroy(r[k]);
        recording_destroy(real);
        platform_destroy(p);
    }
}

static void test_refused(void)
{
    static const struct {
        const char *what;
        enum pattern pattern;
        int size[2];
        int wanted;
        const char *why;
    } cases[] = {
        { "one size", RING, { 4, 4 }, 8, "there is only one of 4" },
        { "a star", STAR, { 4, 6 }, 9, "who talks to whom among 9 ranks" },
        { "a chain of two", CHAIN, { 2, 1 }, 5, "is not told by a run of 2" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct platform *p = made_up_platform(16, 0.01, 1e5);
        struct recording *a = program(cases[i].pattern, cases[i].size[0]);
        struct recording *b = program(cases[i].pattern, cases[i].size[1]);
        struct error err = { .text = "" };
        size_model_t *s = size_model_create(a, p, &err);

        ok(s && size_model_learn(s, b, &err) == 0
               && !size_model_get(s, (size_t)cases[i].wanted, &err),
           "%s does not tell of other sizes", cases[i].what);
        has(err.text, cases[i].why, "which is said: %s", cases[i].why);
        size_model_destroy(s);
        recording_destroy(a);
        recording_destroy(b);
        platform_destroy(p);
    }
}

/* Changes of the number of ranks while it runs. */
static void test_changes(void)
{
    struct platform *p = made_up_platform(8, 0.01, 1e5);
    struct recording *four = program(RING, 4), *eight = program(RING, 8);
    struct error err = { .text = "" };
    size_model_t *s = size_model_create(four, p, &err);
    struct change_script script = { .count = 0 };
    struct simulated_job_plan plan = { .recording = four,
                                       .platform = p,
                                       .size_model = s,
                                       .script = &script,
                                       .bytes = JOB_UNKNOWN };
    struct forecast f = { 0 };
    bool grown;

    for (size_t i = 0; i < p->hosts; i++)
        p->host[i].cores = 1;
    if (!s || size_model_learn(s, eight, &err) < 0
        || change_script_parse(&script, "2 resize 8; 4 merge 6 7", &err) < 0
        || forecast_create(&f, &plan, &err) < 0)
        ok(false, "a job that grows is simulated: %s", err.text);
    grown = f.job.changes == 2 && f.job.change[0].to == 8
            && f.job.change[1].to == 7;
    ok(grown, "a job grows, and two of its ranks are merged");
    ok(grown && mapped_run_hosts_used(&f.job.generation[1].mapped) == 8,
       "those that are new go to hosts of their own");
    ok(grown && f.iteration[0] > f.iteration[2] + 1,
       "iterations get shorter: %g, then %g", f.iteration[0], f.iteration[2]);
    ok(grown && f.iteration[4] > f.iteration[2] + 1.5,
       "and longer where one has the work of two: %g", f.iteration[4]);
    forecast_destroy(&f);
    change_script_clear(&script);
    size_model_destroy(s);
    recording_destroy(four);
    recording_destroy(eight);
    platform_destroy(p);
}

static struct recording *slow_program(enum pattern pattern, int ranks)
{
    struct recording *r;

    slow = 3;
    r = program(pattern, ranks);
    slow = 1;
    return r;
}

static void test_told(void)
{
    struct platform *p = made_up_platform(8, 0.01, 1e5);
    struct recording *four = program(RING, 4), *eight = program(RING, 8);
    struct recording *off = slow_program(RING, 6);
    struct error err = { .text = "" };
    size_model_t *s = size_model_create(four, p, &err);
    char text[SIZE_MODEL_TEXT];

    size_model_tell(s, 0, 6, text);
    ok(!*text, "one size has no model");
    ok(size_model_learn(s, eight, &err) == 0, "two have one");
    size_model_tell(s, 0, 6, text);
    has(text,
        "before MPI_Sendrecv, where ranks come to it from place 1: 0.5 + 12 "
        "n^-1 seconds, so 2.50 s with 6",
        "which is told, of the site with the most computing first");
    size_model_tell(s, 1, 6, text);
    has(text,
        "before MPI_Reduce, where ranks come to it from place 1: 0.25 log2(n)",
        "and then of the next one");
    for (size_t i = 0; i < four->sites; i++)
        four->site[i].line = "turn (made.c:7)";
    size_model_tell(s, 0, 8, text);
    has(text,
        "before MPI_Sendrecv in turn (made.c:7): 0.5 + 12 n^-1 seconds, so "
        "2.00 s with 8",
        "by its line where that is known");
    ok(!strstr(text, "misses"), "and nothing of an error that there is not");
    ok(size_model_learn(s, off, &err) == 0, "a third run is slow");
    size_model_tell(s, 0, 8, text);
    has(text, "; it misses the runs by", "which no model fits");
    size_model_destroy(s);
    recording_destroy(four);
    recording_destroy(eight);
    recording_destroy(off);
    platform_destroy(p);
}

/* Ranks of which the first ones meet alone. */
static struct recording *some_program(int ranks, int some)
{
    static const struct trace_act meet = { TRACE_COLL, 1, TRACE_NONE,
                                           TRACE_NONE, 8, 0 };
    struct error err = { .text = "" };
    struct made_up_run m;
    char members[32];

    made_up_begin(&m, ranks, true);
    snprintf(members, sizeof(members), "0-%d", some - 1);
    ok(recorder_comm(m.recorder, members, &err) == 0,
       "some ranks have a communicator of their own %s", err.text);
    for (int k = 0; k < ROUNDS; k++) {
        for (int i = 0; i < ranks; i++) {
            made_up_mark(&m, i);
            made_up_call(&m, i, "MPI_Wtime", NULL, 0);
            made_up_compute(&m, i, 1);
            if (i < some)
                made_up_call(&m, i, "MPI_Barrier", &meet, 1);
        }
        made_up_all(&m, "MPI_Allreduce", TRACE_NONE, 8);
    }
    return made_up_end(&m);
}

static iteration_model_t *load_model(const char *text, struct error *err)
{
    char file[] = "/tmp/model-XXXXXX";
    int fd = mkstemp(file);
    iteration_model_t *m;

    dprintf(fd, "%s", text);
    close(fd);
    m = iteration_model_load(file, err);
    unlink(file);
    return m;
}

/* A pattern of some of the ranks is known where no rank is added. */
static void test_user_model(void)
{
    struct platform *p = made_up_platform(8, 0, 1e9);
    struct recording *r = some_program(4, 2);
    struct error err = { .text = "" };
    size_model_t *s = size_model_create(r, p, &err);
    iteration_model_t *m = load_model(
        "return { model = function(iteration, n) return 3 end }", &err);
    double took;

    size_model_use(s, m);
    took = made_up_seconds(r, s, 4, p, &err);
    ok(fabs(took - 3 * ROUNDS) < 1e-3,
       "a model is applied at the run's own size, %g seconds %s", took,
       err.text);
    ok(!size_model_get(s, 5, &err), "but not at another one");
    has(err.text, "MPI_Barrier among ranks 0, 1, which are 2 of 4: who would",
        "which is told by the call and its ranks");
    size_model_destroy(s);
    recording_destroy(r);
    r = some_program(8, 6);
    for (size_t i = 0; i < r->sites; i++)
        if (strcmp(r->site[i].call, "MPI_Barrier") == 0)
            r->site[i].line = "rows (grid.c:12)";
    s = size_model_create(r, p, &err);
    size_model_use(s, m);
    ok(!size_model_get(s, 5, &err), "nor among fewer");
    has(err.text,
        "MPI_Barrier in rows (grid.c:12) among ranks 0, 1, 2, 3 ..., which "
        "are 6 of 8: who would be in that communicator with 5 is not known",
        "told by its line, where that is known, and the first of its ranks");
    size_model_destroy(s);
    iteration_model_destroy(m);
    recording_destroy(r);
    platform_destroy(p);
}

int main(void)
{
    test_user_model();
    test_patterns();
    test_refused();
    test_changes();
    test_told();
    return tap_done();
}
