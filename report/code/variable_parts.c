/* variable_parts.c - variables taken apart to numbers, pointers and arrays
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dwarf.h>
#include <string.h>

#include "report/code/variable_parts.h"
#include "report/code/variable_type.h"

enum { DEPTH = 4, FEW = 8, MOST = 20000 };

static bool read_part(struct variable_walk *w,
                      struct variable_part p,
                      void *to,
                      size_t bytes)
{
    const struct variables_state *state = w->c.state;

    if (p.bytes) {
        memcpy(to, p.bytes, bytes);
        return true;
    }
    return state->read(p.address, to, bytes, state->arg);
}

/* What is called 'name' and begins 'offset' bytes behind the begin of 'p'. */
static struct variable_part part_at(struct variable_part p,
                                    uint64_t offset,
                                    const char *name)
{
    p.name = name;
    if (p.bytes)
        p.bytes += offset;
    else
        p.address += offset;
    return p;
}

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
static struct variables_one one_of(const struct variable_walk *w,
                                   struct variable_part p)
{
    struct variables_one v = w->top;

    v.name = p.name;
    v.address = p.bytes ? 0 : p.address;
    v.kept = p.kept;
    v.unnamed = p.unnamed;
    return v;
}

static void tell(struct variable_walk *w, const struct variables_one *v)
{
    if (w->told++ < MOST)
        w->each(v, w->arg);
}

/* What is not taken apart. */
static void other(struct variable_walk *w, const char *name, const char *type)
{
    struct variables_one v = w->top;

    v.name = name;
    v.type = type;
    v.kind = VARIABLES_OTHER;
    tell(w, &v);
}

/* Nor is this, but whether it has changed can be told. */
static void opaque(struct variable_walk *w,
                   Dwarf_Die *type,
                   const char *type_name,
                   struct variable_part p,
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

static void number(struct variable_walk *w,
                   Dwarf_Die *type,
                   const char *type_name,
                   struct variable_part p)
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

static void bit_field(struct variable_walk *w,
                      Dwarf_Die *type,
                      const char *type_name,
                      struct variable_part p,
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

static bool was_seen(struct variable_walk *w, uint64_t address)
{
    for (size_t i = 0; i < w->seen; i++)
        if (w->seen_at[i] == address)
            return true;
    if (w->seen < VARIABLE_PARTS_SEEN)
        w->seen_at[w->seen++] = address;
    return w->seen == VARIABLE_PARTS_SEEN;
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
        bit_field(w, type, variable_type_name(named), p, die, bits);
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
static bool vector(struct variable_walk *w,
                   Dwarf_Die *record,
                   struct variable_part p)
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
static void untyped(struct variable_walk *w, struct variable_part p)
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
    number(w, &to->type, variable_type_name(to->named), p);
}

/* One struct, which is taken apart, or elements. */
static void pointed(struct variable_walk *w,
                    struct target *to,
                    struct variable_part p)
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
            variable_parts_tell(w, &to->type, v.type, p);
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
                pointed(w, &to, p);
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
static bool wrapped(struct variable_walk *w,
                    Dwarf_Die *type,
                    const char *type_name,
                    struct variable_part p)
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
        opaque(w, type, type_name, p,
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
            opaque(w, type, "lambda", p, "of which the parts have no names");
            return true;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

static void record(struct variable_walk *w,
                   Dwarf_Die *type,
                   const char *type_name,
                   struct variable_part p)
{
    if (!container(w, type, p) && !vector(w, type, p)
        && !smart_pointer(w, type, p) && !lambda(w, type, p)
        && !library_type(w, type, type_name, p) && p.depth < DEPTH)
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
    pointed(w, &to, p);
}

/* A reference is what it refers to, by another name. */
static void reference(struct variable_walk *w,
                      Dwarf_Die *die,
                      struct variable_part p)
{
    Dwarf_Die type, named;

    if (!variable_type_plain(die, &type) || !variable_type_of(die, &named)
        || !read_part(w, p, &p.address, sizeof(p.address)) || !p.address)
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
        number(w, type, type_name,
               part_at(
                   p, i * variable_type_bytes(type),
                   arena_print(w->a, fortran ? "%s(%llu)" : "%s[%llu]", p.name,
                               (unsigned long long)(fortran ? i + 1 : i))));
    w->top.few = 0;
}

static void array(struct variable_walk *w,
                  Dwarf_Die *type,
                  struct variable_part p)
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
            struct variable_part e = part_at(
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

void variable_parts_lost(struct variable_walk *w,
                         Dwarf_Die *type,
                         const char *type_name,
                         const char *name)
{
    struct variables_one lost = w->top;

    describe(type, type_name, &lost);
    lost.name = name;
    lost.kind = VARIABLES_LOST;
    tell(w, &lost);
}
