/* variable_type.c - what the type of a variable is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dwarf.h>
#include <string.h>

#include "report/code/variable_type.h"

bool variable_type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;

    return dwarf_attr_integrate(die, DW_AT_type, &attribute)
           && dwarf_formref_die(&attribute, type);
}

const char *variable_type_name(Dwarf_Die type)
{
    do
        if (dwarf_diename(&type))
            return dwarf_diename(&type);
    while (variable_type_of(&type, &type));
    return NULL;
}

bool variable_type_plain(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Die found;

    return variable_type_of(die, &found) && dwarf_peel_type(&found, type) == 0;
}

uint64_t variable_type_bytes(Dwarf_Die *type)
{
    Dwarf_Word bytes;

    return dwarf_aggregate_size(type, &bytes) == 0 ? bytes : 0;
}

bool variable_type_is_number(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);

    return tag == DW_TAG_base_type || tag == DW_TAG_enumeration_type;
}

static bool is_record(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);

    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

void variable_type_describe(Dwarf_Die *type,
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
    v->is_complex = encoding == DW_ATE_complex_float;
    v->is_float = encoding == DW_ATE_float;
    v->is_bool = encoding == DW_ATE_boolean;
    v->is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
    v->is_handle =
        name && strncmp(name, "MPI_", 4) == 0 && strcmp(name, "MPI_Aint") != 0
        && strcmp(name, "MPI_Count") != 0 && strcmp(name, "MPI_Offset") != 0;
}

unsigned variable_type_dimensions(Dwarf_Die *type)
{
    Dwarf_Die child;
    unsigned count = 0;

    if (dwarf_child(type, &child) == 0)
        do
            count += dwarf_tag(&child) == DW_TAG_subrange_type;
        while (dwarf_siblingof(&child, &child) == 0);
    return count;
}

bool variable_type_has_length(Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    Dwarf_Word count;
    Dwarf_Die child;

    if (dwarf_child(type, &child) == 0)
        do {
            int name = dwarf_hasattr(&child, DW_AT_count) ? DW_AT_count
                                                          : DW_AT_upper_bound;

            if (dwarf_tag(&child) == DW_TAG_subrange_type
                && dwarf_formudata(
                       dwarf_attr(&child, (unsigned)name, &attribute), &count)
                       != 0)
                return false;
        } while (dwarf_siblingof(&child, &child) == 0);
    return true;
}
