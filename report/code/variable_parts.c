/* variable_parts.c - variables taken apart to numbers, pointers and arrays
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dwarf.h>
#include <string.h>

#include "report/code/variable_parts_internal.h"
#include "report/code/variable_type.h"

enum { DEPTH = 4, FEW = 8 };

static bool was_seen(struct variable_walk *w, uint64_t address)
{
    for (size_t i = 0; i < w->seen; i++)
        if (w->seen_at[i] == address)
            return true;
    if (w->seen < VARIABLE_WALK_SEEN)
        w->seen_at[w->seen++] = address;
    return w->seen == VARIABLE_WALK_SEEN;
}

static void members(struct variable_walk *w,
                    Dwarf_Die *record,
                    const char *link,
                    struct variable_part p);

static void member(struct variable_walk *w,
                   Dwarf_Die *die,
                   Dwarf_Die *type,
                   const char *link,
                   struct variable_part p)
{
    const char *name = dwarf_diename(die);
    Dwarf_Attribute attribute;
    Dwarf_Word bits;
    Dwarf_Die named;

    if (!name && dwarf_tag(type) != DW_TAG_union_type) {
        members(w, type, link, p);
        return;
    }
    variable_type_of(die, &named);
    p.name = arena_print(w->a, "%s%s%s", p.name, link, name ? name : "union");
    p.depth++;
    if (dwarf_formudata(dwarf_attr(die, DW_AT_bit_size, &attribute), &bits)
        == 0)
        variable_describe_bit_field(w, type, variable_type_name(named), p, die,
                                    bits);
    else
        variable_parts_tell(w, type, variable_type_name(named), p);
}

static void members(struct variable_walk *w,
                    Dwarf_Die *record,
                    const char *link,
                    struct variable_part p)
{
    Dwarf_Die child, type;

    if (dwarf_child(record, &child) != 0)
        return;
    do {
        int tag = dwarf_tag(&child);
        Dwarf_Attribute attribute;
        Dwarf_Word offset = 0;
        struct variable_part m;

        if ((tag != DW_TAG_inheritance && tag != DW_TAG_member)
            || dwarf_hasattr(&child, DW_AT_external)
            || !variable_type_plain(&child, &type))
            continue;
        dwarf_formudata(
            dwarf_attr(&child, DW_AT_data_member_location, &attribute),
            &offset);
        m = variable_describe_part_at(p, offset, p.name);
        if (!m.kept)
            m.kept = variable_visibility_kept(&w->access, record, &child);
        if (tag == DW_TAG_inheritance)
            members(w, &type, link, m);
        else
            member(w, &child, &type, link, m);
    } while (dwarf_siblingof(&child, &child) == 0);
}

static bool is_this(const char *name)
{
    return strcmp(name, "this") == 0;
}

/* A pointer that does not say to what. */
static void untyped(struct variable_walk *w, struct variable_part p)
{
    const struct variables_state *state = w->c.state;
    struct variables_one v = variable_describe_one(w, p);

    if (!variable_describe_read(w, p, &v.elements, sizeof(v.elements))
        || !v.elements)
        return;
    v.type = "void";
    v.kind = VARIABLES_POINTER;
    v.bytes = 1;
    v.size = state->extent(v.elements, state->arg);
    v.unnamed = "a pointer that does not say to what";
    if (v.size > 0)
        variable_describe_deliver(w, &v);
}

/* A number, or the first of how many, of another function maybe. */
static void unbounded(struct variable_walk *w,
                      struct target *to,
                      struct variable_part p,
                      uint64_t address)
{
    const struct variables_state *state = w->c.state;
    char first;

    if (!state->read(address, &first, 1, state->arg))
        return;
    p.address = address;
    p.bytes = NULL;
    p.name = arena_print(w->a, "*%s", p.name);
    p.unnamed = "a number, or the first of several, that is elsewhere";
    variable_describe_number(w, &to->type, variable_type_name(to->named), p);
}

void variable_parts_pointed(struct variable_walk *w,
                            struct target *to,
                            struct variable_part p)
{
    const struct variables_state *state = w->c.state;
    struct variables_one v = variable_describe_one(w, p);

