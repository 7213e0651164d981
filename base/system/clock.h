/* clock.h - a counter that is quick to read, and what its ticks are worth
 *
 * On x86-64 with an invariant time stamp counter, and on 64-bit ARM, ticks
 * are those of the processor's counter; elsewhere they are nanoseconds of
 * CLOCK_MONOTONIC.  All processes of a host count the same ticks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_SYSTEM_CLOCK_H
#define MITOSIS_BASE_SYSTEM_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Whether ticks are the processor's; clock_setup() finds out. */
extern bool clock_counter __attribute__((visibility("hidden")));

/* What clock_ticks() falls back to: CLOCK_MONOTONIC in nanoseconds. */
uint64_t clock_monotonic(void);

/* The same in seconds, and in whole milliseconds. */
static inline double clock_seconds(void)
{
    return (double)clock_monotonic() * 1e-9;
}

static inline int64_t clock_ms(void)
{
    return (int64_t)(clock_monotonic() / 1000000);
}

/* CLOCK_REALTIME in nanoseconds. */
uint64_t clock_wall(void);

/* What clock_wall() was when the machine started: what the kernel counts from
 * there, as when a process began, is made comparable by it.
 */
uint64_t clock_boot_wall(void);

/* The ticks now.  Call clock_setup() first. */
static inline uint64_t clock_ticks(void)
{
#if defined __x86_64__
    if (__builtin_expect(clock_counter, 1))
        return __builtin_ia32_rdtsc();
#elif defined __aarch64__
    if (__builtin_expect(clock_counter, 1)) {
        uint64_t ticks;

        __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
        return ticks;
    }
#endif
    return clock_monotonic();
}

/* The same where 'clock_counter' was looked at before. */
static inline uint64_t clock_counted(void)
{
#if defined __x86_64__
    return __builtin_ia32_rdtsc();
#else
    return clock_ticks();
#endif
}

/* The processor time of this thread, in nanoseconds. */
uint64_t clock_thread(void);

/* Find out which counter this host has.  Costs microseconds; may be called
 * again.
 */
void clock_setup(void);

/* A moment on both clocks. */
struct clock_pair {
    uint64_t ticks;
    uint64_t ns; /* CLOCK_MONOTONIC */
};

/* Read both clocks as closely together as can be. */
struct clock_pair clock_pair(void);

/* What clock_wall() was at that moment. */
uint64_t clock_wall_at(struct clock_pair moment);

/* Nanoseconds per tick, from two moments; the further apart the better.
 * Spins on until they are a millisecond apart, 1.0 where ticks are
 * nanoseconds.
 */
double clock_tick_ns(struct clock_pair since);

#endif /* !MITOSIS_BASE_SYSTEM_CLOCK_H */
