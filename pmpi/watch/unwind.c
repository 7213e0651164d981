/* unwind.c - the calls that led to an MPI call
 *
 * libunwind is opened when a program starts MPI, never linked: a shell that
 * is started with us in front must not load it, and its _Unwind_* calls must
 * not take the place of those the program's exceptions go through, which
 * RTLD_LOCAL sees to.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#define UNW_LOCAL_ONLY
#include <dlfcn.h>
#include <libunwind.h>
#include <stddef.h>

#include "pmpi/watch/unwind.h"

#define NAME_OF(symbol) NAME_OF_EXPANDED(symbol)
#define NAME_OF_EXPANDED(symbol) #symbol

enum { OURS_AT_MOST = 16 }; /* frames between a walk and the wrapper */

static struct {
    int (*getcontext)(unw_context_t *);
    int (*init_local)(unw_cursor_t *, unw_context_t *);
    int (*step)(unw_cursor_t *);
    int (*get_reg)(unw_cursor_t *, unw_regnum_t, unw_word_t *);
} unwind;

bool unwind_open(void)
{
    const struct {
        const char *name;
        void *call;
    } wanted[] = {
        { NAME_OF(unw_tdep_getcontext), &unwind.getcontext },
        { NAME_OF(unw_init_local), &unwind.init_local },
        { NAME_OF(unw_step), &unwind.step },
        { NAME_OF(unw_get_reg), &unwind.get_reg },
    };
    void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);

    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        void *found = library ? dlsym(library, wanted[i].name) : NULL;

        if (!found) {
            unwind.step = NULL;
            return false;
        }
        *(void **)wanted[i].call = found;
    }
    return true;
}

/* Step from our own frames into that of the wrapper's caller. */
static bool leave_ours(unw_cursor_t *cursor, const void *address)
{
    for (int i = 0; i < OURS_AT_MOST; i++) {
        unw_word_t ip;

        if (unwind.step(cursor) <= 0
            || unwind.get_reg(cursor, UNW_REG_IP, &ip) < 0)
            return false;
        if (ip == (unw_word_t)address)
            return true;
    }
    return false;
}

/* A return address stands right below where the stack pointer is after the
 * return; where it does not, the walk ends, for what cannot be looked at
 * again cannot be recognised again.
 */
int unwind_walk(const void *address,
                const char *frame,
                struct unwind_call *calls,
                int most)
{
    unw_context_t context;
    unw_cursor_t cursor;
    int n = 0;

    if (!unwind.step || unwind.getcontext(&context) < 0
        || unwind.init_local(&cursor, &context) < 0
        || !leave_ours(&cursor, address))
        return 0;
    while (n < most) {
        unw_word_t ip, sp;

        if (unwind.step(&cursor) <= 0
            || unwind.get_reg(&cursor, UNW_REG_IP, &ip) < 0
            || unwind.get_reg(&cursor, UNW_REG_SP, &sp) < 0 || ip == 0
            || ((unw_word_t *)sp)[-1] != ip)
            break;
        calls[n++] = (struct unwind_call){
            .address = (void *)ip,
            .slot = (intptr_t)(sp - sizeof(unw_word_t)) - (intptr_t)frame,
        };
    }
    return n;
}
