/* variable_place.c - where a variable is while a function stands still
 *
 * Location expressions are worked out as far as compilers need them for C, C++
 * and Fortran.  One that has something else is not known, which is no error.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

#include "report/code/variable_place.h"

enum { STACK = 32 };

/* What an expression, or a piece of one, comes to. */
struct value {
    enum { ADDRESS, REGISTER, VALUE, CONSTANT, LOST } kind;
    uint64_t number; /* the address, the register's number or the value */
    const unsigned char *constant;
    size_t size;
};

static bool evaluate(const struct variable_context *c,
                     Dwarf_Attribute *attribute,
                     const Dwarf_Op *op,
                     size_t count,
                     size_t *used,
                     struct value *v);

/* What the unwinder's tables say of the place, to be freed; or NULL. */
static Dwarf_Frame *unwind(const struct variable_context *c)
{
    Dwarf_Addr bias;
    Dwarf_CFI *cfi = dwfl_module_eh_cfi(c->symbols->module, &bias);
    Dwarf_Frame *frame = NULL;

    if (!cfi
        || dwarf_cfi_addrframe(
               cfi, c->pc + c->bias - c->state->base + c->symbols->bias - bias,
               &frame)
               < 0)
        return NULL;
    return frame;
}

static bool frame_address(const struct variable_context *c, uint64_t *to)
{
    Dwarf_Frame *frame = unwind(c);
    Dwarf_Op *ops;
    struct value v = { .kind = LOST };
    size_t count, used;
    bool found = frame && dwarf_frame_cfa(frame, &ops, &count) == 0
                 && evaluate(c, NULL, ops, count, &used, &v);

    free(frame);
    *to = v.number;
    return found;
}

static bool frame_base(const struct variable_context *c, uint64_t *to)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    struct value v;
    size_t count, used;

    if (!c->function || !dwarf_attr(c->function, DW_AT_frame_base, &attribute)
        || dwarf_getlocation_addr(&attribute, c->pc, &ops, &count, 1) != 1
        || !evaluate(c, &attribute, ops, count, &used, &v))
        return false;
    if (v.kind == REGISTER)
        v.number = c->state->registers[v.number];
    *to = v.number;
    return true;
}

static bool take_register(const struct variable_context *c,
                          uint64_t number,
                          uint64_t *to)
{
    if (number >= VARIABLES_REGISTERS)
        return false;
    *to = c->state->registers[number];
    return true;
}

/* An operation that pushes something. */
static bool push(const struct variable_context *c,
                 Dwarf_Attribute *attribute,
                 const Dwarf_Op *op,
                 uint64_t *top)
{
    unsigned atom = op->atom;
    Dwarf_Attribute indirect;
    Dwarf_Addr address;

    if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31) {
        if (!take_register(c, atom - DW_OP_breg0, top))
            return false;
        *top += op->number;
        return true;
    }
    if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31) {
        *top = atom - DW_OP_lit0;
        return true;
    }
    switch (atom) {
    case DW_OP_addr:
        *top = op->number + c->bias;
        return true;
    case DW_OP_addrx: /* as clang has it: in a table */
        if (!attribute || dwarf_getlocation_attr(attribute, op, &indirect) != 0
            || dwarf_formaddr(&indirect, &address) != 0)
            return false;
        *top = address + c->bias;
        return true;
    case DW_OP_bregx:
        if (!take_register(c, op->number, top))
            return false;
        *top += op->number2;
        return true;
    case DW_OP_fbreg:
        if (!frame_base(c, top))
            return false;
        *top += op->number;
        return true;
    case DW_OP_call_frame_cfa:
        return frame_address(c, top);
    case DW_OP_push_object_address:
        *top = c->object;
        return c->object != 0;
    case DW_OP_const1u:
    case DW_OP_const1s:
    case DW_OP_const2u:
    case DW_OP_const2s:
    case DW_OP_const4u:
    case DW_OP_const4s:
    case DW_OP_const8u:
    case DW_OP_const8s:
    case DW_OP_constu:
    case DW_OP_consts:
        *top = op->number;
        return true;
    default:
        return false;
    }
}

