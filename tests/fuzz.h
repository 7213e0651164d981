/* fuzz.h - give bytes from anywhere to all that reads bytes from others
 *
 * tests/migrate/fuzz.c has the readers of what travels when state moves,
 * tests/agent/fuzz.c those of what agents and users tell an agent.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_FUZZ_H
#define MITOSIS_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

enum { FUZZ_ROOM = 4096 };

/* How many inputs there are that make sense. */
extern const int fuzz_seeds;

/* What libFuzzer calls.  The first byte says who reads the rest.  Ends the
 * process when something is not as it should be.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

/* Write input number 'seed' of these into FUZZ_ROOM.
 * Returns how many bytes it has.
 */
size_t fuzz_seed(int seed, uint8_t *to);

#endif /* !MITOSIS_TESTS_FUZZ_H */
