/* variable_parts_cplusplus.c - variables of types of the C++ library, and
 * lambdas
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dwarf.h>
#include <string.h>

#include "report/code/variable_parts_internal.h"
#include "report/code/variable_type.h"

/* Three pointers: where it begins, where it ends, where its room ends. */
static bool vector(struct variable_walk *w,
                   Dwarf_Die *record,
                   struct variable_part p)
{
    const char *type_name = dwarf_diename(record);
    struct variables_one v = variable_describe_one(w, p);
    uint64_t pointer[2];
    Dwarf_Die child, type, named;

    if (!type_name || strncmp(type_name, "vector<", 7) != 0
        || strncmp(type_name, "vector<bool", 11) == 0
        || dwarf_child(record, &child) != 0)
        return false;
    do
        if (dwarf_tag(&child) == DW_TAG_template_type_parameter) {
            if (!variable_type_plain(&child, &type)
                || !variable_type_of(&child, &named)
                || !variable_describe_read(w, p, pointer, sizeof(pointer)))
                return true;
            variable_describe_type(&type, variable_type_name(named), &v);
            v.kind = VARIABLES_VECTOR;
            v.elements = pointer[0];
            v.size = pointer[1] - pointer[0];
            variable_describe_deliver(w, &v);
            return true;
        }
    while (dwarf_siblingof(&child, &child) == 0);
    return true;
}

/* A pointer, and perhaps more behind it: of a std::unique_ptr what deletes,
 * of a std::shared_ptr who shares.  Its members' names are the library's own.
 */
static bool smart_pointer(struct variable_walk *w,
                          Dwarf_Die *record,
                          struct variable_part p)
{
    const char *type_name = dwarf_diename(record);
    struct target to = { .is_smart = true };
    Dwarf_Die child;

    if (!type_name
        || (strncmp(type_name, "unique_ptr<", 11) != 0
            && strncmp(type_name, "shared_ptr<", 11) != 0)
        || dwarf_child(record, &child) != 0)
        return false;
    do
        if (dwarf_tag(&child) == DW_TAG_template_type_parameter
            && variable_type_plain(&child, &to.type)
            && variable_type_of(&child, &to.named)) {
            Dwarf_Die array = to.type;

            if (dwarf_tag(&array) != DW_TAG_array_type
                || (variable_type_plain(&array, &to.type)
                    && variable_type_of(&array, &to.named)))
                variable_parts_pointed(w, &to, p);
            return true;
        }
    while (dwarf_siblingof(&child, &child) == 0);
    return true;
}

/* Of other containers the members are the library's own, too. */
static bool container(struct variable_walk *w,
                      Dwarf_Die *record,
                      struct variable_part p)
{
    static const char *const names[] = { "list",     "forward_list",
                                         "deque",    "map",
                                         "multimap", "unordered_map",
                                         "set",      "unordered_set",
                                         "multiset", "basic_string" };
    const char *type_name = dwarf_diename(record);
    size_t length = type_name ? strcspn(type_name, "<") : 0;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (length > 0 && type_name[length] == '<'
            && strlen(names[i]) == length
            && strncmp(type_name, names[i], length) == 0) {
            variable_describe_other(
                w, p.name,
                arena_print(w->a, "%s, a container that is not looked at",
                            names[i]));
            return true;
        }
    return false;
}

/* The one member of a std::array has the name of the whole; a std::complex is
 * a number.
 */
static bool wrapped(struct variable_walk *w,
                    Dwarf_Die *type,
                    const char *type_name,
                    struct variable_part p)
{
    const char *name = dwarf_diename(type);
    Dwarf_Die child, member;

    if (strncmp(name, "complex<", 8) == 0) {
        variable_describe_number(w, type, type_name, p);
        return true;
    }
    if (strncmp(name, "array<", 6) != 0 || dwarf_child(type, &child) != 0)
        return false;
    do
        if (dwarf_tag(&child) == DW_TAG_member
            && variable_type_plain(&child, &member)) {
            variable_parts_tell(w, &member, NULL, p);
            return true;
        }
    while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

/* Of what the C++ library declares, members have names of its own. */
static bool library_type(struct variable_walk *w,
                         Dwarf_Die *type,
                         const char *type_name,
                         struct variable_part p)
{
    const char *file = dwarf_decl_file(type), *name = dwarf_diename(type);

    if (!file || !name || !strstr(file, "/include/c++/")
        || strncmp(name, "pair<", 5) == 0)
        return false;
    if (!wrapped(w, type, type_name, p))
        variable_describe_opaque(
            w, type, type_name, p,
            "a type of the C++ library: register all of it if it may be "
            "copied "
            "as bytes");
    return true;
}

/* What a lambda has caught by reference is a variable by itself. */
static bool lambda(struct variable_walk *w,
                   Dwarf_Die *type,
                   struct variable_part p)
{
    Dwarf_Die child;

    if (dwarf_diename(type) || dwarf_child(type, &child) != 0)
        return false;
    do {
        const char *name = dwarf_diename(&child);

        if (dwarf_tag(&child) == DW_TAG_subprogram && name
            && strcmp(name, "operator()") == 0) {
            variable_describe_opaque(w, type, "lambda", p,
                                     "of which the parts have no names");
            return true;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

bool variable_parts_cplusplus(struct variable_walk *w,
                              Dwarf_Die *type,
                              const char *type_name,
                              struct variable_part p)
{
    return container(w, type, p) || vector(w, type, p)
           || smart_pointer(w, type, p) || lambda(w, type, p)
           || library_type(w, type, type_name, p);
}
