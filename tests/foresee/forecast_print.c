/* Tests of foresee/forecast_print.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/forecast_print.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

/* Two ranks that meet in each of their rounds; one works more. */
static struct recording *meeting(void)
{
    struct made_up_run m;

    made_up_begin(&m, 2, true);
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < 2; i++) {
            made_up_mark(&m, i);
            made_up_call(&m, i, "MPI_Wtime", NULL, 0);
            made_up_compute(&m, i, 1 + i);
        }
        made_up_all(&m, "MPI_Barrier", TRACE_NONE, 0);
    }
    return made_up_end(&m);
}

/* Print it, in one line. */
static void print(const struct forecast *f,
                  const struct forecast_print_origin *from,
                  bool json,
                  char text[4000])
{
    FILE *out = fmemopen(text, 4000, "w");
    char *to = text;

    if (!out)
        exit(99);
    if (json)
        forecast_print_json(f, from, out);
    else
        forecast_print_text(f, from, out);
    fclose(out);
    for (const char *at = text; *at; at++)
        if (*at != ' ' && *at != '\n')
            *to++ = *at;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    *to = '\0';
}

/* Have the recorded iterations take so many times as long as the replay's. */
static void set_moments(struct forecast *f, double times)
{
    for (size_t k = 0; k <= f->recorded.iterations; k++)
        f->recorded.moment[k] = f->job.generation[0].outcome.moment[k] * times;
}

/* Had the run taken so many times as long as its replay. */
static void test_off(void)
{
    static const struct {
        double times;
        const char *platform;
        const char *map;
        const char *model;
        const char *text; /* "": nothing */
    } cases[] = {
        { 1, NULL, NULL, NULL, "" },
        { 1.04, NULL, NULL, NULL, "" },
        { 0.97, NULL, NULL, NULL, "" },
        { 1.25, NULL, NULL, NULL,
          "the run takes 20.0 % less, its loop 20.0 % less, an iteration "
          "(median) 20.0 % less than recorded" },
        { 0.5, NULL, NULL, NULL,
          "the run takes 100.0 % longer, its loop 100.0 % longer, an "
          "iteration (median) 100.0 % longer than recorded" },
        { 1.25, "far.json", NULL, NULL, "" },
        { 1.25, NULL, "h1,h0", NULL, "" },
        { 1.25, NULL, NULL, "model.lua", "" },
    };
    struct recording *r = meeting();
    struct platform *p = made_up_platform(2, 0, 1e12);

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct forecast_print_origin from = { "run.json",   cases[i].platform,
                                              cases[i].map, NULL,
                                              JOB_UNKNOWN,  cases[i].model,
                                              false,        0 };
        struct error err = { .text = "" };
        struct forecast f = { 0 };
        char text[4000], json[4000];

        if (made_up_forecast(&f, r, p, NULL, &err) < 0)
            exit(99);
        set_moments(&f, cases[i].times);
        f.recorded.seconds *= cases[i].times;
        for (size_t k = 0; k < f.recorded.ranks; k++) {
            f.recorded.rank[k].begin *= cases[i].times;
            f.recorded.rank[k].end *= cases[i].times;
        }
        print(&f, &from, false, text);
        print(&f, &from, true, json);
        if (*cases[i].text) {
            has(text, cases[i].text, "%g times as long: it %s", cases[i].times,
                cases[i].text);
            has(text, "do not trust differences that are less",
                "which is a warning");
        } else {
            ok(!strstr(text, "do not trust"), "%g times as long on %s: fine",
               cases[i].times,
               cases[i].platform ? "others"
               : cases[i].model  ? "a model's word"
                                 : "its hosts");
        }
        has(json,
            cases[i].platform || cases[i].map || cases[i].model
                ? "\"replay_error\": null"
                : "\"replay_error\": ",
            "other programs are told");
        forecast_destroy(&f);
    }
    platform_destroy(p);
    recording_destroy(r);
}

/* Its loop took as long as the replay's, and most of its iterations did not:
 * the first one took what the others lack.
 */
static void test_iteration_off(void)
{
    struct recording *r = meeting();
    struct platform *p = made_up_platform(2, 0, 1e12);
    struct forecast_print_origin from = { .run = "run.json",
                                          .bytes = JOB_UNKNOWN };

    for (double part = 0.25; part <= 1; part *= 4) {
        struct error err = { .text = "" };
        struct forecast f = { 0 };
        char text[4000];

        if (made_up_forecast(&f, r, p, NULL, &err) < 0)
            exit(99);
        set_moments(&f, part);
        f.recorded.moment[0] = 0;
        print(&f, &from, false, text);
        if (part < 1)
            has(text,
                "hosts an iteration (median) takes 300.0 % longer than "
                "recorded, so do not trust",
                "the text warns of iterations where the loop is right");
        else
            ok(!strstr(text, "do not trust"), "but not where they are");
        forecast_destroy(&f);
    }
    platform_destroy(p);
    recording_destroy(r);
}