    if (!variable_describe_read(w, p, &v.elements, sizeof(v.elements))
        || !v.elements)
        return;
    variable_describe_type(&to->type, variable_type_name(to->named), &v);
    v.kind = VARIABLES_POINTER;
    v.is_smart = to->is_smart;
    v.size = state->extent(v.elements, state->arg);
    if (v.is_record && v.size < 2 * (uint64_t)v.bytes && !is_this(p.name)
        && variable_type_is_linked(&to->type)) {
        variable_describe_other(
            w, p.name,
            arena_print(w->a,
                        "%s, which points to others of its kind, as in a "
                        "list or a tree: what they hold is not looked at",
                        v.type));
        return;
    }
    if (v.is_record && v.size < 2 * (uint64_t)v.bytes) {
        p.address = v.elements;
        p.bytes = NULL;
        if (dwarf_tag(&to->type) == DW_TAG_union_type)
            variable_parts_tell(w, &to->type, v.type, p);
        else if (p.depth < DEPTH && !was_seen(w, v.elements))
            members(w, &to->type, "->", p);
        return;
    }
    if ((variable_type_is_number(&to->type) || v.is_record) && v.size > 0
        && v.bytes > 0)
        variable_describe_deliver(w, &v);
    else if (variable_type_is_number(&to->type) && v.size == 0)
        unbounded(w, to, p, v.elements);
}

static void record(struct variable_walk *w,
                   Dwarf_Die *type,
                   const char *type_name,
                   struct variable_part p)
{
    if (!variable_parts_cplusplus(w, type, type_name, p) && p.depth < DEPTH)
        members(w, type, w->dot, p);
}

/* A pointer to rows leads to their elements. */
static void target(struct variable_walk *w,
                   Dwarf_Die *pointer,
                   struct variable_part p)
{
    struct target to = { .is_smart = false };
    bool rows = false;

    if (!variable_type_plain(pointer, &to.type)
        || !variable_type_of(pointer, &to.named)) {
        untyped(w, p);
        return;
    }
    while (dwarf_tag(&to.type) == DW_TAG_array_type) {
        Dwarf_Die array = to.type;

        rows = true;
        if (!variable_type_plain(&array, &to.type)
            || !variable_type_of(&array, &to.named))
            return;
    }
    if (rows && (w->is_cplusplus || !variable_type_is_number(&to.type)))
        p.unnamed = "what it points to has rows of its own";
    variable_parts_pointed(w, &to, p);
}

/* A reference is what it refers to, by another name. */
static void reference(struct variable_walk *w,
                      Dwarf_Die *die,
                      struct variable_part p)
{
    Dwarf_Die type, named;

    if (!variable_type_plain(die, &type) || !variable_type_of(die, &named)
        || !variable_describe_read(w, p, &p.address, sizeof(p.address))
        || !p.address)
        return;
    p.bytes = NULL;
    variable_parts_tell(w, &type, variable_type_name(named), p);
}

/* A few numbers are told one by one, as a language counts them. */
static void elements(struct variable_walk *w,
                     Dwarf_Die *type,
                     const char *type_name,
                     struct variable_part p,
                     uint64_t count)
{
    bool fortran = *w->dot == '%';

    w->top.few = (unsigned)count;
    w->top.few_sign = fortran ? '(' : '[';
    for (uint64_t i = 0; i < count; i++)
        variable_describe_number(
            w, type, type_name,
            variable_describe_part_at(
                p, i * variable_type_bytes(type),
                arena_print(w->a, fortran ? "%s(%llu)" : "%s[%llu]", p.name,
                            (unsigned long long)(fortran ? i + 1 : i))));
    w->top.few = 0;
}

/* How many elements an array has, and for each index of its last dimension.
 * Returns whether all bounds are known.
 */
static bool count_elements(const struct variable_walk *w,
                           Dwarf_Die *type,
                           uint64_t *count,
                           uint64_t *row)
{
    Dwarf_Attribute attribute;
    Dwarf_Die child;

    *count = 1;
    if (dwarf_child(type, &child) != 0)
        return false;
    do {
        int64_t low = 1, high;

        if (dwarf_tag(&child) != DW_TAG_subrange_type)
            continue;
        *row = *count;
        if ((dwarf_attr(&child, DW_AT_lower_bound, &attribute)
             && !variable_place_number(&w->c, &attribute, &low))
            || !dwarf_attr(&child, DW_AT_upper_bound, &attribute)
            || !variable_place_number(&w->c, &attribute, &high) || high < low
            || __builtin_mul_overflow(*count, (uint64_t)(high - low) + 1,
                                      count))
            return false;
    } while (dwarf_siblingof(&child, &child) == 0);
    return true;
}

/* An array that a procedure of Fortran is given and cannot allocate, with
 * bounds that it gets with it.
 */
