/* breakpoints.c - be called when the program comes to places in its code
 *
 * As a debugger does: an instruction that traps stands at each place.  The
 * program then executes the one that was there by itself, a single step, and
 * the trap is put back.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "suggest/breakpoints.h"

#if defined __x86_64__
enum { STOPS = 256, TRAP = 0xcc, SINGLE_STEP = 0x100 };

static struct {
    int memory; /* the descriptor of our own, code can be written by it */
    int count;
    bool cleared;
    uintptr_t address[STOPS];
    unsigned char code[STOPS];
    uintptr_t stepping; /* over this one, or 0 */
    breakpoints_come *come;
} stops;

static bool put(uintptr_t address, unsigned char code)
{
    return pwrite(stops.memory, &code, 1, (off_t)address) == 1;
}

static int find(uintptr_t address)
{
    for (int i = 0; i < stops.count; i++)
        if (stops.address[i] == address)
            return i;
    return -1;
}

static void step_over(int i, greg_t *registers)
{
    put(stops.address[i], stops.code[i]);
    registers[REG_RIP] = (greg_t)stops.address[i];
    if (!stops.cleared) {
        stops.stepping = stops.address[i];
        registers[REG_EFL] |= SINGLE_STEP;
    }
}

static void stop(ucontext_t *context)
{
    greg_t *registers = context->uc_mcontext.gregs;
    int i;

    if (stops.stepping) {
        if (!stops.cleared)
            put(stops.stepping, TRAP);
        stops.stepping = 0;
        registers[REG_EFL] &= ~(greg_t)SINGLE_STEP;
        return;
    }
    if ((i = find((uintptr_t)registers[REG_RIP] - 1)) < 0)
        return;
    registers[REG_RIP] = (greg_t)stops.address[i];
    if (syscall(SYS_gettid) == getpid() && !stops.cleared)
        stops.come(stops.address[i], context);
    step_over(i, registers);
}

/* The program's errno is its own: it may be about to look at it. */
static void on_trap(int number, siginfo_t *info, void *arg)
{
    int kept = errno;

    (void)number, (void)info;
    stop(arg);
    errno = kept;
}

/* The trap is ours as long as it is used: run-time libraries, that of Fortran
 * for one, want to tell of it.
 */
static bool is_ours(int number)
{
    return number == SIGTRAP && stops.count > 0 && !stops.cleared;
}

__attribute__((visibility("default"))) int sigaction(
    int number, const struct sigaction *action, struct sigaction *before)
{
    static int (*next)(int, const struct sigaction *, struct sigaction *);

    if (is_ours(number) && action)
        return 0;
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "sigaction");
    return next(number, action, before);
}

__attribute__((visibility("default"))) sighandler_t signal(
    int number, sighandler_t handler)
{
    static sighandler_t (*next)(int, sighandler_t);

    if (is_ours(number))
        return SIG_DFL;
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "signal");
    return next(number, handler);
}

int breakpoints_set(const uintptr_t *address,
                    int count,
                    breakpoints_come *come)
{
    struct sigaction action = { .sa_sigaction = on_trap,
                                .sa_flags = SA_SIGINFO | SA_ONSTACK };

    if (stops.memory <= 0
        && (stops.memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC)) < 0)
        return -1;
    stops.come = come;
    sigaction(SIGTRAP, &action, NULL);
    stops.cleared = false;
    for (int i = 0; i < count && stops.count < STOPS; i++) {
        if (find(address[i]) >= 0)
            continue;
        stops.address[stops.count] = address[i];
        memcpy(&stops.code[stops.count], (const void *)address[i], 1);
        stops.count++;
    }
    for (int i = 0; i < stops.count; i++)
        if (!put(stops.address[i], TRAP)) {
            breakpoints_clear();
            return -1;
        }
    return 0;
}

void breakpoints_clear(void)
{
    stops.cleared = true;
    for (int i = 0; i < stops.count; i++)
        put(stops.address[i], stops.code[i]);
}
#else
int breakpoints_set(const uintptr_t *address,
                    int count,
                    breakpoints_come *come)
{
    (void)address, (void)count, (void)come;
    return -1;
}

void breakpoints_clear(void)
{
}
#endif
