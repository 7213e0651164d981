/* fuzz.h - give bytes from anywhere to all that reads bytes from other hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_MIGRATE_FUZZ_H
#define MITOSIS_TESTS_MIGRATE_FUZZ_H

#include <stddef.h>
#include <stdint.h>

enum { FUZZ_SEEDS = 12, FUZZ_ROOM = 4096 };

/* What libFuzzer calls.  The first byte says who reads the rest.  Ends the
 * process when something is not as it should be.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

/* Write input number 'seed' of FUZZ_SEEDS, which makes sense, into FUZZ_ROOM.
 * Returns how many bytes it has.
 */
size_t fuzz_seed(int seed, uint8_t *to);

#endif /* !MITOSIS_TESTS_MIGRATE_FUZZ_H */
