/* variable_type.c - what the type of a variable is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dwarf.h>

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

/* Whether one of the members of a struct, those that it inherits included,
 * 'has' something, which is asked with 'offset'.
 */
static bool any_member(Dwarf_Die *type,
                       bool (*has)(Dwarf_Die *type, Dwarf_Off offset),
                       Dwarf_Off offset)
{
    Dwarf_Die child, member;

    if (dwarf_child(type, &child) != 0)
        return false;
    do
        if ((dwarf_tag(&child) == DW_TAG_member
             || dwarf_tag(&child) == DW_TAG_inheritance)
            && !dwarf_hasattr(&child, DW_AT_external)
            && variable_type_plain(&child, &member) && has(&member, offset))
            return true;
    while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

static bool has_pointers(Dwarf_Die *type, Dwarf_Off offset)
{
    (void)offset;
    return variable_type_has_pointers(type);
}

/* Types within each other end, as a struct is in itself by a pointer only. */
bool variable_type_has_pointers(Dwarf_Die *type)
{
    Dwarf_Die member;

    switch (dwarf_tag(type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
        return true;
    case DW_TAG_array_type: /* one that Fortran has to allocate is elsewhere */
        return dwarf_hasattr(type, DW_AT_data_location)
               || (variable_type_plain(type, &member)
                   && variable_type_has_pointers(&member));
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
        return any_member(type, has_pointers, 0);
    default:
        return false;
    }
}

/* Whether a pointer in 'type' leads to the struct at 'offset'; 0: to one that
 * the pointer is a part of.
 */
static bool leads_to(Dwarf_Die *type, Dwarf_Off offset)
{
    Dwarf_Die member;

    switch (dwarf_tag(type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
        return offset != 0 && variable_type_plain(type, &member)
               && dwarf_dieoffset(&member) == offset;
    case DW_TAG_array_type:
        return variable_type_plain(type, &member) && leads_to(&member, offset);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
        if (offset == 0)
            offset = dwarf_dieoffset(type);
        else if (leads_to(type, 0))
            return true;
        return any_member(type, leads_to, offset);
    default:
        return false;
    }
}

bool variable_type_is_linked(Dwarf_Die *type)
{
    return leads_to(type, 0);
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
