/* variables.c - the variables of a program that stands still
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "report/code/variable_access.h"
#include "report/code/variable_place.h"
#include "report/code/variable_type.h"
#include "report/code/variables.h"

enum { DEPTH = 4, FEW = 8, MOST = 20000, SEEN = 512, CALLERS = 32 };

struct walk {
    struct variable_context c;
    arena_t *a;
    void (*each)(const struct variables_one *v, void *arg);
    void *arg;
    size_t told;
    const char *dot; /* between a struct and its member */
    bool is_cplusplus;
    struct variables_one top; /* what all parts of a variable have alike */
    struct variable_access access; /* of the function */
    const char *within;            /* the one that a global is static in */
    const char *module;            /* or the one of Fortran that it is in */
    const char *unit;              /* or the file, if it is another one */
    Dwarf_Die home;                /* the unit of the function */
    size_t seen;
    uint64_t seen_at[SEEN]; /* structs that were taken apart */
};

/* A part of a variable: in memory, or in bytes that are at hand. */
struct part {
    uint64_t address;
    const unsigned char *bytes;
    const char *name;           /* as the program would write it */
    int depth;                  /* of how many others it is a part */
    const char *kept, *unnamed; /* as in struct variables_one */
};

static bool read_part(struct walk *w, struct part p, void *to, size_t bytes)
{
    const struct variables_state *state = w->c.state;

    if (p.bytes) {
        memcpy(to, p.bytes, bytes);
        return true;
    }
    return state->read(p.address, to, bytes, state->arg);
}

/* What is called 'name' and begins 'offset' bytes behind the begin of 'p'. */
static struct part part_at(struct part p, uint64_t offset, const char *name)
{
    p.name = name;
    if (p.bytes)
        p.bytes += offset;
    else
        p.address += offset;
    return p;
}

/* ---- parts ---- */

static bool is_record(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);

    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

static void describe(Dwarf_Die *type,
                     const char *name,
                     struct variables_one *v)
{
    Dwarf_Attribute attribute;
    Dwarf_Word encoding = DW_ATE_signed;

    if (dwarf_tag(type) == DW_TAG_base_type)
        dwarf_formudata(dwarf_attr(type, DW_AT_encoding, &attribute),
                        &encoding);
    v->type = name ? name : "?";
    v->bytes = (unsigned)variable_type_bytes(type);
    v->is_record = is_record(type);
    v->has_pointers = variable_type_has_pointers(type);
    v->is_complex = encoding == DW_ATE_complex_float;
    v->is_float = encoding == DW_ATE_float;
    v->is_bool = encoding == DW_ATE_boolean;
    v->is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
    v->is_handle =
        name && strncmp(name, "MPI_", 4) == 0 && strcmp(name, "MPI_Aint") != 0
        && strcmp(name, "MPI_Count") != 0 && strcmp(name, "MPI_Offset") != 0;
}

/* A part with its name and, unless it has none, its address. */
static struct variables_one one_of(const struct walk *w, struct part p)
{
    struct variables_one v = w->top;

    v.name = p.name;
    v.address = p.bytes ? 0 : p.address;
    v.kept = p.kept;
    v.unnamed = p.unnamed;
    return v;
}

static void tell(struct walk *w, const struct variables_one *v)
{
    if (w->told++ < MOST)
        w->each(v, w->arg);
}

/* What is not taken apart. */
static void other(struct walk *w, const char *name, const char *type)
{
    struct variables_one v = w->top;

    v.name = name;
    v.type = type;
    v.kind = VARIABLES_OTHER;
    tell(w, &v);
}

/* Nor is this, but whether it has changed can be told. */
static void opaque(struct walk *w,
                   Dwarf_Die *type,
                   const char *type_name,
                   struct part p,
                   const char *why)
{
    struct variables_one v = one_of(w, p);

    describe(type, type_name, &v);
    v.has_pointers = false;
    v.unnamed = why;
    v.kind = v.address ? VARIABLES_ARRAY : VARIABLES_OTHER;
    v.elements = v.address;
    v.size = v.bytes;
    if (v.bytes > 0)
        tell(w, &v);
}

static void part(struct walk *w,
                 Dwarf_Die *type,
                 const char *type_name,
                 struct part p);

