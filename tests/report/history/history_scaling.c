/* Tests of report/history/history_scaling.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "report/history/history_scaling.h"
#include "tests/report/history/made_up_runs.h"
#include "tests/tap.h"

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-6 * (1 + fabs(b));
}

/* Computing is 80 s by ranks, waiting 2 s times ranks. */
static const struct made_up_run made[] = {
    { "heat", NULL, 2, 1, .iteration = 9, .wall = 900, .waiting = 4 },
    { "heat", NULL, 2, 2, .iteration = 0.44, .wall = 44, .waiting = 4 },
    { "heat", NULL, 4, 3, .iteration = 0.28, .wall = 28, .waiting = 8 },
    { "heat", NULL, 8, 4, .iteration = 0.26, .wall = 26, .waiting = 16 },
    { "heat", NULL, 8, 5, .iteration = 7, .wall = 700, .failed = true },
};

static const struct history_model *find(const struct history_scaling *s,
                                        const char *name)
{
    for (size_t i = 0; i < s->models; i++)
        if (strcmp(s->model[i].name, name) == 0)
            return &s->model[i];
    return NULL;
}

static void test_models(void)
{
    struct history *h = made_up_runs_history(made, 5);
    const struct history_scaling *s;
    const struct history_model *m;

    ok(history_scaling_find_all(h) == 0, "the sizes are found");
    s = h->program->problem->scaling;
    ok(s->sizes == 3 && s->iterations
           && strcmp(s->run[0]->name, "day-2.json") == 0
           && strcmp(s->run[2]->name, "day-4.json") == 0,
       "of each the newest run that completed");
    m = find(s, "computing");
    ok(m == s->model && near(m->fit.factor, 80) && near(m->fit.power, -1)
           && near(m->at_most, 10) && near(m->beyond, 5),
       "computing is divided among the ranks");
    m = find(s, "MPI_Recv in exchange (heat.c)");
    ok(m && near(m->fit.factor, 2) && near(m->fit.power, 1)
           && near(m->beyond, 32) && near(m->seconds[1], 8),
       "and waiting grows with them, in its place");
    history_destroy(h);
}

static void test_steps(void)
{
    struct history *h = made_up_runs_history(made, 5);
    const struct history_scaling *s;
    struct history_step step;

    history_scaling_find_all(h);
    s = h->program->problem->scaling;
    step = history_scaling_step(s, 0);
    ok(near(step.speed_up, 1) && near(step.of_ideal, 1),
       "the first one is beside itself");
    step = history_scaling_step(s, 2);
    ok(near(step.seconds, 0.26) && near(step.speed_up, 0.44 / 0.26)
           && near(step.of_ideal, 0.44 / 0.26 / 4),
       "of more ranks there is the speed-up, and the part of the ideal one");
    history_destroy(h);
}

static void test_few(void)
{
    struct history *h = made_up_runs_history(made, 3);
    const struct history_scaling *s;

    history_scaling_find_all(h);
    s = h->program->problem->scaling;
    ok(s->sizes == 2 && s->models == 0, "two sizes make no model");
    history_destroy(h);
    h = made_up_runs_history(made + 4, 1);
    history_scaling_find_all(h);
    ok(h->program->problem->scaling->sizes == 0, "failed runs make no size");
    history_destroy(h);
}

int main(void)
{
    test_models();
    test_steps();
    test_few();
    return tap_done();
}
