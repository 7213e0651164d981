/* entry.c - where the program's MPI calls enter the library
 *
 * Each entry jumps to the address in its slot.  At first that is its own
 * second half, which has the way chosen as the dynamic linker does with a
 * function that is called for the first time: MPI may be loaded as late as
 * right before the first call.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <pthread.h>
#include <unistd.h>

#include "pmpi/calls/entry.h"
#include "pmpi/mpi/calls.h"
#include "pmpi/mpi/jump.h"
#include "pmpi/mpi/next.h"
#include "pmpi/mpi/which_mpi.h"
#include "pmpi/watch/stay_away.h"

#define HIDDEN __attribute__((visibility("hidden")))

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool past;

static void take_all(void);

static void look(void)
{
    struct which_mpi mpi = which_mpi();

    if (mpi.found && !mpi.is_mpich) {
        past = true;
        stay_away(mpi.name);
    } else {
        take_all();
    }
}

void entry_look(void)
{
    pthread_once(&once, look);
}

bool entry_is_past(void)
{
    return __atomic_load_n(&past, __ATOMIC_RELAXED);
}

#ifdef ENTRY_JUMPS

#define DECLARE(number, name) extern const char name[], first_##name[] HIDDEN;
CALLS(DECLARE)

#define ENTRY(number, name) (void *)name,
static void *const entry[CALL_COUNT] = { CALLS(ENTRY) };

void *entry_of(enum call call)
{
    return entry[call];
}

#define SLOT(number, name) (void *)first_##name,
HIDDEN void *entry_slot[CALL_COUNT] = { CALLS(SLOT) };

static void set(enum call call, void *target)
{
    __atomic_store_n(&entry_slot[call], target, __ATOMIC_RELAXED);
}

static void *second_half[CALL_COUNT];

static void take_all(void)
{
    for (int i = 0; i < CALL_COUNT; i++) {
        second_half[i] = entry_slot[i];
        set(i, call_wrapper[i]);
    }
}

static bool closed;
static pthread_t last; /* who may still call, then */

void entry_close(void)
{
    last = pthread_self();
    __atomic_store_n(&closed, true, __ATOMIC_RELEASE);
    for (int i = 0; i < CALL_COUNT; i++)
        set(i, second_half[i]);
}

/* Where the call goes from now on. */
HIDDEN void *entry_choose(enum call call) __attribute__((used));

void *entry_choose(enum call call)
{
    entry_look();
    if (entry_is_past())
        set(call, next_get(call));
    else if (__atomic_load_n(&closed, __ATOMIC_ACQUIRE)) {
        while (!pthread_equal(last, pthread_self()))
            pause();
        return call_wrapper[call];
    }
    return __atomic_load_n(&entry_slot[call], __ATOMIC_RELAXED);
}

#if defined __x86_64__
JUMP_BY(entry_jump, "mov %r11d, %edi\n", entry_choose)
#define CODE(number, name)                                                    \
    __asm__(".pushsection .text\n"                                            \
            ".globl " #name "\n"                                              \
            ".type " #name ", @function\n"                                    \
            ".p2align 4\n" #name ":\n"                                        \
            ".cfi_startproc\n"                                                \
            "endbr64\n"                                                       \
            "jmp *entry_slot+8*" #number "(%rip)\n"                           \
            ".globl first_" #name "\n"                                        \
            ".hidden first_" #name "\n"                                       \
            "first_" #name ":\n"                                              \
            "endbr64\n"                                                       \
            "mov $" #number ", %r11d\n"                                       \
            "jmp entry_jump\n"                                                \
            ".cfi_endproc\n"                                                  \
            ".size " #name ", . - " #name "\n"                                \
            ".popsection\n");
#elif defined __aarch64__
JUMP_BY(entry_jump, "mov w0, w17\n", entry_choose)
#define CODE(number, name)                                                    \
    __asm__(".pushsection .text\n"                                            \
            ".globl " #name "\n"                                              \
            ".type " #name ", %function\n"                                    \
            ".p2align 4\n" #name ":\n"                                        \
            ".cfi_startproc\n"                                                \
            "hint #34\n"                                                      \
            "adrp x16, entry_slot+8*" #number "\n"                            \
            "ldr x16, [x16, #:lo12:entry_slot+8*" #number "]\n"               \
            "br x16\n"                                                        \
            ".globl first_" #name "\n"                                        \
            ".hidden first_" #name "\n"                                       \
            "first_" #name ":\n"                                              \
            "hint #34\n"                                                      \
            "mov w17, #" #number "\n"                                         \
            "b entry_jump\n"                                                  \
            ".cfi_endproc\n"                                                  \
            ".size " #name ", . - " #name "\n"                                \
            ".popsection\n");
#endif
CALLS(CODE)

#else /* the wrappers themselves are exported, for MPICH only */

static void take_all(void)
{
}

void entry_close(void)
{
}

void *entry_of(enum call call)
{
    return call_wrapper[call];
}

#endif
