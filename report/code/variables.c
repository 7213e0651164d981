/* variables.c - the variables of a program that stands still
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "report/code/variable_parts.h"
#include "report/code/variable_type.h"
#include "report/code/variables.h"

enum { DEPTH = 4, CALLERS = 32 };

static void find_line(Dwarf_Die *die, struct variables_one *v)
{
    v->line = 0;
    v->file = dwarf_decl_file(die);
    dwarf_decl_line(die, &v->line);
}

/* In C++ a global's name has that of its class and namespace before it. */
static void name_scope(struct variable_walk *w,
                       Dwarf_Die *die,
                       struct variable_part *p)
{
    const char *scope = symbols_scope(die, w->a);
    Dwarf_Die declared, *scopes = NULL;

    if (!scope)
        return;
    p->name = arena_print(w->a, "%s%s", scope, p->name);
    symbols_declaration(die, &declared);
    if (dwarf_getscopes_die(&declared, &scopes) > 1)
        p->kept = variable_visibility_kept(&w->access, &scopes[1], &declared);
    free(scopes);
}

/* What is static, or private in a module, is not known by its name elsewhere;
 * what is not has to be declared, or its module used.
 */
static void name_global(struct variable_walk *w,
                        Dwarf_Die *die,
                        struct variable_part *p)
{
    bool is_external = dwarf_hasattr_integrate(die, DW_AT_external);
    const char *plain = p->name;

    if (w->within) {
        p->name = arena_print(w->a, "%s in %s()", plain, w->within);
        p->unnamed = "static there";
    } else if (w->module) {
        if (!is_external
            && (!w->access.within
                || strcmp(w->access.within, w->module) != 0)) {
            p->name = arena_print(w->a, "%s in %s", plain, w->module);
            p->unnamed = "private there";
        } else {
            p->name =
                variable_visibility_used(&w->access, w->module, plain, w->a);
            if (!p->name) {
                p->name = plain;
                p->kept = arena_print(w->a,
                                      "in the module %s, of which not all is "
                                      "used here",
                                      w->module);
            }
        }
    } else if (w->unit && !is_external) {
        p->name = arena_print(w->a, "%s in %s", plain, w->unit);
        p->unnamed = "static there";
    } else if (*w->dot == '.') {
        if (w->is_cplusplus)
            name_scope(w, die, p);
        if (w->unit && !variable_visibility_declares(&w->home, plain))
            p->kept = arena_print(
                w->a, "defined in %s and not used in this file", w->unit);
    }
}

/* What a procedure of Fortran is given with its bounds, a(:), is said to be
 * the compiler's.
 */
static bool is_shaped(const struct variable_walk *w, Dwarf_Die *type)
{
    return w->is_argument && *w->dot == '%'
           && dwarf_tag(type) == DW_TAG_array_type
           && dwarf_hasattr(type, DW_AT_data_location);
}

static void variable(struct variable_walk *w, Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    struct variable_place place;
    Dwarf_Die type, named;

    w->is_argument = dwarf_tag(die) == DW_TAG_formal_parameter;
    if (!name || !variable_type_plain(die, &type)
        || !variable_type_of(die, &named)
        || (dwarf_hasattr_integrate(die, DW_AT_artificial) != 0
            && !is_shaped(w, &type))) {
        if (!name || strcmp(name, "this") != 0)
            return;
        if (!variable_type_plain(die, &type) || !variable_type_of(die, &named))
            return;
    }
    find_line(die, &w->top);
    if (variable_place_find(&w->c, die, variable_type_bytes(&type), &place)) {
        struct variable_part p = { .address = place.address,
                                   .bytes = place.address ? NULL : place.bytes,
                                   .name = arena_print(w->a, "%s", name) };

        if (w->top.is_global)
            name_global(w, die, &p);
        variable_parts_tell(w, &type, variable_type_name(named), p);
        return;
    }
    if (w->top.is_global)
        return;
    variable_parts_lost(w, &type, variable_type_name(named),
                        arena_print(w->a, "%s", name));
}

static void children(struct variable_walk *w, Dwarf_Die *scope)
{
    Dwarf_Die child;

    if (dwarf_child(scope, &child) != 0)
        return;
    do
        if (dwarf_tag(&child) == DW_TAG_variable
            || dwarf_tag(&child) == DW_TAG_formal_parameter)
            variable(w, &child);
    while (dwarf_siblingof(&child, &child) == 0);
}

static bool is_function(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);

    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

static bool is_named(Dwarf_Die *die, const char *function)
{
    const char *name = dwarf_diename(die);
    size_t length = name ? strlen(name) : 0, all = strlen(function);

    return name && all >= length && strcmp(function + all - length, name) == 0;
}

/* Those of the functions around one that is within them, as procedures in
 * Fortran are: one of its callers is the one around it.
 */
static void hosts(struct variable_walk *w, Dwarf_Die *chain, int count)
{
    struct variables_state state = *w->c.state;
    struct variable_context c = w->c;
    int at = 1;

    w->c.state = &state;
    for (int i = 0; i < CALLERS && variable_place_leave(&w->c, &state); i++)
        for (int k = at; k < count; k++)
            if (dwarf_tag(&chain[k]) == DW_TAG_subprogram
                && dwarf_haspc(&chain[k], w->c.pc - 1) == 1) {
                w->c.function = &chain[k];
                w->seen = 0;
                children(w, &chain[k]);
                at = k + 1;
            }
    w->c = c;
}