/* The bits of a number; of one that has more than there is room for, something
 * that is another one whenever the number is.  What fills up a long double is
 * no part of it.
 */
static uint64_t value_of(const unsigned char *bytes,
                         const struct variables_one *v)
{
    uint64_t half[2];

    memcpy(half, bytes, sizeof(half));
    if (strcmp(v->type, "long double") == 0
        || strcmp(v->type, "real(kind=10)") == 0)
        half[1] &= 0xffff;
    return half[0] + half[1] * 0x9e3779b97f4a7c15;
}

static void number(struct walk *w,
                   Dwarf_Die *type,
                   const char *type_name,
                   struct part p)
{
    struct variables_one v = one_of(w, p);
    unsigned char bytes[16] = { 0 };

    describe(type, type_name, &v);
    v.kind = VARIABLES_NUMBER;
    if (v.bytes == 0)
        return;
    if (v.bytes > sizeof(bytes)) {
        opaque(w, type, type_name, p, "a number that MPI has no type for");
        return;
    }
    if (!read_part(w, p, bytes, v.bytes))
        v.kind = VARIABLES_LOST;
    v.value = value_of(bytes, &v);
    tell(w, &v);
}

static void bit_field(struct walk *w,
                      Dwarf_Die *type,
                      const char *type_name,
                      struct part p,
                      Dwarf_Die *member,
                      Dwarf_Word bits)
{
    struct variables_one v = one_of(w, p);
    Dwarf_Attribute attribute;
    Dwarf_Word at = 0;

    describe(type, type_name, &v);
    if (dwarf_formudata(dwarf_attr(member, DW_AT_bit_offset, &attribute), &at)
        == 0)
        at = 8 * v.bytes - at - bits; /* It was told from the other end. */
    else
        dwarf_formudata(dwarf_attr(member, DW_AT_data_bit_offset, &attribute),
                        &at);
    v.kind = VARIABLES_NUMBER;
    v.address = 0;
    v.unnamed = "a bit-field, which has no address";
    if (at % 8 + bits > 64
        || !read_part(w, part_at(p, at / 8, p.name), &v.value,
                      (at % 8 + bits + 7) / 8))
        return;
    v.value = v.value >> at % 8 & (bits < 64 ? (1ull << bits) - 1 : ~0ull);
    tell(w, &v);
}

static bool was_seen(struct walk *w, uint64_t address)
{
    for (size_t i = 0; i < w->seen; i++)
        if (w->seen_at[i] == address)
            return true;
    if (w->seen < SEEN)
        w->seen_at[w->seen++] = address;
    return w->seen == SEEN;
}

static void members(struct walk *w,
                    Dwarf_Die *record,
                    const char *link,
                    struct part p);

static void member(struct walk *w,
                   Dwarf_Die *die,
                   Dwarf_Die *type,
                   const char *link,
                   struct part p)
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
        bit_field(w, type, variable_type_name(named), p, die, bits);
    else
        part(w, type, variable_type_name(named), p);
}

static void members(struct walk *w,
                    Dwarf_Die *record,
                    const char *link,
                    struct part p)
{
    Dwarf_Die child, type;

    if (dwarf_child(record, &child) != 0)
        return;
    do {
        int tag = dwarf_tag(&child);
        Dwarf_Attribute attribute;
        Dwarf_Word offset = 0;
        struct part m;

        if ((tag != DW_TAG_inheritance && tag != DW_TAG_member)
            || dwarf_hasattr(&child, DW_AT_external)
            || !variable_type_plain(&child, &type))
            continue;
        dwarf_formudata(
            dwarf_attr(&child, DW_AT_data_member_location, &attribute),
            &offset);
        m = part_at(p, offset, p.name);
        if (!m.kept)
            m.kept = variable_access_kept(&w->access, record, &child);
        if (tag == DW_TAG_inheritance)
            members(w, &type, link, m);
        else
            member(w, &child, &type, link, m);
    } while (dwarf_siblingof(&child, &child) == 0);
}

