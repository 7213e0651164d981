/* variable_describe.c - describe a part of a variable to who asked
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dwarf.h>
#include <string.h>

#include "report/code/variable_describe.h"
#include "report/code/variable_type.h"

enum { MOST = 20000 }; /* parts that are told */

bool variable_describe_read(struct variable_walk *w,
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

struct variable_part variable_describe_part_at(struct variable_part p,
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

void variable_describe_type(Dwarf_Die *type,
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

struct variables_one variable_describe_one(const struct variable_walk *w,
                                           struct variable_part p)
{
    struct variables_one v = w->top;

    v.name = p.name;
    v.address = p.bytes ? 0 : p.address;
    v.kept = p.kept;
    v.unnamed = p.unnamed;
    return v;
}

void variable_describe_deliver(struct variable_walk *w,
                               const struct variables_one *v)
{
    if (w->told++ < MOST)
        w->each(v, w->arg);
}

void variable_describe_other(struct variable_walk *w,
                             const char *name,
                             const char *type)
{
    struct variables_one v = w->top;

    v.name = name;
    v.type = type;
    v.kind = VARIABLES_OTHER;
    variable_describe_deliver(w, &v);
}

void variable_describe_opaque(struct variable_walk *w,
                              Dwarf_Die *type,
                              const char *type_name,
                              struct variable_part p,
                              const char *why)
{
    struct variables_one v = variable_describe_one(w, p);

    variable_describe_type(type, type_name, &v);
    v.has_pointers = false;
    v.unnamed = why;
    v.kind = v.address ? VARIABLES_ARRAY : VARIABLES_OTHER;
    v.elements = v.address;
    v.size = v.bytes;
    if (v.bytes > 0)
        variable_describe_deliver(w, &v);
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

void variable_describe_number(struct variable_walk *w,
                              Dwarf_Die *type,
                              const char *type_name,
                              struct variable_part p)
{
    struct variables_one v = variable_describe_one(w, p);
    unsigned char bytes[16] = { 0 };

    variable_describe_type(type, type_name, &v);
    v.kind = VARIABLES_NUMBER;
    if (v.bytes == 0)
        return;
    if (v.bytes > sizeof(bytes)) {
        variable_describe_opaque(w, type, type_name, p,
                                 "a number that MPI has no type for");
        return;
    }
    if (!variable_describe_read(w, p, bytes, v.bytes))
        v.kind = VARIABLES_LOST;
    v.value = value_of(bytes, &v);
    variable_describe_deliver(w, &v);
}

void variable_describe_bit_field(struct variable_walk *w,
                                 Dwarf_Die *type,
                                 const char *type_name,
                                 struct variable_part p,
                                 Dwarf_Die *member,
                                 Dwarf_Word bits)
{
    struct variables_one v = variable_describe_one(w, p);
    Dwarf_Attribute attribute;
    Dwarf_Word at = 0;

    variable_describe_type(type, type_name, &v);
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
        || !variable_describe_read(
            w, variable_describe_part_at(p, at / 8, p.name), &v.value,
            (at % 8 + bits + 7) / 8))
        return;
    v.value = v.value >> at % 8 & (bits < 64 ? (1ull << bits) - 1 : ~0ull);
    variable_describe_deliver(w, &v);
}