/* One that works on what is there.  Returns by how much the stack grows, or -2
 * when it is none of these.
 */
static int work(const struct variable_context *c,
                const Dwarf_Op *op,
                uint64_t *stack,
                int depth)
{
    uint64_t *top = &stack[depth - 1];

    if (depth < 1)
        return -2;
    switch (op->atom) {
    case DW_OP_plus_uconst:
        *top += op->number;
        return 0;
    case DW_OP_neg:
        *top = -*top;
        return 0;
    case DW_OP_deref:
        return c->state->read(*top, top, sizeof(*top), c->state->arg) ? 0 : -2;
    case DW_OP_plus:
        return depth < 2 ? -2 : (top[-1] += *top, -1);
    case DW_OP_minus:
        return depth < 2 ? -2 : (top[-1] -= *top, -1);
    case DW_OP_mul:
        return depth < 2 ? -2 : (top[-1] *= *top, -1);
    case DW_OP_and:
        return depth < 2 ? -2 : (top[-1] &= *top, -1);
    case DW_OP_shl:
        return depth < 2 ? -2 : (top[-1] <<= *top & 63, -1);
    default:
        return -2;
    }
}

/* What ends a value: a register, or the bytes themselves. */
static bool is_whole(const Dwarf_Op *op,
                     Dwarf_Attribute *attribute,
                     struct value *v)
{
    Dwarf_Block block;

    if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
        *v = (struct value){ .kind = REGISTER,
                             .number = op->atom - DW_OP_reg0 };
        return true;
    }
    if (op->atom == DW_OP_regx) {
        *v = (struct value){ .kind = REGISTER, .number = op->number };
        return true;
    }
    if (op->atom == DW_OP_implicit_value && attribute
        && dwarf_getlocation_implicit_value(attribute, op, &block) == 0) {
        *v = (struct value){ .kind = CONSTANT,
                             .constant = block.data,
                             .size = block.length };
        return true;
    }
    return false;
}

/* Work out one value, up to the end or the DW_OP_piece behind it. */
static bool evaluate(const struct variable_context *c,
                     Dwarf_Attribute *attribute,
                     const Dwarf_Op *op,
                     size_t count,
                     size_t *used,
                     struct value *v)
{
    uint64_t stack[STACK];
    int depth = 0, more;
    size_t i;

    *v = (struct value){ .kind = LOST };
    for (i = 0; i < count && op[i].atom != DW_OP_piece; i++) {
        if (op[i].atom == DW_OP_stack_value) {
            v->kind = VALUE;
        } else if (is_whole(&op[i], attribute, v)) {
            continue;
        } else if (depth < STACK
                   && push(c, attribute, &op[i], &stack[depth])) {
            depth++;
            v->kind = ADDRESS;
        } else if ((more = work(c, &op[i], stack, depth)) > -2) {
            depth += more;
        } else {
            return false;
        }
    }
    *used = i;
    if (depth > 0)
        v->number = stack[depth - 1];
    if (v->kind == REGISTER && v->number >= VARIABLES_REGISTERS)
        v->kind = LOST;
    return true;
}

static bool put(const struct variable_context *c,
                const struct value *v,
                unsigned char *to,
                size_t size)
{
    const void *from = &v->number;
    size_t room = sizeof(v->number);

    switch (v->kind) {
    case ADDRESS:
        return c->state->read(v->number, to, size, c->state->arg);
    case REGISTER:
        from = &c->state->registers[v->number];
        break;
    case VALUE:
        break;
    case CONSTANT:
        from = v->constant;
        room = v->size;
        break;
    case LOST:
        return false;
    }
    if (size > room)
        return false;
    memcpy(to, from, size);
    return true;
}

