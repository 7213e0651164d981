/* jump.h - a function that asks where to go, and goes there as it was entered
 *
 * JUMP_BY(name, first, hook) makes the hidden function 'name', which keeps all
 * registers that carry arguments, does 'first', calls hook() and jumps to the
 * address that this returns.  So nothing needs to be known of the arguments.
 *
 * ENTRY_JUMPS is defined where there is code for that.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_MPI_JUMP_H
#define MITOSIS_PMPI_MPI_JUMP_H

#if defined __x86_64__
#define ENTRY_JUMPS 1
#define JUMP_BY(name, first, hook)                                            \
    __asm__(".pushsection .text\n"                                            \
            ".globl " #name "\n"                                              \
            ".hidden " #name "\n"                                             \
            ".type " #name ", @function\n" #name ":\n"                        \
            ".cfi_startproc\n"                                                \
            "endbr64\n"                                                       \
            "push %rdi\n push %rsi\n push %rdx\n push %rcx\n"                 \
            "push %r8\n push %r9\n push %rax\n"                               \
            ".cfi_adjust_cfa_offset 56\n"                                     \
            "sub $128, %rsp\n"                                                \
            ".cfi_adjust_cfa_offset 128\n"                                    \
            "movups %xmm0, (%rsp)\n movups %xmm1, 16(%rsp)\n"                 \
            "movups %xmm2, 32(%rsp)\n movups %xmm3, 48(%rsp)\n"               \
            "movups %xmm4, 64(%rsp)\n movups %xmm5, 80(%rsp)\n"               \
            "movups %xmm6, 96(%rsp)\n movups %xmm7, 112(%rsp)\n" first        \
            "call " #hook "\n"                                                \
            "mov %rax, %r11\n"                                                \
            "movups (%rsp), %xmm0\n movups 16(%rsp), %xmm1\n"                 \
            "movups 32(%rsp), %xmm2\n movups 48(%rsp), %xmm3\n"               \
            "movups 64(%rsp), %xmm4\n movups 80(%rsp), %xmm5\n"               \
            "movups 96(%rsp), %xmm6\n movups 112(%rsp), %xmm7\n"              \
            "add $128, %rsp\n"                                                \
            ".cfi_adjust_cfa_offset -128\n"                                   \
            "pop %rax\n pop %r9\n pop %r8\n pop %rcx\n"                       \
            "pop %rdx\n pop %rsi\n pop %rdi\n"                                \
            ".cfi_adjust_cfa_offset -56\n"                                    \
            "jmp *%r11\n"                                                     \
            ".cfi_endproc\n"                                                  \
            ".size " #name ", . - " #name "\n"                                \
            ".popsection\n");
#elif defined __aarch64__
#define ENTRY_JUMPS 1
#define JUMP_BY(name, first, hook)                                            \
    __asm__(".pushsection .text\n"                                            \
            ".globl " #name "\n"                                              \
            ".hidden " #name "\n"                                             \
            ".type " #name ", %function\n" #name ":\n"                        \
            ".cfi_startproc\n"                                                \
            "hint #34\n"                                                      \
            "stp x29, x30, [sp, #-224]!\n"                                    \
            ".cfi_def_cfa_offset 224\n"                                       \
            ".cfi_offset 29, -224\n .cfi_offset 30, -216\n"                   \
            "mov x29, sp\n"                                                   \
            "stp x0, x1, [sp, #16]\n stp x2, x3, [sp, #32]\n"                 \
            "stp x4, x5, [sp, #48]\n stp x6, x7, [sp, #64]\n"                 \
            "str x8, [sp, #80]\n"                                             \
            "stp q0, q1, [sp, #96]\n stp q2, q3, [sp, #128]\n"                \
            "stp q4, q5, [sp, #160]\n stp q6, q7, [sp, #192]\n" first         \
            "bl " #hook "\n"                                                  \
            "mov x16, x0\n"                                                   \
            "ldp q0, q1, [sp, #96]\n ldp q2, q3, [sp, #128]\n"                \
            "ldp q4, q5, [sp, #160]\n ldp q6, q7, [sp, #192]\n"               \
            "ldr x8, [sp, #80]\n"                                             \
            "ldp x0, x1, [sp, #16]\n ldp x2, x3, [sp, #32]\n"                 \
            "ldp x4, x5, [sp, #48]\n ldp x6, x7, [sp, #64]\n"                 \
            "ldp x29, x30, [sp], #224\n"                                      \
            ".cfi_restore 29\n .cfi_restore 30\n"                             \
            ".cfi_def_cfa_offset 0\n"                                         \
            "br x16\n"                                                        \
            ".cfi_endproc\n"                                                  \
            ".size " #name ", . - " #name "\n"                                \
            ".popsection\n");
#endif

#endif /* !MITOSIS_PMPI_MPI_JUMP_H */