/* Three pointers: where it begins, where it ends, where its room ends. */
static bool vector(struct walk *w, Dwarf_Die *record, struct part p)
{
    const char *type_name = dwarf_diename(record);
    struct variables_one v = one_of(w, p);
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
                || !read_part(w, p, pointer, sizeof(pointer)))
                return true;
            describe(&type, variable_type_name(named), &v);
            v.kind = VARIABLES_VECTOR;
            v.elements = pointer[0];
            v.size = pointer[1] - pointer[0];
            tell(w, &v);
            return true;
        }
    while (dwarf_siblingof(&child, &child) == 0);
    return true;
}

/* What a pointer leads to. */
struct target {
    Dwarf_Die type, named;
    bool is_smart;
};

static bool is_this(const char *name)
{
    return strcmp(name, "this") == 0;
}

/* A pointer that does not say to what. */
static void untyped(struct walk *w, struct part p)
{
    const struct variables_state *state = w->c.state;
    struct variables_one v = one_of(w, p);

    if (!read_part(w, p, &v.elements, sizeof(v.elements)) || !v.elements)
        return;
    v.type = "void";
    v.kind = VARIABLES_POINTER;
    v.bytes = 1;
    v.size = state->extent(v.elements, state->arg);
    v.unnamed = "a pointer that does not say to what";
    if (v.size > 0)
        tell(w, &v);
}

/* A number, or the first of how many, of another function maybe. */
static void unbounded(struct walk *w,
                      struct target *to,
                      struct part p,
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
    number(w, &to->type, variable_type_name(to->named), p);
}

/* One struct, which is taken apart, or elements. */
static void pointed(struct walk *w, struct target *to, struct part p)
{
    const struct variables_state *state = w->c.state;
    struct variables_one v = one_of(w, p);

    if (!read_part(w, p, &v.elements, sizeof(v.elements)) || !v.elements)
        return;
    describe(&to->type, variable_type_name(to->named), &v);
    v.kind = VARIABLES_POINTER;
    v.is_smart = to->is_smart;
    v.size = state->extent(v.elements, state->arg);
    if (v.is_record && v.size < 2 * (uint64_t)v.bytes && !is_this(p.name)
        && variable_type_is_linked(&to->type)) {
        other(w, p.name,
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
            part(w, &to->type, v.type, p);
        else if (p.depth < DEPTH && !was_seen(w, v.elements))
            members(w, &to->type, "->", p);
        return;
    }
    if ((variable_type_is_number(&to->type) || v.is_record) && v.size > 0
        && v.bytes > 0)
        tell(w, &v);
    else if (variable_type_is_number(&to->type) && v.size == 0)
        unbounded(w, to, p, v.elements);
}

/* A pointer, and perhaps more behind it: of a std::unique_ptr what deletes,
 * of a std::shared_ptr who shares.  Its members' names are the library's own.
 */
static bool smart_pointer(struct walk *w, Dwarf_Die *record, struct part p)
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
                pointed(w, &to, p);
            return true;
        }
    while (dwarf_siblingof(&child, &child) == 0);
    return true;
}

/* Of other containers the members are the library's own, too. */
static bool container(struct walk *w, Dwarf_Die *record, struct part p)
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
            other(w, p.name,
                  arena_print(w->a, "%s, a container that is not looked at",
                              names[i]));
            return true;
        }
    return false;
}

/* The one member of a std::array has the name of the whole; a std::complex is
 * a number.
 */
static bool wrapped(struct walk *w,
                    Dwarf_Die *type,
                    const char *type_name,
                    struct part p)
{
    const char *name = dwarf_diename(type);
    Dwarf_Die child, member;

    if (strncmp(name, "complex<", 8) == 0) {
        number(w, type, type_name, p);
        return true;
    }
    if (strncmp(name, "array<", 6) != 0 || dwarf_child(type, &child) != 0)
        return false;
    do
        if (dwarf_tag(&child) == DW_TAG_member
            && variable_type_plain(&child, &member)) {
            part(w, &member, NULL, p);
            return true;
        }
    while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

/* Of what the C++ library declares, members have names of its own. */
static bool library_type(struct walk *w,
                         Dwarf_Die *type,
                         const char *type_name,
                         struct part p)
{
    const char *file = dwarf_decl_file(type), *name = dwarf_diename(type);