/* What the run had beside itself, and what follows from shared cores. */
static void test_sources(void)
{
    struct recording *r = meeting();
    struct platform *p = made_up_platform(2, 0, 1e12);
    struct forecast_print_origin from = { .run = "run.json",
                                          .platform = "near.json",
                                          .bytes = JOB_UNKNOWN,
                                          .no_core = 0.4 };

    p->host[1].delay = 0.002;
    p->host[1].delay_shared = true;
    for (unsigned cores = 1; cores <= 2; cores++) {
        struct error err = { .text = "" };
        struct forecast f = { 0 };
        char text[4000];

        p->host[1].cores = cores;
        if (made_up_forecast(&f, r, p, "h1:2", &err) < 0)
            exit(99);
        print(&f, &from, false, text);
        ok(!strstr(text, "had no core for 40 %") == (cores > 1),
           "that the run was disturbed is told, or that it was not");
        ok(!strstr(text, "return 2.00 ms late, as in the run") == (cores > 1),
           "of %u cores for two ranks, whether they come late", cores);
        from.platform = NULL;
        print(&f, &from, false, text);
        from.platform = "near.json";
        ok(!strstr(text, "a second; calls that waited return 2.00 ms late.")
               == (cores > 1),
           "of the run's own hosts as well");
        has(text, "Between h0 and h1: 0 s and 931 GiB a second.",
            "beside what is between them");
        forecast_destroy(&f);
        from.no_core = 0.05;
    }
    platform_destroy(p);
    recording_destroy(r);
}

/* Load balance is by how much the busiest rank has more than the mean. */
static void test_balance(void)
{
    struct recording *r = meeting();
    struct platform *p = made_up_platform(2, 0, 1e12);
    struct forecast_print_origin from = { "run.json",  NULL, NULL,  NULL,
                                          JOB_UNKNOWN, NULL, false, 0 };
    struct error err = { .text = "" };
    struct forecast f = { 0 };
    char text[4000];

    if (made_up_forecast(&f, r, p, NULL, &err) < 0)
        exit(99);
    print(&f, &from, false, text);
    has(text, "load balance 75.0 %", "three quarters of what");
    has(text, "rank 1 computes 1.33 times as long as the mean",
        "is four thirds of the mean");
    has(text, "2 ranks replayed on 2 hosts", "ranks and hosts are counted");
    forecast_destroy(&f);
    platform_destroy(p);
    recording_destroy(r);
}

/* Each rank marks its iterations, so that there can be a change. */
static void test_change(void)
{
    struct platform *p = made_up_platform(2, 0, 1e12);
    struct forecast_print_origin from = { "run.json",  NULL, NULL,  NULL,
                                          JOB_UNKNOWN, NULL, false, 0 };
    struct simulated_job_plan plan = { .platform = p, .bytes = JOB_UNKNOWN };
    struct change_script script = { .count = 0 };
    struct error err = { .text = "" };
    struct made_up_run m;
    char text[4000];

    made_up_begin(&m, 2, true);
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 2; i++) {
            made_up_mark(&m, i);
            made_up_collective(&m, i, "MPI_Barrier", TRACE_NONE, 0);
            made_up_compute(&m, i, 1);
        }
    made_up_all(&m, "MPI_Barrier", TRACE_NONE, 0);
    plan.recording = made_up_end(&m);
    price_init(&plan.price);
    if (change_script_parse(&script, "3 migrate 0 h1", &err) < 0)
        exit(99);
    plan.script = &script;
    for (int slow = 0; slow < 2; slow++) {
        struct forecast f = { 0 };

        plan.price.changes = slow;
        plan.price.ready = 5;
        if (forecast_create(&f, &plan, &err) < 0)
            exit(99);
        print(&f, &from, false, text);
        has(text,
            slow ? "(script). The job stands still for 5.00 ms, when it has "
                   "waited 3.00 s for the new ranks; iterations take 1.00 s"
                 : "(script). The job stands still for 5.00 ms; iterations "
                   "take 1.00 s before",
            "a change is told, %s",
            slow ? "and that it had to be waited for" : "with what it brings");
        forecast_destroy(&f);
    }
    change_script_clear(&script);
    platform_destroy(p);
    recording_destroy((struct recording *)plan.recording);
}

int main(void)
{
    test_change();
    test_off();
    test_iteration_off();
    test_sources();
    test_balance();
    return tap_done();
}