/* The scopes of the function asked for, from the innermost outwards.  What a
 * variable of one of them leads to is told in the next one again: the first
 * may be gone where the other is not.
 */
static void locals(struct variable_walk *w,
                   Dwarf_Die *chain,
                   int count,
                   const char *function)
{
    int first = 0, last = 0;

    while (
        last < count
        && (!is_function(&chain[last]) || !is_named(&chain[last], function))) {
        if (is_function(&chain[last]))
            first = last + 1;
        last++;
    }
    if (last == count)
        return;
    for (int i = last; i < count && !w->c.function; i++)
        if (dwarf_tag(&chain[i]) == DW_TAG_subprogram)
            w->c.function = &chain[i];
    for (int i = first; i < count; i++)
        if (is_function(&chain[i]))
            variable_visibility_add(&w->access, &chain[i]);
    for (int i = first; i <= last; i++) {
        w->seen = 0;
        children(w, &chain[i]);
    }
    if (*w->dot == '%')
        variable_visibility_use(&w->access, w->c.symbols, chain, count, w->a);
    if (w->c.function == &chain[last])
        hosts(w, chain + last, count - last);
}

/* Whether it has a place of its own, whatever function runs. */
static bool is_static(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t count;

    return dwarf_tag(die) == DW_TAG_variable
           && dwarf_attr_integrate(die, DW_AT_location, &attribute)
           && dwarf_getlocation(&attribute, &ops, &count) == 0 && count > 0
           && (ops[0].atom == DW_OP_addr || ops[0].atom == DW_OP_addrx);
}

static void globals(struct variable_walk *w, Dwarf_Die *scope, int depth)
{
    const char *within;
    Dwarf_Die child;

    if (depth > DEPTH || dwarf_child(scope, &child) != 0)
        return;
    do
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
            if (is_static(&child))
                variable(w, &child);
            break;
        case DW_TAG_module:
            w->module = dwarf_diename(&child);
            globals(w, &child, depth + 1);
            w->module = NULL;
            break;
        case DW_TAG_namespace:
        case DW_TAG_common_block:
        case DW_TAG_lexical_block:
            globals(w, &child, depth + 1);
            break;
        case DW_TAG_subprogram:
            within = w->within;
            if (!variable_visibility_is_in(&w->access, &child))
                w->within = dwarf_diename(&child);
            globals(w, &child, depth + 1);
            w->within = within;
            break;
        default:
            break;
        }
    while (dwarf_siblingof(&child, &child) == 0);
}

static int list(struct variable_walk *w,
                Dwarf_Die *unit,
                const char *function,
                struct error *err)
{
    Dwarf_Die *scopes;
    int count = symbols_scopes(unit, w->c.pc - 1, &scopes);

    if (count <= 0) {
        free(scopes);
        return error_set(err, "no function is known there");
    }
    locals(w, scopes, count, function);
    free(scopes);
    return 0;
}

enum variables_language variables_language(symbols_t *s, uint64_t address)
{
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = symbols_unit(s, address - 1 + s->bias, &bias);

    if (unit && symbols_is_cplusplus(unit))
        return VARIABLES_CPLUSPLUS;
    switch (unit ? dwarf_srclang(unit) : -1) {
    case DW_LANG_Fortran77:
    case DW_LANG_Fortran90:
    case DW_LANG_Fortran95:
    case DW_LANG_Fortran03:
    case DW_LANG_Fortran08:
        return VARIABLES_FORTRAN;
    default:
        return VARIABLES_C;
    }
}

int variables_list(symbols_t *s,
                   uint64_t address,
                   const char *function,
                   const struct variables_state *state,
                   arena_t *a,
                   void (*each)(const struct variables_one *v, void *arg),
                   void *arg,
                   struct error *err)
{
    static struct variable_walk w;
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = symbols_unit(s, address - 1 + s->bias, &bias);

    if (!unit)
        return error_set(err, "it has no debug information there; compile it "
                              "with -g");
    w = (struct variable_walk){ .a = a, .each = each, .arg = arg };
    w.dot = variables_language(s, address) == VARIABLES_FORTRAN ? "%" : ".";
    w.is_cplusplus = symbols_is_cplusplus(unit);
    w.c = (struct variable_context){ .symbols = s, .state = state };
    w.c.pc = address + s->bias - bias;
    w.c.bias = bias - s->bias + state->base;
    w.home = *unit;
    if (list(&w, unit, function, err) < 0)
        return -1;
    w.top.is_global = true;
    w.c.function = NULL;
    for (unit = dwfl_module_nextcu(s->module, NULL, &bias); unit;
         unit = dwfl_module_nextcu(s->module, unit, &bias)) {
        const char *file = dwarf_diename(unit);

        w.c.bias = bias - s->bias + state->base;
        w.unit = dwarf_dieoffset(unit) == dwarf_dieoffset(&w.home) || !file
                     ? NULL
                     : basename(file);
        globals(&w, unit, 0);
    }
    return 0;
}