/* A variable in several pieces: all of them have to be known. */
static bool put_pieces(const struct variable_context *c,
                       Dwarf_Attribute *attribute,
                       const Dwarf_Op *op,
                       size_t count,
                       size_t bytes,
                       unsigned char *to)
{
    size_t at = 0, used;
    struct value v;

    while (count > 0) {
        if (!evaluate(c, attribute, op, count, &used, &v) || used == count
            || at + op[used].number > bytes
            || !put(c, &v, to + at, op[used].number))
            return false;
        at += op[used].number;
        op += used + 1;
        count -= used + 1;
    }
    return at == bytes;
}

static bool has_pieces(const Dwarf_Op *op, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (op[i].atom == DW_OP_piece)
            return true;
    return false;
}

bool variable_place_find(const struct variable_context *c,
                         Dwarf_Die *die,
                         size_t bytes,
                         struct variable_place *place)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    struct value v;
    size_t count, used;

    place->address = 0;
    if (!dwarf_attr_integrate(die, DW_AT_location, &attribute)
        || dwarf_getlocation_addr(&attribute, c->pc, &ops, &count, 1) != 1)
        return false;
    if (has_pieces(ops, count))
        return bytes <= sizeof(place->bytes)
               && put_pieces(c, &attribute, ops, count, bytes, place->bytes);
    if (!evaluate(c, &attribute, ops, count, &used, &v))
        return false;
    if (v.kind == ADDRESS) {
        place->address = v.number;
        return true;
    }
    return bytes <= sizeof(place->bytes) && put(c, &v, place->bytes, bytes);
}

bool variable_place_number(const struct variable_context *c,
                           Dwarf_Attribute *attribute,
                           int64_t *number)
{
    struct variable_place place;
    Dwarf_Sword constant;
    Dwarf_Die die;
    Dwarf_Op *ops;
    struct value v;
    size_t count, used;

    if (dwarf_formref_die(attribute, &die)) {
        if (!variable_place_find(c, &die, sizeof(*number), &place))
            return false;
        if (place.address)
            return c->state->read(place.address, number, sizeof(*number),
                                  c->state->arg);
        memcpy(number, place.bytes, sizeof(*number));
        return true;
    }
    if (dwarf_formsdata(attribute, &constant) == 0) {
        *number = constant;
        return true;
    }
    if (dwarf_getlocation(attribute, &ops, &count) != 0
        || !evaluate(c, attribute, ops, count, &used, &v)
        || (v.kind != ADDRESS && v.kind != VALUE))
        return false;
    *number = (int64_t)v.number;
    return true;
}

/* A register as the caller has it; one that is not saved is as it is. */
static bool caller_register(const struct variable_context *c,
                            Dwarf_Frame *frame,
                            int number,
                            uint64_t *to)
{
    Dwarf_Op room[3], *ops;
    struct value v;
    size_t count, used;

    if (dwarf_frame_register(frame, number, room, &ops, &count) != 0)
        return false;
    return count == 0
           || (evaluate(c, NULL, ops, count, &used, &v) && v.kind == ADDRESS
               && c->state->read(v.number, to, sizeof(*to), c->state->arg));
}

bool variable_place_leave(struct variable_context *c,
                          struct variables_state *state)
{
    enum { STACK_POINTER = 7, RETURN = 16 };
    uint64_t registers[VARIABLES_REGISTERS];
    Dwarf_Frame *frame = unwind(c);
    bool known = frame && frame_address(c, &registers[STACK_POINTER]);

    for (int i = 0; known && i < VARIABLES_REGISTERS; i++)
        if (i != STACK_POINTER) {
            registers[i] = state->registers[i];
            known = caller_register(c, frame, i, &registers[i]);
        }
    free(frame);
    if (!known)
        return false;
    memcpy(state->registers, registers, sizeof(registers));
    c->pc = registers[RETURN] - c->bias;
    return true;
}
