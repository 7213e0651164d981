/* suggest_code.c - lines of code that register things, in three languages
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/suggest/suggest_code.h"

const char *suggest_code_name(const char *variable, arena_t *a)
{
    const char *begin = variable;
    size_t length;

    for (const char *at = variable; *at; at++)
        if (*at == '.' || *at == '%' || *at == '>' || *at == ':')
            begin = at + 1;
    length = strcspn(begin, "[(");
    while (length > 1 && begin[length - 1] == '_')
        length--;
    return arena_copy(a, begin, length);
}

/* The MPI datatype of a number or element, for C. */
static const char *type_c(const struct variables_one *v)
{
    static const struct {
        unsigned bytes;
        const char *integer, *natural, *real, *complex;
    } types[] = {
        { 1, "MPI_SIGNED_CHAR", "MPI_UNSIGNED_CHAR", NULL, NULL },
        { 2, "MPI_SHORT", "MPI_UNSIGNED_SHORT", NULL, NULL },
        { 4, "MPI_INT", "MPI_UNSIGNED", "MPI_FLOAT", NULL },
        { 8, "MPI_LONG", "MPI_UNSIGNED_LONG", "MPI_DOUBLE",
          "MPI_C_FLOAT_COMPLEX" },
        { 16, NULL, NULL, "MPI_LONG_DOUBLE", "MPI_C_DOUBLE_COMPLEX" },
    };
    const char *type = NULL;

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (types[i].bytes == v->bytes)
            type = v->is_record    ? NULL
                   : v->is_complex ? types[i].complex
                   : v->is_float   ? types[i].real
                   : v->is_signed  ? types[i].integer
                                   : types[i].natural;
    if (v->is_bool && v->bytes == 1)
        type = "MPI_C_BOOL";
    return type ? type : "MPI_BYTE";
}

/* What is not of a type that MPI has is registered by its bytes. */
static const char *row_of(const struct variables_one *v,
                          const char *row,
                          arena_t *a)
{
    if (strcmp(type_c(v), "MPI_BYTE") != 0 || v->bytes == 1)
        return row;
    const char *size = arena_print(
        a, v->kind == VARIABLES_ARRAY ? "sizeof(%s[0])" : "sizeof(*%s)",
        v->name);

    return !row ? size
           : row[strspn(row, "0123456789")]
               ? arena_print(a, "%s * (%s)", size, row)
               : arena_print(a, "%s * %s", size, row);
}

const char *suggest_code_number(enum variables_language language,
                                const struct variables_one *v,
                                arena_t *a)
{
    const char *name = suggest_code_name(v->name, a);

    switch (language) {
    case VARIABLES_FORTRAN:
        return arena_print(a, "call mito_register('%s', %s)", name, v->name);
    case VARIABLES_CPLUSPLUS:
        return arena_print(a, "mito::add(\"%s\", %s);", name, v->name);
    default:
        return arena_print(a, "mito_register(\"%s\", &%s, NULL, %s, NULL);",
                           name, v->name, type_c(v));
    }
}

/* The whole grid, and where our box begins in it. */
static const char *const shape[3] = { "SHAPE_0", "SHAPE_1", "SHAPE_2" };
static const char *const origin[3] = { "ORIGIN_0", "ORIGIN_1", "ORIGIN_2" };

static const char *listed(const char *const *part,
                          int count,
                          bool backwards,
                          arena_t *a)
{
    const char *text = "";

    for (int i = 0; i < count; i++)
        text = arena_print(a, "%s%s%s", text, i > 0 ? ", " : "",
                           part[backwards ? count - 1 - i : i]);
    return text;
}

static const char *box_c(const struct suggest_code_array *array,
                         const char *row,
                         arena_t *a)
{
    return arena_print(
        a,
        "&(mito_layout){ .spread = MITO_GRID, .dimensions = %d,%s%s%s "
        ".shape = { %s }, .origin = { %s }, .extent = { %s }, .halo = %d }",
        array->dimensions, row ? " .row = " : "", row ? row : "",
        row ? "," : "", listed(shape, array->dimensions, false, a),
        listed(origin, array->dimensions, false, a),
        listed(array->extent, array->dimensions, false, a), array->halo);
}

static const char *layout_c(const struct variables_one *v,
                            const struct suggest_code_array *array,
                            arena_t *a)
{
    const char *row = row_of(v, array->row, a);
    const char *halo =
        array->halo > 0 ? arena_print(a, ", .halo = %d", array->halo) : "";

    if (array->dimensions > 0)
        return box_c(array, row, a);
    if (!row && !*halo)
        return "NULL";
    return arena_print(a, "&(mito_layout){ .row = %s%s }", row ? row : "1",
                       halo);
}