    if (!file || !name || !strstr(file, "/include/c++/")
        || strncmp(name, "pair<", 5) == 0)
        return false;
    if (!wrapped(w, type, type_name, p))
        opaque(w, type, type_name, p,
               "a type of the C++ library: register all of it if it may be "
               "copied "
               "as bytes");
    return true;
}

/* What a lambda has caught by reference is a variable by itself. */
static bool lambda(struct walk *w, Dwarf_Die *type, struct part p)
{
    Dwarf_Die child;

    if (dwarf_diename(type) || dwarf_child(type, &child) != 0)
        return false;
    do {
        const char *name = dwarf_diename(&child);

        if (dwarf_tag(&child) == DW_TAG_subprogram && name
            && strcmp(name, "operator()") == 0) {
            opaque(w, type, "lambda", p, "of which the parts have no names");
            return true;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

static void record(struct walk *w,
                   Dwarf_Die *type,
                   const char *type_name,
                   struct part p)
{
    if (!container(w, type, p) && !vector(w, type, p)
        && !smart_pointer(w, type, p) && !lambda(w, type, p)
        && !library_type(w, type, type_name, p) && p.depth < DEPTH)
        members(w, type, w->dot, p);
}

/* A pointer to rows leads to their elements. */
static void target(struct walk *w, Dwarf_Die *pointer, struct part p)
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
    pointed(w, &to, p);
}

/* A reference is what it refers to, by another name. */
static void reference(struct walk *w, Dwarf_Die *die, struct part p)
{
    Dwarf_Die type, named;

    if (!variable_type_plain(die, &type) || !variable_type_of(die, &named)
        || !read_part(w, p, &p.address, sizeof(p.address)) || !p.address)
        return;
    p.bytes = NULL;
    part(w, &type, variable_type_name(named), p);
}

/* A few numbers are told one by one, as a language counts them. */
static void elements(struct walk *w,
                     Dwarf_Die *type,
                     const char *type_name,
                     struct part p,
                     uint64_t count)
{
    bool fortran = *w->dot == '%';

    w->top.few = (unsigned)count;
    w->top.few_sign = fortran ? '(' : '[';
    for (uint64_t i = 0; i < count; i++)
        number(w, type, type_name,
               part_at(
                   p, i * variable_type_bytes(type),
                   arena_print(w->a, fortran ? "%s(%llu)" : "%s[%llu]", p.name,
                               (unsigned long long)(fortran ? i + 1 : i))));
    w->top.few = 0;
}

static void array(struct walk *w, Dwarf_Die *type, struct part p)
{
    const struct variables_state *state = w->c.state;
    struct variables_one v = one_of(w, p);
    Dwarf_Die of, named;

    if (!variable_type_plain(type, &of) || !variable_type_of(type, &named))
        return;
    describe(&of, variable_type_name(named), &v);
    v.rank = variable_type_dimensions(type);
    if (dwarf_hasattr(type, DW_AT_data_location)) {
        v.kind = VARIABLES_ALLOCATED;
        if (!read_part(w, p, &v.elements, sizeof(v.elements)) || !v.elements)
            return;
        v.size = state->extent(v.elements, state->arg);
    } else {
        v.kind = VARIABLES_ARRAY;
        v.elements = v.address;
        v.size = variable_type_bytes(type);
        if (v.bytes && !w->top.is_global && !variable_type_has_length(type))
            other(
                w, p.name,
                arena_print(w->a, "%s, an array of variable length", v.type));
        if (!v.bytes || !v.elements || !v.size)
            return;
        for (uint64_t i = 0;
             dwarf_tag(&of) == DW_TAG_pointer_type && v.size / v.bytes <= FEW
             && i < v.size / v.bytes;
             i++) {
            struct part e = part_at(
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
        tell(w, &v);
}

static void part(struct walk *w,
                 Dwarf_Die *type,
                 const char *type_name,
                 struct part p)
{
    if (!p.name)
        return;
    switch (dwarf_tag(type)) {
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type:
        number(w, type, type_name, p);
        break;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
        if (!type_name || strncmp(type_name, "MPI_", 4) != 0)
            record(w, type, type_name, p);
        break;
    case DW_TAG_union_type:
        opaque(w, type, type_name ? type_name : "union", p,
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
        other(w, p.name, "character");
        break;
    default:
        break;
    }
}

/* ---- variables ---- */

static void find_line(Dwarf_Die *die, struct variables_one *v)
{
    v->line = 0;
    v->file = dwarf_decl_file(die);
    dwarf_decl_line(die, &v->line);
}

/* In C++ a global's name has that of its class and namespace before it. */
static void name_scope(struct walk *w, Dwarf_Die *die, struct part *p)
{
    const char *scope = symbols_scope(die, w->a);
    Dwarf_Die declared, *scopes = NULL;

    if (!scope)
        return;
    p->name = arena_print(w->a, "%s%s", scope, p->name);
    symbols_declaration(die, &declared);
    if (dwarf_getscopes_die(&declared, &scopes) > 1)
        p->kept = variable_access_kept(&w->access, &scopes[1], &declared);
    free(scopes);
}

/* What is static, or private in a module, is not known by its name elsewhere;
 * what is not has to be declared, or its module used.
 */
static void name_global(struct walk *w, Dwarf_Die *die, struct part *p)
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
        } else if (!variable_access_uses(&w->access, w->module)) {
            p->kept = arena_print(w->a,
                                  "in the module %s, of which not all is used "
                                  "here",
                                  w->module);
        }
    } else if (w->unit && !is_external) {
        p->name = arena_print(w->a, "%s in %s", plain, w->unit);
        p->unnamed = "static there";
    } else if (*w->dot == '.') {
        if (w->is_cplusplus)
            name_scope(w, die, p);
        if (w->unit && !variable_access_declares(&w->home, plain))
            p->kept = arena_print(
                w->a, "defined in %s and not used in this file", w->unit);
    }
}

static void variable(struct walk *w, Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    struct variable_place place;
    struct variables_one lost;
    Dwarf_Die type, named;

    if (!name || !variable_type_plain(die, &type)
        || !variable_type_of(die, &named)
        || dwarf_hasattr_integrate(die, DW_AT_artificial) != 0) {
        if (!name || strcmp(name, "this") != 0)
            return;
        if (!variable_type_plain(die, &type) || !variable_type_of(die, &named))
            return;
    }
    find_line(die, &w->top);
    if (variable_place_find(&w->c, die, variable_type_bytes(&type), &place)) {
        struct part p = { .address = place.address,
                          .bytes = place.address ? NULL : place.bytes,
                          .name = arena_print(w->a, "%s", name) };

        if (w->top.is_global)
            name_global(w, die, &p);
        part(w, &type, variable_type_name(named), p);
        return;
    }
    if (w->top.is_global)
        return;
    lost = w->top;
    describe(&type, variable_type_name(named), &lost);
    lost.name = arena_print(w->a, "%s", name);
    lost.kind = VARIABLES_LOST;
    tell(w, &lost);
}

static void children(struct walk *w, Dwarf_Die *scope)
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
static void hosts(struct walk *w, Dwarf_Die *chain, int count)
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
static void locals(struct walk *w,
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
            variable_access_add(&w->access, &chain[i]);
    for (int i = first; i <= last; i++) {
        w->seen = 0;
        children(w, &chain[i]);
    }
    variable_access_use(&w->access, w->c.symbols, chain, count);
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

static void globals(struct walk *w, Dwarf_Die *scope, int depth)
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
            if (!variable_access_is_in(&w->access, &child))
                w->within = dwarf_diename(&child);
            globals(w, &child, depth + 1);
            w->within = within;
            break;
        default:
            break;
        }
    while (dwarf_siblingof(&child, &child) == 0);
}

static int list(struct walk *w,
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

    switch (unit ? dwarf_srclang(unit) : -1) {
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14:
        return VARIABLES_CPLUSPLUS;
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
    static struct walk w;
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = symbols_unit(s, address - 1 + s->bias, &bias);

    if (!unit)
        return error_set(err, "it has no debug information there; compile it "
                              "with -g");
    w = (struct walk){ .a = a, .each = each, .arg = arg };
    w.dot = variables_language(s, address) == VARIABLES_FORTRAN ? "%" : ".";
    w.is_cplusplus = variables_language(s, address) == VARIABLES_CPLUSPLUS;
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
