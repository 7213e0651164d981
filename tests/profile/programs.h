/* programs.h - programs with loops, and without
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_PROFILE_PROGRAMS_H
#define MITOSIS_TESTS_PROFILE_PROGRAMS_H

#include <stddef.h>
#include <stdint.h>

struct program {
    const char *name;
    void (*run)(void);
    uint64_t count; /* of the main loop, 0 for none */
    uint64_t slack;
    uint64_t inner[3]; /* marks of other loops that are known */
};

extern const struct program programs[];
extern const size_t programs_count;

/* Of these the time that they take tells which loop is the main one. */
extern const struct program timed_programs[];
extern const size_t timed_programs_count;

#endif /* !MITOSIS_TESTS_PROFILE_PROGRAMS_H */