/* What all have alike is registered by its address, an array of rows by that
 * of the pointer to it.
 */
static const char *array_c(const struct variables_one *v,
                           const struct suggest_code_array *array,
                           arena_t *a)
{
    bool spread = array->count || array->dimensions > 0;

    return arena_print(a, "mito_register(\"%s\", %s%s, %s%s, %s, %s);",
                       suggest_code_name(v->name, a), spread ? "&" : "",
                       v->name, array->count ? "&" : "",
                       array->count ? array->count : "NULL", type_c(v),
                       layout_c(v, array, a));
}

static const char *layout_cplusplus(const struct suggest_code_array *array,
                                    arena_t *a)
{
    const char *text = "";

    if (array->same)
        return ", mito::layout().spread(MITO_REPLICATED)";
    if (array->row)
        text = arena_print(a, "%s.row(%s)", text, array->row);
    for (int i = 0; i < array->dimensions; i++)
        text = arena_print(a, "%s.dimension(%s, %s, %s)", text, shape[i],
                           origin[i], array->extent[i]);
    if (array->halo > 0)
        text = arena_print(a, "%s.halo(%d)", text, array->halo);
    return *text ? arena_print(a, ", mito::layout()%s", text) : "";
}

static const char *array_cplusplus(const struct variables_one *v,
                                   const struct suggest_code_array *array,
                                   arena_t *a)
{
    const char *name = suggest_code_name(v->name, a);
    const char *layout = layout_cplusplus(array, a);

    if (v->kind == VARIABLES_VECTOR)
        return arena_print(a, "mito::add(\"%s\", %s%s);", name, v->name,
                           layout);
    if (v->kind == VARIABLES_ARRAY)
        return arena_print(a, "mito::add(\"%s\", %s);", name, v->name);
    if (v->is_smart && array->count)
        return arena_print(a, "mito::add(\"%s\", %s, %s%s);", name, v->name,
                           array->count, layout);
    return arena_print(a, "mito::add(\"%s\", mito::view(%s%s, %s%s)%s%s%s);",
                       name, v->name, v->is_smart ? ".get()" : "",
                       array->same ? "1, " : "CAPACITY",
                       array->same ? array->row : "", array->count ? ", " : "",
                       array->count ? array->count : "", layout);
}

static const char *array_fortran(const struct variables_one *v,
                                 const struct suggest_code_array *array,
                                 arena_t *a)
{
    const char *name = suggest_code_name(v->name, a);
    bool fixed = v->kind == VARIABLES_ARGUMENT;

    if (array->dimensions > 0)
        return arena_print(
            a,
            "call mito_register%s('%s', %s, %s%shalo=%d%sspread=MITO_GRID, "
            "shape=[%s], origin=[%s], extent=[%s]))",
            fixed ? "_fixed" : "", name, v->name,
            fixed ? array->extent[0] : "", fixed ? ", mito_layout(" : "",
            array->halo, fixed ? ", " : ", layout=mito_layout(",
            listed(shape, array->dimensions, true, a),
            listed(origin, array->dimensions, true, a),
            listed(array->extent, array->dimensions, true, a));
    if (!array->count)
        return arena_print(a, "call mito_register('%s', %s)", name, v->name);
    return arena_print(
        a, "call mito_register%s('%s', %s, %s%s)", fixed ? "_fixed" : "", name,
        v->name, array->count,
        array->halo > 0 ? arena_print(a, ", mito_layout(halo=%d)", array->halo)
                        : "");
}

const char *suggest_code_array(enum variables_language language,
                               const struct variables_one *v,
                               const struct suggest_code_array *array,
                               arena_t *a)
{
    switch (language) {
    case VARIABLES_FORTRAN:
        return array_fortran(v, array, a);
    case VARIABLES_CPLUSPLUS:
        return array_cplusplus(v, array, a);
    default:
        return array_c(v, array, a);
    }
}

const char *suggest_code_include(enum variables_language language)
{
    return language == VARIABLES_FORTRAN     ? "use mitosis"
           : language == VARIABLES_CPLUSPLUS ? "#include <mitosis.hpp>"
                                             : "#include <mitosis.h>";
}

const char *suggest_code_sync(enum variables_language language)
{
    return language == VARIABLES_FORTRAN     ? "call mito_sync()"
           : language == VARIABLES_CPLUSPLUS ? "mito::sync();"
                                             : "mito_sync();";
}
