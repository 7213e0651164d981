/* Tests of foresee/sizes/rank_grid.c, and of foresee/sizes/resized_run_grid.c
 * with programs whose ranks are a grid
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "foresee/sizes/rank_grid.h"
#include "foresee/sizes/size_model.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

enum { ROUNDS = 6 };

/* What ranks of a grid do in each round. */
enum habit {
    ROWS = 1,     /* sum up in each row */
    COLUMNS = 2,  /* hear from the last one of the column */
    HALO = 4,     /* exchange with those beside, above and below */
    DIAGONAL = 8, /* rows hear from the rank that is on the diagonal */
};

static int add_comms(struct made_up_run *m, const struct rank_grid *g)
{
    struct error err = { .text = "" };

    for (size_t line = 0; line < g->rows + g->columns; line++) {
        char members[64] = "";

        for (size_t i = 0; i < rank_grid_size(g, line); i++)
            snprintf(members + strlen(members),
                     sizeof(members) - strlen(members), "%s%d",
                     i > 0 ? "," : "", rank_grid_member(g, line, i));
        if (recorder_comm(m->recorder, members, &err) < 0)
            diag("%s", err.text);
    }
    return 0;
}

static void collective(struct made_up_run *m,
                       int rank,
                       const char *call,
                       size_t line,
                       int root,
                       uint64_t bytes)
{
    struct trace_act act = { TRACE_COLL, (uint32_t)line + 1,
                             root,       TRACE_NONE,
                             bytes,      0 };

    made_up_call(m, rank, call, &act, 1);
}

static void exchange(struct made_up_run *m,
                     const struct rank_grid *g,
                     int rank)
{
    static const int far[4][2] = { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 } };
    int row = rank / (int)g->columns, column = rank % (int)g->columns;
    struct trace_act act[8];
    size_t acts = 0;

    for (int i = 0; i < 4; i++) {
        int r = row + far[i][0], c = column + far[i][1];

        if (r < 0 || r >= (int)g->rows || c < 0 || c >= (int)g->columns)
            continue;
        act[acts++] =
            (struct trace_act){ TRACE_SEND, 0,    r * (int)g->columns + c,
                                i,          4000, 0 };
        act[acts++] =
            (struct trace_act){ TRACE_RECV, 0,    r * (int)g->columns + c,
                                i ^ 1,      4000, 0 };
    }
    made_up_call(m, rank, "MPI_Sendrecv", act, acts);
}

static struct recording *program(size_t rows, size_t columns, int habits)
{
    struct rank_grid g = { rows, columns };
    struct made_up_run m;
    int ranks = (int)(rows * columns);

    made_up_begin(&m, ranks, true);
    add_comms(&m, &g);
    for (int k = 0; k < ROUNDS; k++)
        for (int i = 0; i < ranks; i++) {
            size_t row = (size_t)i / columns;
            size_t column = rows + (size_t)i % columns;

            made_up_mark(&m, i);
            made_up_call(&m, i, "MPI_Wtime", NULL, 0);
            made_up_compute(&m, i, 1 + 8.0 / ranks);
            if (habits & HALO)
                exchange(&m, &g, i);
            if (habits & ROWS)
                collective(&m, i, "MPI_Allreduce", row, TRACE_NONE, 800);
            if (habits & DIAGONAL)
                collective(&m, i, "MPI_Bcast", row,
                           rank_grid_member(&g, row, row), 800);
            /* The last row is late in one round, and the others in the next.
             */
            made_up_compute(&m, i,
                            (row == rows - 1) == (k % 2 == 0) ? 2 : 0.5);
            if (habits & COLUMNS)
                collective(&m, i, "MPI_Bcast", column,
                           rank_grid_member(&g, column, rows - 1), 2000);
        }
    made_up_all(&m, "MPI_Barrier", TRACE_NONE, 0);
    return made_up_end(&m);
}

