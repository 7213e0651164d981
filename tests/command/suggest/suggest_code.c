/* Tests of command/suggest/suggest_code.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/suggest/suggest_code.h"
#include "tests/tap.h"

static arena_t *a;

static void is(const char *came, const char *expected)
{
    ok(strcmp(came, expected) == 0, "%s", expected);
    if (strcmp(came, expected) != 0)
        diag("came: %s", came);
}

int main(void)
{
    struct variables_one v = { .name = "s->step",
                               .kind = VARIABLES_NUMBER,
                               .bytes = 4,
                               .is_signed = true };
    struct suggest_code_array rows = { .count = "plate.rows",
                                       .row = "columns + 2",
                                       .halo = 1 };
    struct suggest_code_array same = { .row = "7" };
    struct suggest_code_array box = { .dimensions = 2,
                                      .extent = { "h", "w" },
                                      .halo = 2 };

    a = arena_create();
    is(suggest_code_name("block->now[1]", a), "now");
    is(suggest_code_name("m.next_", a), "next");
    is(suggest_code_number(VARIABLES_C, &v, a),
       "mito_register(\"step\", &s->step, NULL, MPI_INT, NULL);");
    is(suggest_code_number(VARIABLES_CPLUSPLUS, &v, a),
       "mito::add(\"step\", s->step);");
    v.name = "s%step";
    is(suggest_code_number(VARIABLES_FORTRAN, &v, a),
       "call mito_register('step', s%step)");

    v = (struct variables_one){ .name = "plate.cells",
                                .kind = VARIABLES_POINTER,
                                .bytes = 8,
                                .is_float = true };
    is(suggest_code_array(VARIABLES_C, &v, &rows, a),
       "mito_register(\"cells\", &plate.cells, &plate.rows, MPI_DOUBLE, "
       "&(mito_layout){ .row = columns + 2, .halo = 1 });");
    is(suggest_code_array(VARIABLES_C, &v, &same, a),
       "mito_register(\"cells\", plate.cells, NULL, MPI_DOUBLE, "
       "&(mito_layout){ .row = 7 });");
    is(suggest_code_array(VARIABLES_C, &v, &box, a),
       "mito_register(\"cells\", &plate.cells, NULL, MPI_DOUBLE, "
       "&(mito_layout){ .spread = MITO_GRID, .dimensions = 2, .shape = { "
       "SHAPE_0, SHAPE_1 }, .origin = { ORIGIN_0, ORIGIN_1 }, .extent = { h, "
       "w }, .halo = 2 });");
    v.is_record = true;
    v.bytes = 56;
    rows.row = NULL;
    rows.halo = 0;
    is(suggest_code_array(VARIABLES_C, &v, &rows, a),
       "mito_register(\"cells\", &plate.cells, &plate.rows, MPI_BYTE, "
       "&(mito_layout){ .row = sizeof(*plate.cells) });");
    v.kind = VARIABLES_VECTOR;
    rows = (struct suggest_code_array){ .row = "width", .halo = 1 };
    is(suggest_code_array(VARIABLES_CPLUSPLUS, &v, &rows, a),
       "mito::add(\"cells\", plate.cells, "
       "mito::layout().row(width).halo(1));");
    same.same = true;
    is(suggest_code_array(VARIABLES_CPLUSPLUS, &v, &same, a),
       "mito::add(\"cells\", plate.cells, "
       "mito::layout().spread(MITO_REPLICATED));");
    v.kind = VARIABLES_POINTER;
    v.is_smart = true;
    is(suggest_code_array(VARIABLES_CPLUSPLUS, &v, &same, a),
       "mito::add(\"cells\", mito::view(plate.cells.get(), 1, 7), "
       "mito::layout().spread(MITO_REPLICATED));");
    rows.count = "n";
    is(suggest_code_array(VARIABLES_CPLUSPLUS, &v, &rows, a),
       "mito::add(\"cells\", plate.cells, n, "
       "mito::layout().row(width).halo(1));");
    v.kind = VARIABLES_ALLOCATED;
    rows.count = "n";
    is(suggest_code_array(VARIABLES_FORTRAN, &v, &rows, a),
       "call mito_register('cells', plate.cells, n, mito_layout(halo=1))");
    is(suggest_code_array(VARIABLES_FORTRAN, &v, &box, a),
       "call mito_register('cells', plate.cells, halo=2, "
       "layout=mito_layout(spread=MITO_GRID, shape=[SHAPE_1, SHAPE_0], "
       "origin=[ORIGIN_1, ORIGIN_0], extent=[w, h]))");
    v.kind = VARIABLES_ARGUMENT;
    is(suggest_code_array(VARIABLES_FORTRAN, &v, &rows, a),
       "call mito_register_fixed('cells', plate.cells, n, "
       "mito_layout(halo=1))");
    is(suggest_code_array(VARIABLES_FORTRAN, &v, &box, a),
       "call mito_register_fixed('cells', plate.cells, h, "
       "mito_layout(halo=2, spread=MITO_GRID, shape=[SHAPE_1, SHAPE_0], "
       "origin=[ORIGIN_1, ORIGIN_0], extent=[w, h]))");
    is(suggest_code_array(VARIABLES_FORTRAN, &v, &same, a),
       "call mito_register('cells', plate.cells)");
    arena_destroy(a);
    return tap_done();
}
