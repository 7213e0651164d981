/* control.c - by which a program speaks to its tools
 *
 * MPI_Pcontrol(), with the level
 *
 *     0  watch no more     1, 2  watch again     3  an iteration begins
 *
 * takes any number of arguments, of which only another tool behind
 * us knows the meaning.  So it is left as it was entered: a jump, with all
 * registers that carry arguments as they were.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <mpi.h>

#include "pmpi/control.h"
#include "pmpi/next.h"
#include "pmpi/record.h"
#include "pmpi/span.h"
#include "pmpi/watch.h"

enum { STOP = 0, GO = 1, GO_IN_DETAIL = 2, ITERATION = 3 };

/* Who marks the iterations: the first one that did, so that each is marked
 * once.
 */
static enum marker { NOBODY, PCONTROL, SYNC } marker;

static void mark_iteration(enum marker who, uint64_t tick)
{
    if (!watch.on || !watch_thread.main || (marker != who && marker != NOBODY))
        return;
    marker = who;
    beat_manual(&watch.page->beat, tick, watch.page->mpi_ticks);
    record_trace_mark(tick);
}

void control_mark(uint64_t tick)
{
    watch.synced = false;
    mark_iteration(SYNC, tick);
}

/* Take in the level, and say where to jump. */
void *control_hook(int level) __attribute__((used));

void *control_hook(int level)
{
    span_count(CALL_MPI_Pcontrol);
    if (watch.page && level == STOP)
        watch_pause();
    else if (level == GO || level == GO_IN_DETAIL)
        watch_resume();
    else if (level == ITERATION)
        mark_iteration(PCONTROL, clock_ticks());
    return next_get(CALL_MPI_Pcontrol);
}

#if defined __x86_64__
__asm__(".text\n"
        ".globl MPI_Pcontrol\n"
        ".type MPI_Pcontrol, @function\n"
        "MPI_Pcontrol:\n"
        ".cfi_startproc\n"
        "push %rdi\n push %rsi\n push %rdx\n push %rcx\n push %r8\n"
        "push %r9\n push %rax\n"
        ".cfi_adjust_cfa_offset 56\n"
        "sub $128, %rsp\n"
        ".cfi_adjust_cfa_offset 128\n"
        "movups %xmm0, (%rsp)\n movups %xmm1, 16(%rsp)\n"
        "movups %xmm2, 32(%rsp)\n movups %xmm3, 48(%rsp)\n"
        "movups %xmm4, 64(%rsp)\n movups %xmm5, 80(%rsp)\n"
        "movups %xmm6, 96(%rsp)\n movups %xmm7, 112(%rsp)\n"
        "call control_hook\n"
        "mov %rax, %r11\n"
        "movups (%rsp), %xmm0\n movups 16(%rsp), %xmm1\n"
        "movups 32(%rsp), %xmm2\n movups 48(%rsp), %xmm3\n"
        "movups 64(%rsp), %xmm4\n movups 80(%rsp), %xmm5\n"
        "movups 96(%rsp), %xmm6\n movups 112(%rsp), %xmm7\n"
        "add $128, %rsp\n"
        ".cfi_adjust_cfa_offset -128\n"
        "pop %rax\n pop %r9\n pop %r8\n pop %rcx\n pop %rdx\n pop %rsi\n"
        "pop %rdi\n"
        ".cfi_adjust_cfa_offset -56\n"
        "jmp *%r11\n"
        ".cfi_endproc\n"
        ".size MPI_Pcontrol, . - MPI_Pcontrol\n");
#else
EXPORT int MPI_Pcontrol(const int level, ...)
{
    return ((int (*)(int, ...))control_hook(level))(level);
}
#endif