static void test_find(void)
{
    static const struct {
        size_t rows, columns;
        int habits;
        bool found;
    } cases[] = {
        { 2, 3, ROWS | COLUMNS, true }, { 3, 2, ROWS, true },
        { 2, 4, COLUMNS, true },        { 4, 4, ROWS | COLUMNS, true },
        { 3, 3, HALO, false },          { 1, 4, ROWS, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct recording *r =
            program(cases[i].rows, cases[i].columns, cases[i].habits);
        struct rank_grid g = rank_grid_find(r);

        ok(cases[i].found
               ? g.rows == cases[i].rows && g.columns == cases[i].columns
               : g.rows == 0,
           "%zu rows of %zu that do %d are %s", cases[i].rows,
           cases[i].columns, cases[i].habits,
           cases[i].found ? "found" : "no grid that can be known");
        recording_destroy(r);
    }
}

/* Nine ranks of which three, that are no row, sum up. */
static void test_no_line(void)
{
    struct error err = { .text = "" };
    struct made_up_run m;
    struct recording *r;

    made_up_begin(&m, 9, true);
    ok(recorder_comm(m.recorder, "0,1,3", &err) == 0,
       "three ranks have a communicator %s", err.text);
    collective(&m, 0, "MPI_Barrier", 0, TRACE_NONE, 0);
    collective(&m, 1, "MPI_Barrier", 0, TRACE_NONE, 0);
    collective(&m, 3, "MPI_Barrier", 0, TRACE_NONE, 0);
    r = made_up_end(&m);
    ok(rank_grid_find(r).rows == 0, "as many as in a row are none");
    recording_destroy(r);
}

static void test_guess(void)
{
    static const struct {
        const char *what;
        struct rank_grid seen[2];
        size_t ranks;
        struct rank_grid guess; /* of no rows: there is none */
        const char *why;
    } cases[] = {
        { "squares", { { 2, 2 }, { 3, 3 } }, 16, { 4, 4 }, "" },
        { "squares that have none",
          { { 2, 2 }, { 3, 3 } },
          6,
          { 0, 0 },
          "a grid of 3 rows and 2 columns, or of 2 and 3" },
        { "more rows than columns",
          { { 2, 2 }, { 3, 2 } },
          12,
          { 0, 0 },
          "4 rows and 3 columns, or of 6 and 2" },
        { "the same of two columns and MPI's",
          { { 2, 2 }, { 3, 2 } },
          10,
          { 5, 2 },
          "" },
        { "three columns", { { 2, 3 }, { 4, 3 } }, 9, { 3, 3 }, "" },
        { "two rows", { { 2, 4 }, { 2, 8 } }, 24, { 2, 12 }, "" },
        { "two rows of an odd number",
          { { 2, 4 }, { 2, 8 } },
          9,
          { 0, 0 },
          "only a run with so many tells" },
        { "of no way",
          { { 2, 3 }, { 5, 2 } },
          12,
          { 0, 0 },
          "only a run with so many tells" },
        { "nothing",
          { { 0, 0 } },
          12,
          { 0, 0 },
          "only a run with so many tells" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rank_grid g;
        struct error err = { .text = "" };
        int rc = rank_grid_guess(&g, cases[i].seen,
                                 cases[i].seen[0].rows > 0 ? 2 : 0,
                                 cases[i].ranks, &err);

        ok(rc == (cases[i].guess.rows > 0 ? 0 : -1)
               && g.rows == cases[i].guess.rows
               && g.columns == cases[i].guess.columns,
           "%s: with %zu it is %zu by %zu (%zu by %zu)", cases[i].what,
           cases[i].ranks, cases[i].guess.rows, cases[i].guess.columns, g.rows,
           g.columns);
        has(err.text, cases[i].why, "or why not: %s", cases[i].why);
    }
}

/* What is foreseen of a grid, beside the program itself: but for a bit, as the
 * mean of what ranks compute goes with the rows, and is fitted by the ranks.
 */
static void test_sizes(void)
{
    static const struct {
        const char *what;
        int habits;
        struct rank_grid size[3]; /* the first one is resized, to the last */
        const char *why;          /* not; NULL: it is */
    } cases[] = {
        { "rows", ROWS, { { 3, 3 }, { 2, 2 }, { 4, 4 } }, NULL },
        { "columns", COLUMNS, { { 3, 3 }, { 2, 2 }, { 4, 4 } }, NULL },
        { "both", ROWS | COLUMNS, { { 2, 2 }, { 3, 3 }, { 4, 4 } }, NULL },
        { "fewer of both",
          ROWS | COLUMNS,
          { { 4, 4 }, { 3, 3 }, { 2, 2 } },
          NULL },
        { "rows of two", ROWS, { { 2, 2 }, { 4, 2 }, { 7, 2 } }, NULL },
        { "those beside them",
          ROWS | HALO,
          { { 3, 3 }, { 2, 2 }, { 4, 4 } },
          NULL },
        { "two beside each other",
          ROWS | HALO,
          { { 2, 2 }, { 3, 3 }, { 4, 4 } },
          "is not told by a run of 4" },
        { "a diagonal", DIAGONAL, { { 3, 3 }, { 2, 2 }, { 4, 4 } }, NULL },
        { "no square",
          ROWS,
          { { 3, 3 }, { 2, 2 }, { 3, 4 } },
          "MPI_Allreduce among ranks 0, 1, 2, which are 3 of 9: who would be "
          "in that communicator with 12 is not known: they may be a grid" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct platform *p = made_up_platform(16, 0.01, 1e5);
        struct recording *r[3];
        struct error err = { .text = "" };
        double came, wanted;
        size_t ranks = cases[i].size[2].rows * cases[i].size[2].columns;
        size_model_t *s;

        for (int k = 0; k < 3; k++)
            r[k] = program(cases[i].size[k].rows, cases[i].size[k].columns,
                           cases[i].habits);
        s = size_model_create(r[0], p, &err);
        ok(s && size_model_learn(s, r[1], &err) == 0,
           "%s: two sizes are "
           "learnt from",
           cases[i].what);
        came = made_up_seconds(r[0], s, ranks, p, &err);
        wanted = made_up_seconds(r[2], NULL, ranks, p, &err);
        if (cases[i].why) {
            ok(came < 0, "%s cannot be foreseen", cases[i].what);
            has(err.text, cases[i].why, "which is told");
        } else {
            ok(fabs(came / wanted - 1) < 0.05,
               "with %zu ranks it takes %g s, foreseen were %g: %s", ranks,
               wanted, came, err.text);
        }
        size_model_destroy(s);
        for (int k = 0; k < 3; k++)
            recording_destroy(r[k]);
        platform_destroy(p);
    }
}

int main(void)
{
    test_find();
    test_no_line();
    test_guess();
    test_sizes();
    return tap_done();
}
