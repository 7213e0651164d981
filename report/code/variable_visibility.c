/* variable_visibility.c - which variables the code of a function sees
 *
 * The debug information has no friends, so that these are taken for strangers.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "report/code/use_statements.h"
#include "report/code/variable_type.h"
#include "report/code/variable_visibility.h"

enum { BASES = 8 };

static bool is_class(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);

    return tag == DW_TAG_class_type || tag == DW_TAG_structure_type
           || tag == DW_TAG_union_type;
}

/* A lambda is in a function, which is a member itself. */
void variable_visibility_add(struct variable_visibility *x,
                             Dwarf_Die *function)
{
    Dwarf_Die declared, *scopes = NULL;
    int count;

    if (x->functions + 2 > VARIABLE_VISIBILITY_SCOPES)
        return;
    symbols_declaration(function, &declared);
    x->at[x->functions++] = dwarf_dieoffset(function);
    x->at[x->functions++] = dwarf_dieoffset(&declared);
    count = dwarf_getscopes_die(&declared, &scopes);
    for (int i = 1; i < count && x->classes < VARIABLE_VISIBILITY_SCOPES; i++)
        if (is_class(&scopes[i])) {
            x->of[x->classes++] = scopes[i];
        } else if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram) {
            variable_visibility_add(x, &scopes[i]);
            break;
        }
    free(scopes);
}

bool variable_visibility_is_in(const struct variable_visibility *x,
                               Dwarf_Die *function)
{
    Dwarf_Die declared;

    symbols_declaration(function, &declared);
    for (unsigned i = 0; i < x->functions; i++)
        if (x->at[i] == dwarf_dieoffset(function)
            || x->at[i] == dwarf_dieoffset(&declared))
            return true;
    return false;
}

/* Each unit has a class of its own. */
static bool is_same(Dwarf_Die *a, Dwarf_Die *b)
{
    const char *name = dwarf_diename(a), *other = dwarf_diename(b);

    return dwarf_dieoffset(a) == dwarf_dieoffset(b)
           || (name && other && strcmp(name, other) == 0);
}

static bool inherits(Dwarf_Die *record, Dwarf_Die *base, int depth)
{
    Dwarf_Die child, type;

    if (is_same(record, base))
        return true;
    if (depth == BASES || dwarf_child(record, &child) != 0)
        return false;
    do
        if (dwarf_tag(&child) == DW_TAG_inheritance
            && variable_type_plain(&child, &type)
            && inherits(&type, base, depth + 1))
            return true;
    while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

const char *variable_visibility_kept(const struct variable_visibility *x,
                                     Dwarf_Die *record,
                                     Dwarf_Die *member)
{
    Dwarf_Attribute attribute;
    Dwarf_Word access = dwarf_tag(record) == DW_TAG_class_type
                            ? DW_ACCESS_private
                            : DW_ACCESS_public;
    bool is_protected;

    dwarf_formudata(dwarf_attr(member, DW_AT_accessibility, &attribute),
                    &access);
    is_protected = access == DW_ACCESS_protected;
    if (access != DW_ACCESS_private && !is_protected)
        return NULL;
    for (unsigned i = 0; i < x->classes; i++) {
        Dwarf_Die of = x->of[i];

        if (is_same(&of, record) || (is_protected && inherits(&of, record, 0)))
            return NULL;
    }
    return is_protected ? "protected" : "private";
}

static bool uses(const struct variable_visibility *x, const char *module)
{
    for (unsigned i = 0; i < x->modules; i++)
        if (strcmp(x->module[i], module) == 0)
            return true;
    return false;
}

const char *variable_visibility_used(const struct variable_visibility *x,
                                     const char *module,
                                     const char *variable,
                                     arena_t *a)
{
    const char *name = NULL;

    for (unsigned i = 0; i < x->units && !name; i++)
        name = use_statements_name(x->uses[i], module, variable, a);
    return !name && uses(x, module) ? variable : name;
}

static void add_module(struct variable_visibility *x, Dwarf_Die *module)
{
    const char *name = dwarf_diename(module);

    if (name && x->modules < VARIABLE_VISIBILITY_MODULES && !uses(x, name))
        x->module[x->modules++] = name;
}

static void add_imported(struct variable_visibility *x, Dwarf_Die *scope)
{
    Dwarf_Attribute attribute;
    Dwarf_Die child, module;

    if (dwarf_child(scope, &child) != 0)
        return;
    do
        if (dwarf_tag(&child) == DW_TAG_imported_module
            && dwarf_attr(&child, DW_AT_import, &attribute)
            && dwarf_formref_die(&attribute, &module))
            add_module(x, &module);
    while (dwarf_siblingof(&child, &child) == 0);
}

/* What stands in the source of a module or procedure. */
static void add_uses(struct variable_visibility *x, Dwarf_Die *die, arena_t *a)
{
    const char *file = dwarf_decl_file(die), *said = NULL;
    int line;

    if (file && x->units < VARIABLE_VISIBILITY_MODULES
        && dwarf_decl_line(die, &line) == 0)
        said = use_statements_read(file, line, a);
    if (said)
        x->uses[x->units++] = said;
}

/* What the module of that name uses, in whatever unit it is. */
static void add_of_module(struct variable_visibility *x,
                          symbols_t *s,
                          const char *name,
                          arena_t *a)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = dwfl_module_nextcu(s->module, NULL, &bias), child;

    for (; unit; unit = dwfl_module_nextcu(s->module, unit, &bias))
        if (dwarf_child(unit, &child) == 0)
            do
                if (dwarf_tag(&child) == DW_TAG_module && dwarf_diename(&child)
                    && strcmp(dwarf_diename(&child), name) == 0) {
                    add_imported(x, &child);
                    if (!dwarf_hasattr(&child, DW_AT_declaration))
                        add_uses(x, &child, a);
                }
            while (dwarf_siblingof(&child, &child) == 0);
}

void variable_visibility_use(struct variable_visibility *x,
                             symbols_t *s,
                             Dwarf_Die *scopes,
                             int count,
                             arena_t *a)
{
    for (int i = 0; i < count; i++) {
        if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
            add_uses(x, &scopes[i], a);
        if (dwarf_tag(&scopes[i]) == DW_TAG_module) {
            x->within = dwarf_diename(&scopes[i]);
            add_module(x, &scopes[i]);
        }
        add_imported(x, &scopes[i]);
    }
    for (unsigned i = 0; i < x->modules; i++)
        add_of_module(x, s, x->module[i], a);
}

bool variable_visibility_declares(Dwarf_Die *scope, const char *variable)
{
    Dwarf_Die child;

    if (dwarf_child(scope, &child) != 0)
        return false;
    do {
        const char *name = dwarf_diename(&child);
        int tag = dwarf_tag(&child);

        if ((tag == DW_TAG_variable || tag == DW_TAG_member) && name
            && strcmp(name, variable) == 0)
            return true;
        if ((tag == DW_TAG_namespace || is_class(&child))
            && variable_visibility_declares(&child, variable))
            return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}