static bool is_given(const struct variable_walk *w, Dwarf_Die *type)
{
    return w->is_argument && *w->dot == '%'
           && !dwarf_hasattr(type, DW_AT_allocated)
           && !dwarf_hasattr(type, DW_AT_associated)
           && (dwarf_hasattr(type, DW_AT_data_location)
               || !variable_type_has_length(type));
}

static void given_array(struct variable_walk *w,
                        Dwarf_Die *type,
                        struct variable_part p,
                        struct variables_one v)
{
    uint64_t count = 0;

    v.kind = VARIABLES_ARGUMENT;
    v.elements = v.address;
    w->c.object = v.address;
    if ((dwarf_hasattr(type, DW_AT_data_location)
         && !variable_describe_read(w, p, &v.elements, sizeof(v.elements)))
        || !v.elements || !count_elements(w, type, &count, &v.row)) {
        variable_describe_other(
            w, p.name,
            arena_print(w->a, "%s, an array whose bounds are not known here",
                        v.type));
        return;
    }
    v.size = count * v.bytes;
    if (v.size > 0)
        variable_describe_deliver(w, &v);
}

static void array(struct variable_walk *w,
                  Dwarf_Die *type,
                  struct variable_part p)
{
    const struct variables_state *state = w->c.state;
    struct variables_one v = variable_describe_one(w, p);
    uint64_t count = 0;
    Dwarf_Die of, named;

    if (!variable_type_plain(type, &of) || !variable_type_of(type, &named))
        return;
    variable_describe_type(&of, variable_type_name(named), &v);
    v.rank = variable_type_dimensions(type);
    if (is_given(w, type)) {
        if (variable_type_is_number(&of))
            given_array(w, type, p, v);
        else
            variable_describe_other(
                w, p.name,
                arena_print(w->a, "%s, an array whose elements are no numbers",
                            v.type));
        return;
    }
    if (dwarf_hasattr(type, DW_AT_data_location)) {
        v.kind = VARIABLES_ALLOCATED;
        if (!variable_describe_read(w, p, &v.elements, sizeof(v.elements))
            || !v.elements)
            return;
        v.size = state->extent(v.elements, state->arg);
        w->c.object = v.address;
        if (!count_elements(w, type, &count, &v.row))
            v.row = 0;
    } else {
        v.kind = VARIABLES_ARRAY;
        v.elements = v.address;
        v.size = variable_type_bytes(type);
        if (v.bytes && !w->top.is_global && !variable_type_has_length(type))
            variable_describe_other(
                w, p.name,
                arena_print(w->a, "%s, an array of variable length", v.type));
        if (!v.bytes || !v.elements || !v.size)
            return;
        for (uint64_t i = 0;
             dwarf_tag(&of) == DW_TAG_pointer_type && v.size / v.bytes <= FEW
             && i < v.size / v.bytes;
             i++) {
            struct variable_part e = variable_describe_part_at(
                p, i * v.bytes,
                arena_print(w->a, "%s[%llu]", p.name, (unsigned long long)i));

            e.depth++;
            target(w, &of, e);
        }
        if (variable_type_is_number(&of) && v.size / v.bytes <= FEW) {
            elements(w, &of, v.type, p, v.size / v.bytes);
            return;
        }
        if (!variable_type_is_number(&of) && !v.is_record)
            return;
    }
    if (v.bytes > 0 && v.size > 0)
        variable_describe_deliver(w, &v);
}

void variable_parts_tell(struct variable_walk *w,
                         Dwarf_Die *type,
                         const char *type_name,
                         struct variable_part p)
{
    if (!p.name)
        return;
    switch (dwarf_tag(type)) {
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type:
        variable_describe_number(w, type, type_name, p);
        break;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
        if (!type_name || strncmp(type_name, "MPI_", 4) != 0)
            record(w, type, type_name, p);
        break;
    case DW_TAG_union_type:
        variable_describe_opaque(w, type, type_name ? type_name : "union", p,
                                 "a union: register what of it is in use");
        break;
    case DW_TAG_pointer_type:
        target(w, type, p);
        break;
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        reference(w, type, p);
        break;
    case DW_TAG_array_type:
        array(w, type, p);
        break;
    case DW_TAG_string_type:
        variable_describe_other(w, p.name, "character");
        break;
    default:
        break;
    }
}

void variable_parts_lost(struct variable_walk *w,
                         Dwarf_Die *type,
                         const char *type_name,
                         const char *name)
{
    struct variables_one lost = w->top;

    variable_describe_type(type, type_name, &lost);
    lost.name = name;
    lost.kind = VARIABLES_LOST;
    variable_describe_deliver(w, &lost);
}
